<?xml version="1.0" encoding="UTF-8"?>
<!-- Each rule that fired: why, how to fix it, and what it found. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
  xmlns:r="urn:siwa-audit:report:1" exclude-result-prefixes="r">
  <xsl:template match="r:rules" mode="findings">
    <xsl:variable name="fired" select="r:rule[@findings &gt; 0]"/>
    <xsl:if test="$fired">
      <section aria-labelledby="findings">
        <h2 id="findings">Findings</h2>
        <xsl:if test="count(../r:findings/r:finding) &lt; ../r:summary/@findings">
          <p>
            <xsl:text>This page shows </xsl:text>
            <xsl:value-of select="format-number(count(../r:findings/r:finding), '#,##0')"/>
            <xsl:text> of </xsl:text>
            <xsl:call-template name="count">
              <xsl:with-param name="of" select="../r:summary/@findings"/>
              <xsl:with-param name="noun" select="'finding'"/>
            </xsl:call-template>
            <xsl:text> and the first of their records. The whole list is in </xsl:text>
            <code>report.xml</code>
            <xsl:text>, and in </xsl:text>
            <code>findings.csv</code>
            <xsl:text> with </xsl:text>
            <code>--format csv</code>
            <xsl:text>.</xsl:text>
          </p>
        </xsl:if>
        <xsl:apply-templates select="." mode="filters"/>
        <p class="note" id="filter-empty" hidden="hidden">No finding that is shown here fits.</p>
        <div id="finding-list">
          <xsl:if test="count(../r:findings/r:finding) &gt; 300">
            <xsl:attribute name="class">long</xsl:attribute>
          </xsl:if>
          <xsl:apply-templates select="$fired" mode="findings"/>
        </div>
      </section>
    </xsl:if>
  </xsl:template>

  <xsl:template match="r:rule" mode="findings">
    <section class="rule" data-area="{substring-before(@id, '.')}" aria-labelledby="rule-{@id}">
      <header class="rule-head">
        <p class="rule-line">
          <xsl:apply-templates select="@severity" mode="severity"/>
          <a class="rule-id" href="#row-{@id}"><xsl:value-of select="@id"/></a>
        </p>
        <h3 id="rule-{@id}"><xsl:value-of select="r:title"/></h3>
        <p class="rule-counts">
          <strong>
            <xsl:call-template name="count">
              <xsl:with-param name="of" select="@findings"/>
              <xsl:with-param name="noun" select="'finding'"/>
            </xsl:call-template>
          </strong>
          <xsl:if test="@new &gt; 0 and $has-known">
            <xsl:text>, </xsl:text>
            <xsl:value-of select="format-number(@new, '#,##0')"/>
            <xsl:text> of them new</xsl:text>
          </xsl:if>
          <xsl:if test="@waived">
            <xsl:text>, </xsl:text>
            <xsl:value-of select="format-number(@waived, '#,##0')"/>
            <xsl:text> waived</xsl:text>
          </xsl:if>
          <xsl:if test="@exposure">
            <xsl:text>, </xsl:text>
            <strong>
              <xsl:call-template name="amount">
                <xsl:with-param name="of" select="@exposure"/>
              </xsl:call-template>
            </strong>
            <xsl:text> at risk</xsl:text>
          </xsl:if>
        </p>
        <dl class="reasons">
          <div><dt>Why it matters</dt><dd><xsl:apply-templates select="r:why" mode="text"/></dd></div>
          <div class="fix"><dt>How to fix it</dt><dd><xsl:apply-templates select="r:fix" mode="text"/></dd></div>
          <xsl:if test="string(r:source) != ''">
            <div><dt>Source</dt><dd><xsl:apply-templates select="r:source" mode="findings"/></dd></div>
          </xsl:if>
        </dl>
      </header>
      <div class="rule-findings">
        <xsl:apply-templates select="key('finding', @id)" mode="findings"/>
      </div>
      <xsl:if test="@shown &lt; @findings">
        <p class="note">
          <xsl:text>The first </xsl:text>
          <xsl:value-of select="format-number(@shown, '#,##0')"/>
          <xsl:text> of </xsl:text>
          <xsl:call-template name="count">
            <xsl:with-param name="of" select="@findings"/>
            <xsl:with-param name="noun" select="'finding'"/>
          </xsl:call-template>
          <xsl:text>. The whole list is in </xsl:text>
          <code>report.xml</code>
          <xsl:text>, or in </xsl:text>
          <code>findings.csv</code>
          <xsl:text> with </xsl:text>
          <code>--format csv</code>
          <xsl:text>.</xsl:text>
        </p>
      </xsl:if>
    </section>
  </xsl:template>

  <xsl:template match="r:why | r:fix" mode="text">
    <xsl:call-template name="ticked"><xsl:with-param name="of" select="string(.)"/></xsl:call-template>
  </xsl:template>

  <!-- A link of a rule file leads to the web or nowhere. -->
  <xsl:template match="r:source[starts-with(@href, 'https://')]" mode="findings">
    <a href="{@href}" rel="noreferrer"><xsl:value-of select="."/></a>
  </xsl:template>
  <xsl:template match="r:source" mode="findings"><xsl:value-of select="."/></xsl:template>

  <xsl:template match="r:finding" mode="findings">
    <article class="finding" id="f-{@fingerprint}" aria-labelledby="h-{@fingerprint}"
      data-severity="{@severity}" data-state="{@state} {@disposition}" data-seen="{@firstSeen}">
      <xsl:if test="@at"><xsl:attribute name="data-at"><xsl:value-of select="@at"/></xsl:attribute></xsl:if>
      <xsl:if test="@user">
        <xsl:attribute name="data-user"><xsl:value-of select="@user"/></xsl:attribute>
      </xsl:if>
      <xsl:if test="@exposure">
        <xsl:attribute name="data-risk"><xsl:value-of select="@exposure"/></xsl:attribute>
      </xsl:if>
      <div class="finding-head">
        <h4 id="h-{@fingerprint}">
          <span class="kind"><xsl:value-of select="r:subject/@kind"/></span>
          <xsl:text> </xsl:text>
          <code><xsl:value-of select="r:subject/@id"/></code>
        </h4>
        <p class="tags">
          <xsl:if test="@severity != key('rule', @rule)/@severity">
            <xsl:apply-templates select="@severity" mode="severity"/>
          </xsl:if>
          <xsl:if test="@state = 'new' and $has-known"><span class="tag tag-new">new</span></xsl:if>
          <xsl:if test="@disposition = 'waived'"><span class="tag tag-waived">waived</span></xsl:if>
          <a class="permalink" href="#f-{@fingerprint}">
            <span class="visually-hidden">Link to finding </span>
            <span aria-hidden="true">#</span>
            <xsl:value-of select="@fingerprint"/>
          </a>
        </p>
      </div>
      <p class="message"><xsl:value-of select="r:message"/></p>
      <dl class="finding-facts">
        <xsl:if test="@at">
          <div>
            <dt>At</dt>
            <dd>
              <xsl:call-template name="time"><xsl:with-param name="of" select="@at"/></xsl:call-template>
            </dd>
          </div>
        </xsl:if>
        <xsl:if test="@user and not(r:subject/@kind = 'user' and r:subject/@id = @user)">
          <div><dt>User</dt><dd><code><xsl:value-of select="@user"/></code></dd></div>
        </xsl:if>
        <xsl:if test="@exposure">
          <div>
            <dt>At risk</dt>
            <dd>
              <xsl:call-template name="amount">
                <xsl:with-param name="of" select="@exposure"/>
              </xsl:call-template>
            </dd>
          </div>
        </xsl:if>
        <xsl:if test="@state = 'known'">
          <div>
            <dt>First seen</dt>
            <dd>
              <xsl:call-template name="time">
                <xsl:with-param name="of" select="@firstSeen"/>
              </xsl:call-template>
              <xsl:if test="@ageDays">
                <xsl:text> (</xsl:text>
                <xsl:call-template name="count">
                  <xsl:with-param name="of" select="@ageDays"/>
                  <xsl:with-param name="noun" select="'day'"/>
                </xsl:call-template>
                <xsl:text> ago)</xsl:text>
              </xsl:if>
            </dd>
          </div>
        </xsl:if>
        <xsl:if test="@disposition = 'waived'">
          <xsl:apply-templates select="." mode="waiver"/>
        </xsl:if>
      </dl>
      <xsl:apply-templates select="r:evidence[r:record]" mode="evidence"/>
    </article>
  </xsl:template>
</xsl:stylesheet>
