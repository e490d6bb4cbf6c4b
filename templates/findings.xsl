<?xml version="1.0" encoding="UTF-8"?>
<!-- Each rule that fired: why, how to fix it, and what it found. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
  xmlns:r="urn:siwa-audit:report:1" exclude-result-prefixes="r">
  <xsl:template match="r:rules" mode="findings">
    <xsl:variable name="fired" select="r:rule[@findings &gt; 0]"/>
    <xsl:if test="$fired">
      <section aria-labelledby="findings">
        <h2 id="findings">Findings</h2>
        <xsl:apply-templates select="$fired" mode="findings"/>
      </section>
    </xsl:if>
  </xsl:template>

  <xsl:template match="r:rule" mode="findings">
    <section class="rule">
      <header>
        <p class="rule-line">
          <xsl:apply-templates select="@severity" mode="severity"/>
          <code class="rule-id"><xsl:value-of select="@id"/></code>
        </p>
        <h3 id="rule-{@id}"><xsl:value-of select="r:title"/></h3>
        <p class="rule-counts">
          <strong>
            <xsl:call-template name="count">
              <xsl:with-param name="of" select="@findings"/>
              <xsl:with-param name="noun" select="'finding'"/>
            </xsl:call-template>
          </strong>
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
          <div><dt>Why it matters</dt><dd><xsl:value-of select="r:why"/></dd></div>
          <div class="fix"><dt>How to fix it</dt><dd><xsl:value-of select="r:fix"/></dd></div>
          <xsl:if test="string(r:source) != ''">
            <div><dt>Source</dt><dd><xsl:apply-templates select="r:source" mode="findings"/></dd></div>
          </xsl:if>
        </dl>
      </header>
      <xsl:apply-templates select="key('finding', @id)" mode="findings"/>
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

  <!-- A link of a rule file leads to the web or nowhere. -->
  <xsl:template match="r:source[starts-with(@href, 'https://')]" mode="findings">
    <a href="{@href}" rel="noreferrer"><xsl:value-of select="."/></a>
  </xsl:template>
  <xsl:template match="r:source" mode="findings"><xsl:value-of select="."/></xsl:template>

  <xsl:template match="r:finding" mode="findings">
    <article class="finding" id="f-{@fingerprint}" aria-labelledby="h-{@fingerprint}">
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
          <xsl:if test="@state = 'new'"><span class="tag tag-new">new</span></xsl:if>
          <xsl:if test="@disposition = 'waived'"><span class="tag tag-waived">waived</span></xsl:if>
          <a class="permalink" href="#f-{@fingerprint}">
            <span class="visually-hidden">Link to finding </span>
            <xsl:text>#</xsl:text>
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
            </dd>
          </div>
        </xsl:if>
      </dl>
      <xsl:apply-templates select="r:evidence[r:record]" mode="evidence"/>
    </article>
  </xsl:template>
</xsl:stylesheet>
