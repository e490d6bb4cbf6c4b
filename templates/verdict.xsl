<?xml version="1.0" encoding="UTF-8"?>
<!-- The first line: the verdict, and how many of the rules it rests on. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
  xmlns:r="urn:siwa-audit:report:1" exclude-result-prefixes="r">
  <xsl:template match="r:report" mode="verdict">
    <header class="top">
      <h1>
        <span class="verdict verdict-{r:summary/@result}">
          <xsl:apply-templates select="r:summary" mode="verdict-word"/>
        </span>
        <span class="visually-hidden">: </span>
        <span class="coverage"><xsl:apply-templates select="r:summary" mode="coverage"/></span>
      </h1>
      <p class="lead"><xsl:apply-templates select="r:summary" mode="lead"/></p>
      <xsl:if test="r:rules/r:rule[@result = 'error']">
        <p class="alarm">
          <xsl:call-template name="count">
            <xsl:with-param name="of" select="count(r:rules/r:rule[@result = 'error'])"/>
            <xsl:with-param name="noun" select="'rule'"/>
          </xsl:call-template>
          <xsl:text> failed to run. </xsl:text>
          <a href="#rules-error">See which and why</a>
        </p>
      </xsl:if>
      <dl class="facts">
        <xsl:apply-templates select="@name" mode="fact"/>
        <div>
          <dt>As of</dt>
          <dd>
            <xsl:call-template name="time"><xsl:with-param name="of" select="@asOf"/></xsl:call-template>
          </dd>
        </div>
        <xsl:apply-templates select="r:app/@id" mode="fact"/>
        <xsl:if test="r:app/r:bundleId">
          <div>
            <dt>Bundle ids</dt>
            <dd>
              <xsl:for-each select="r:app/r:bundleId">
                <xsl:if test="position() &gt; 1">, </xsl:if>
                <code><xsl:value-of select="."/></code>
              </xsl:for-each>
            </dd>
          </div>
        </xsl:if>
        <xsl:apply-templates select="r:app/@platform" mode="fact"/>
        <xsl:apply-templates select="@failOn" mode="fact"/>
      </dl>
    </header>
  </xsl:template>

  <xsl:template match="r:summary" mode="verdict-word">
    <xsl:choose>
      <xsl:when test="@result = 'pass'">Passed</xsl:when>
      <xsl:otherwise>Failed</xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <xsl:template match="r:summary" mode="coverage">
    <xsl:value-of select="format-number(@evaluated, '#,##0')"/>
    <xsl:text> of </xsl:text>
    <xsl:call-template name="count">
      <xsl:with-param name="of" select="@rules"/>
      <xsl:with-param name="noun" select="'rule'"/>
    </xsl:call-template>
    <xsl:text> could be checked</xsl:text>
  </xsl:template>

  <xsl:template match="r:summary" mode="lead">
    <xsl:choose>
      <xsl:when test="@findings = 0 and @evaluated = 0">
        <xsl:text>Nothing was checked, so nothing can be said to be in order.</xsl:text>
      </xsl:when>
      <xsl:when test="@findings = 0">
        <xsl:text>Nothing was found by the rules that could be checked.</xsl:text>
      </xsl:when>
      <xsl:otherwise>
        <xsl:call-template name="count">
          <xsl:with-param name="of" select="@findings"/>
          <xsl:with-param name="noun" select="'finding'"/>
        </xsl:call-template>
        <xsl:text>: </xsl:text>
        <xsl:for-each select="(@critical | @high | @medium | @low)[. &gt; 0]">
          <xsl:if test="position() &gt; 1">, </xsl:if>
          <xsl:value-of select="concat(format-number(., '#,##0'), ' ', name())"/>
        </xsl:for-each>
        <xsl:text>.</xsl:text>
      </xsl:otherwise>
    </xsl:choose>
    <xsl:variable name="suggestion" select="../r:suggestions/r:suggestion[1]"/>
    <xsl:if test="$suggestion">
      <xsl:text> Export </xsl:text>
      <strong><xsl:value-of select="$suggestion/@export"/></strong>
      <xsl:text> to check </xsl:text>
      <xsl:value-of select="format-number($suggestion/@rules, '#,##0')"/>
      <xsl:text> more.</xsl:text>
    </xsl:if>
  </xsl:template>

  <xsl:template match="@name" mode="fact">
    <div><dt>Data set</dt><dd><xsl:value-of select="."/></dd></div>
  </xsl:template>
  <xsl:template match="r:app/@id" mode="fact">
    <div><dt>App</dt><dd><code><xsl:value-of select="."/></code></dd></div>
  </xsl:template>
  <xsl:template match="r:app/@platform" mode="fact">
    <div><dt>Platform</dt><dd><xsl:value-of select="."/></dd></div>
  </xsl:template>
  <xsl:template match="@failOn" mode="fact">
    <div>
      <dt>Fails from</dt>
      <dd><xsl:value-of select="."/></dd>
    </div>
  </xsl:template>
</xsl:stylesheet>
