<?xml version="1.0" encoding="UTF-8"?>
<!-- The first line: the verdict, and how many of the rules it rests on. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
  xmlns:r="urn:siwa-audit:report:1" exclude-result-prefixes="r">
  <xsl:template match="r:report" mode="verdict">
    <header class="top">
      <h1>
        <span class="verdict verdict-{r:summary/@result}">
          <!-- A pass that rests on few rules is not shown as a whole one. -->
          <xsl:if test="r:summary/@result = 'pass' and
            2 * r:summary/@evaluated &lt; r:summary/@rules">
            <xsl:attribute name="class">verdict verdict-pass verdict-thin</xsl:attribute>
          </xsl:if>
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
      <xsl:apply-templates select="r:rules" mode="coverage"/>
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

  <!-- All rules as one bar, with what each part means and how many it is. -->
  <xsl:template match="r:rules" mode="coverage">
    <div class="coverage-bar">
      <svg viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <defs>
          <pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)">
            <rect class="hatch-ground" width="7" height="7"/>
            <rect class="hatch-line" width="2" height="7"/>
          </pattern>
        </defs>
        <xsl:call-template name="coverage-part">
          <xsl:with-param name="result" select="'error'"/>
        </xsl:call-template>
        <xsl:call-template name="coverage-part">
          <xsl:with-param name="result" select="'fail'"/>
          <xsl:with-param name="before" select="count(r:rule[@result = 'error'])"/>
        </xsl:call-template>
        <xsl:call-template name="coverage-part">
          <xsl:with-param name="result" select="'pass'"/>
          <xsl:with-param name="before"
            select="count(r:rule[@result = 'error' or @result = 'fail'])"/>
        </xsl:call-template>
        <xsl:call-template name="coverage-part">
          <xsl:with-param name="result" select="'not-evaluated'"/>
          <xsl:with-param name="before"
            select="count(r:rule[@result = 'error' or @result = 'fail' or @result = 'pass'])"/>
        </xsl:call-template>
        <xsl:call-template name="coverage-part">
          <xsl:with-param name="result" select="'off'"/>
          <xsl:with-param name="before" select="count(r:rule[@result != 'off'])"/>
        </xsl:call-template>
      </svg>
      <ul>
        <xsl:apply-templates select="r:rule[@result = 'error'][1]" mode="coverage-legend"/>
        <xsl:apply-templates select="r:rule[@result = 'fail'][1]" mode="coverage-legend"/>
        <xsl:apply-templates select="r:rule[@result = 'pass'][1]" mode="coverage-legend"/>
        <xsl:apply-templates select="r:rule[@result = 'not-evaluated'][1]" mode="coverage-legend"/>
        <xsl:apply-templates select="r:rule[@result = 'off'][1]" mode="coverage-legend"/>
      </ul>
    </div>
  </xsl:template>

  <!-- A gap of two units keeps neighbours apart. -->
  <xsl:template name="coverage-part">
    <xsl:param name="result"/>
    <xsl:param name="before" select="0"/>
    <xsl:variable name="count" select="count(r:rule[@result = $result])"/>
    <xsl:if test="$count &gt; 0">
      <xsl:variable name="width" select="1000 * $count div count(r:rule)"/>
      <rect class="part-{$result}" height="10"
        x="{format-number(1000 * $before div count(r:rule), '0.##')}"
        width="{format-number($width - 2 * ($width &gt; 4), '0.##')}"/>
    </xsl:if>
  </xsl:template>

  <xsl:template match="r:rule" mode="coverage-legend">
    <xsl:variable name="result" select="@result"/>
    <li>
      <a href="#rules-{@result}">
        <span class="result result-{@result}">
          <span class="sign" aria-hidden="true"><xsl:apply-templates select="@result" mode="sign"/></span>
          <strong>
            <xsl:value-of select="format-number(count(../r:rule[@result = $result]), '#,##0')"/>
          </strong>
          <xsl:text> </xsl:text>
          <xsl:apply-templates select="@result" mode="plural"/>
        </span>
      </a>
    </li>
  </xsl:template>

  <xsl:template match="@result[. = 'fail']" mode="plural">fired</xsl:template>
  <xsl:template match="@result[. = 'pass']" mode="plural">passed</xsl:template>
  <xsl:template match="@result[. = 'not-evaluated']" mode="plural">not evaluated</xsl:template>
  <xsl:template match="@result[. = 'error']" mode="plural">failed to run</xsl:template>
  <xsl:template match="@result[. = 'off']" mode="plural">switched off</xsl:template>

  <xsl:template match="r:summary" mode="lead">
    <xsl:choose>
      <xsl:when test="@findings = 0 and @evaluated = 0">
        <xsl:text>Nothing was checked, so nothing can be said to be in order.</xsl:text>
      </xsl:when>
      <xsl:when test="@findings = 0">
        <xsl:text>Nothing was found by the rules that could be checked</xsl:text>
        <xsl:if test="2 * @evaluated &lt; @rules">, but most could not</xsl:if>
        <xsl:text>.</xsl:text>
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
        <xsl:if test="@waived &gt; 0">
          <xsl:text> </xsl:text>
          <xsl:value-of select="format-number(@waived, '#,##0')"/>
          <xsl:text> waived, </xsl:text>
          <xsl:value-of select="format-number(@open, '#,##0')"/>
          <xsl:text> open.</xsl:text>
        </xsl:if>
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
