<?xml version="1.0" encoding="UTF-8"?>
<!-- The page: one self-contained file that asks nobody for anything. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
  xmlns:r="urn:siwa-audit:report:1" exclude-result-prefixes="r">
  <xsl:include href="text.xsl"/>
  <xsl:include href="verdict.xsl"/>
  <xsl:include href="changes.xsl"/>
  <xsl:include href="inputs.xsl"/>
  <xsl:include href="charts.xsl"/>
  <xsl:include href="suggestions.xsl"/>
  <xsl:include href="rules.xsl"/>
  <xsl:include href="overrides.xsl"/>
  <xsl:include href="waivers.xsl"/>
  <xsl:include href="filters.xsl"/>
  <xsl:include href="findings.xsl"/>
  <xsl:include href="evidence.xsl"/>

  <xsl:output method="html" encoding="UTF-8" indent="no" doctype-system="about:legacy-compat"/>
  <xsl:strip-space elements="r:report r:app r:inputs r:file r:waivers r:suggestions r:trend r:rules r:rule
    r:findings r:finding r:evidence r:record"/>

  <!-- The texts of report.css and report.js, and their hashes by which the policy allows them. -->
  <xsl:param name="style"/>
  <xsl:param name="styleHash"/>
  <xsl:param name="script"/>
  <xsl:param name="scriptHash"/>

  <xsl:key name="rule" match="r:rule" use="@id"/>
  <xsl:key name="finding" match="r:finding" use="@rule"/>

  <xsl:template match="/">
    <xsl:apply-templates select="r:report"/>
  </xsl:template>

  <xsl:template match="r:report">
    <html lang="en">
      <head>
        <meta http-equiv="Content-Security-Policy"
          content="default-src 'none'; style-src '{$styleHash}'; script-src '{$scriptHash}'; base-uri 'none'; form-action 'none'"/>
        <meta name="viewport" content="width=device-width, initial-scale=1"/>
        <meta name="referrer" content="no-referrer"/>
        <meta name="color-scheme" content="light dark"/>
        <title>
          <xsl:apply-templates select="r:summary" mode="verdict-word"/>
          <xsl:text>: </xsl:text>
          <xsl:value-of select="@name"/>
          <xsl:text> – Sign in with Apple audit</xsl:text>
        </title>
        <style><xsl:value-of select="$style"/></style>
      </head>
      <body>
        <a class="skip" href="#main">Skip to the report</a>
        <main id="main">
          <xsl:apply-templates select="." mode="verdict"/>
          <xsl:apply-templates select="." mode="contents"/>
          <xsl:apply-templates select="r:summary" mode="changes"/>
          <xsl:apply-templates select="r:inputs" mode="inputs"/>
          <xsl:apply-templates select="r:summary[@findings &gt; 0 or ../r:trend]" mode="charts"/>
          <xsl:apply-templates select="r:suggestions" mode="suggestions"/>
          <xsl:apply-templates select="r:rules" mode="table"/>
          <xsl:apply-templates select="r:rules" mode="overrides"/>
          <xsl:apply-templates select="r:waivers" mode="waivers"/>
          <xsl:apply-templates select="r:rules" mode="findings"/>
        </main>
        <xsl:apply-templates select="." mode="colophon"/>
        <script><xsl:value-of select="$script"/></script>
      </body>
    </html>
  </xsl:template>

  <xsl:template match="r:report" mode="contents">
    <nav class="contents" aria-label="Contents">
      <ul>
        <li><a href="#changes">Changes</a></li>
        <li><a href="#inputs">What was read</a></li>
        <xsl:if test="r:summary/@findings &gt; 0 or r:trend">
          <li><a href="#overview">At a glance</a></li>
        </xsl:if>
        <xsl:if test="r:suggestions">
          <li><a href="#suggestions">What to export</a></li>
        </xsl:if>
        <li><a href="#rules">Rules</a></li>
        <xsl:if test="r:rules/r:rule[@defaultSeverity or @result = 'off']">
          <li><a href="#overrides">Overrides</a></li>
        </xsl:if>
        <xsl:if test="r:waivers">
          <li><a href="#waivers">Waivers</a></li>
        </xsl:if>
        <xsl:if test="r:rules/r:rule[@findings &gt; 0]">
          <li><a href="#findings">Findings</a></li>
        </xsl:if>
      </ul>
    </nav>
  </xsl:template>

  <xsl:template match="r:report" mode="colophon">
    <footer class="colophon">
      <p>
        <xsl:value-of select="@tool"/>
        <xsl:text> </xsl:text>
        <xsl:value-of select="@toolVersion"/>
        <xsl:text>. This page shows </xsl:text>
        <xsl:value-of select="format-number(count(r:findings/r:finding), '#,##0')"/>
        <xsl:text> of </xsl:text>
        <xsl:call-template name="count">
          <xsl:with-param name="of" select="r:summary/@findings"/>
          <xsl:with-param name="noun" select="'finding'"/>
        </xsl:call-template>
        <xsl:text>; the whole list is in </xsl:text>
        <code>report.xml</code>
        <xsl:text>.</xsl:text>
      </p>
      <xsl:if test="string(@definitions) != ''">
        <p>
          <xsl:text>Rules, schema and templates: SHA-256 </xsl:text>
          <code><xsl:value-of select="@definitions"/></code>
        </p>
      </xsl:if>
    </footer>
  </xsl:template>
</xsl:stylesheet>
