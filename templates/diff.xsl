<?xml version="1.0" encoding="UTF-8"?>
<!-- What changed between two runs. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
  xmlns:d="urn:siwa-audit:diff:1" exclude-result-prefixes="d">
  <xsl:include href="text.xsl"/>

  <xsl:output method="html" encoding="UTF-8" indent="no" doctype-system="about:legacy-compat"/>
  <xsl:strip-space elements="*"/>

  <!-- The text of report.css and its hash, by which the policy allows it. -->
  <xsl:param name="style"/>
  <xsl:param name="styleHash"/>

  <xsl:key name="change" match="d:finding" use="@change"/>

  <xsl:template match="/">
    <xsl:apply-templates select="d:diff"/>
  </xsl:template>

  <xsl:template match="d:diff">
    <html lang="en">
      <head>
        <meta http-equiv="Content-Security-Policy"
          content="default-src 'none'; style-src '{$styleHash}'; base-uri 'none'; form-action 'none'"/>
        <meta name="viewport" content="width=device-width, initial-scale=1"/>
        <meta name="referrer" content="no-referrer"/>
        <meta name="color-scheme" content="light dark"/>
        <title>
          <xsl:value-of select="@name"/>
          <xsl:text>: what changed – Sign in with Apple audit</xsl:text>
        </title>
        <style><xsl:value-of select="$style"/></style>
      </head>
      <body>
        <main id="main">
          <header class="top">
            <h1>What changed</h1>
            <p class="lead">
              <xsl:value-of select="@name"/>
              <xsl:text>: run </xsl:text>
              <xsl:value-of select="d:new/@run"/>
              <xsl:text> compared with run </xsl:text>
              <xsl:value-of select="d:old/@run"/>
              <xsl:text>.</xsl:text>
            </p>
            <dl class="facts">
              <xsl:apply-templates select="d:old | d:new"/>
            </dl>
          </header>
          <xsl:apply-templates select="d:summary"/>
          <xsl:apply-templates select="d:rules[d:rule]"/>
          <xsl:call-template name="changes">
            <xsl:with-param name="kind" select="'new'"/>
            <xsl:with-param name="count" select="d:summary/@new"/>
            <xsl:with-param name="title" select="'New'"/>
          </xsl:call-template>
          <xsl:call-template name="changes">
            <xsl:with-param name="kind" select="'severity'"/>
            <xsl:with-param name="count" select="d:summary/@severity"/>
            <xsl:with-param name="title" select="'Of another severity'"/>
          </xsl:call-template>
          <xsl:call-template name="changes">
            <xsl:with-param name="kind" select="'unwaived'"/>
            <xsl:with-param name="count" select="d:summary/@unwaived"/>
            <xsl:with-param name="title" select="'No longer waived'"/>
          </xsl:call-template>
          <xsl:call-template name="changes">
            <xsl:with-param name="kind" select="'waived'"/>
            <xsl:with-param name="count" select="d:summary/@waived"/>
            <xsl:with-param name="title" select="'Waived since'"/>
          </xsl:call-template>
          <xsl:call-template name="changes">
            <xsl:with-param name="kind" select="'resolved'"/>
            <xsl:with-param name="count" select="d:summary/@resolved"/>
            <xsl:with-param name="title" select="'Resolved'"/>
          </xsl:call-template>
          <xsl:call-template name="changes">
            <xsl:with-param name="kind" select="'rule-gone'"/>
            <xsl:with-param name="count" select="d:summary/@ruleGone"/>
            <xsl:with-param name="title" select="'Of rules that are gone'"/>
          </xsl:call-template>
        </main>
        <footer class="colophon">
          <p>
            <xsl:value-of select="@tool"/>
            <xsl:text> </xsl:text>
            <xsl:value-of select="@toolVersion"/>
            <xsl:text>. The whole list is what </xsl:text>
            <code>--format xml</code>
            <xsl:text> writes.</xsl:text>
          </p>
        </footer>
      </body>
    </html>
  </xsl:template>

  <xsl:template match="d:old | d:new">
    <div>
      <dt>Run <xsl:value-of select="@run"/>, as of</dt>
      <dd>
        <xsl:call-template name="time"><xsl:with-param name="of" select="@asOf"/></xsl:call-template>
        <xsl:text>: </xsl:text>
        <xsl:call-template name="count">
          <xsl:with-param name="of" select="@findings"/>
          <xsl:with-param name="noun" select="'finding'"/>
        </xsl:call-template>
        <xsl:if test="@partial = 'true'">, partial</xsl:if>
      </dd>
    </div>
  </xsl:template>

  <xsl:template match="d:summary">
    <section aria-labelledby="changes">
      <h2 id="changes">In numbers</h2>
      <dl class="tiles">
        <div>
          <xsl:if test="@new &gt; 0"><xsl:attribute name="class">tile-new</xsl:attribute></xsl:if>
          <dt>New</dt>
          <dd><xsl:value-of select="format-number(@new, '#,##0')"/></dd>
        </div>
        <div><dt>Resolved</dt><dd><xsl:value-of select="format-number(@resolved, '#,##0')"/></dd></div>
        <div>
          <dt>Severity changed</dt>
          <dd><xsl:value-of select="format-number(@severity, '#,##0')"/></dd>
        </div>
        <div><dt>Waived since</dt><dd><xsl:value-of select="format-number(@waived, '#,##0')"/></dd></div>
      </dl>
      <xsl:if test="@new + @resolved + @ruleGone + @severity + @waived + @unwaived + @rules = 0">
        <p class="under">Nothing changed.</p>
      </xsl:if>
    </section>
  </xsl:template>

  <xsl:template match="d:rules">
    <section aria-labelledby="rules">
      <h2 id="rules">Rules judged in one of the runs only</h2>
      <table class="overrides">
        <thead>
          <tr>
            <th scope="col">Rule</th>
            <th scope="col">Result</th>
            <th scope="col">Why</th>
          </tr>
        </thead>
        <tbody>
          <xsl:for-each select="d:rule">
            <tr>
              <th scope="row"><span class="rule-id"><xsl:value-of select="@id"/></span></th>
              <td>
                <xsl:value-of select="translate(@old, '-', ' ')"/>
                <span aria-hidden="true"> → </span>
                <span class="visually-hidden"> becomes </span>
                <xsl:value-of select="translate(@new, '-', ' ')"/>
              </td>
              <td>
                <xsl:call-template name="ticked">
                  <xsl:with-param name="of" select="string(.)"/>
                </xsl:call-template>
              </td>
            </tr>
          </xsl:for-each>
        </tbody>
      </table>
    </section>
  </xsl:template>

  <xsl:template name="changes">
    <xsl:param name="kind"/>
    <xsl:param name="count"/>
    <xsl:param name="title"/>
    <xsl:variable name="shown" select="key('change', $kind)"/>
    <xsl:if test="$count &gt; 0">
      <section class="rule" aria-labelledby="changes-{$kind}">
        <header class="rule-head">
          <h2 id="changes-{$kind}"><xsl:value-of select="$title"/></h2>
          <p class="rule-counts">
            <xsl:call-template name="count">
              <xsl:with-param name="of" select="$count"/>
              <xsl:with-param name="noun" select="'finding'"/>
            </xsl:call-template>
            <xsl:if test="count($shown) &lt; $count">
              <xsl:text>, the first </xsl:text>
              <xsl:value-of select="format-number(count($shown), '#,##0')"/>
              <xsl:text> of them shown</xsl:text>
            </xsl:if>
          </p>
        </header>
        <div class="rule-findings"><xsl:apply-templates select="$shown"/></div>
      </section>
    </xsl:if>
  </xsl:template>

  <xsl:template match="d:finding">
    <article class="finding" aria-labelledby="h-{@change}-{@fingerprint}">
      <div class="finding-head">
        <h3 id="h-{@change}-{@fingerprint}">
          <span class="kind"><xsl:value-of select="d:subject/@kind"/></span>
          <xsl:text> </xsl:text>
          <code><xsl:value-of select="d:subject/@id"/></code>
        </h3>
        <p class="tags">
          <xsl:if test="@oldSeverity">
            <span class="severity severity-{@oldSeverity}"><xsl:value-of select="@oldSeverity"/></span>
            <span aria-hidden="true"> → </span>
            <span class="visually-hidden"> becomes </span>
          </xsl:if>
          <span class="severity severity-{@severity}"><xsl:value-of select="@severity"/></span>
          <xsl:if test="@disposition = 'waived'"><span class="tag tag-waived">waived</span></xsl:if>
          <span class="permalink"><xsl:value-of select="@fingerprint"/></span>
        </p>
      </div>
      <p class="message"><xsl:value-of select="d:message"/></p>
      <dl class="finding-facts">
        <div><dt>Rule</dt><dd><code><xsl:value-of select="@rule"/></code></dd></div>
        <xsl:if test="@user and not(d:subject/@kind = 'user' and d:subject/@id = @user)">
          <div><dt>User</dt><dd><code><xsl:value-of select="@user"/></code></dd></div>
        </xsl:if>
        <div>
          <dt>First seen</dt>
          <dd>
            <xsl:call-template name="time">
              <xsl:with-param name="of" select="@firstSeen"/>
            </xsl:call-template>
          </dd>
        </div>
      </dl>
    </article>
  </xsl:template>
</xsl:stylesheet>
