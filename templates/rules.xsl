<?xml version="1.0" encoding="UTF-8"?>
<!-- Every rule and what came of it; what was not evaluated never looks like what passed. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
  xmlns:r="urn:siwa-audit:report:1" exclude-result-prefixes="r">
  <!-- Where everything is new, saying so everywhere says nothing. -->
  <xsl:variable name="has-known"
    select="/r:report/r:summary/@new &lt; /r:report/r:summary/@findings"/>

  <xsl:template match="r:rules" mode="table">
    <section aria-labelledby="rules">
      <h2 id="rules">Rules</h2>
      <table class="rules">
        <thead>
          <tr>
            <th scope="col">Result</th>
            <th scope="col" data-sort="text">Rule</th>
            <th scope="col" class="wide" data-sort="number">Severity</th>
            <th scope="col" class="figure" data-sort="number">Findings</th>
            <th scope="col" class="figure wide" data-sort="number">At risk</th>
          </tr>
        </thead>
        <xsl:apply-templates select="r:rule[@result = 'error'][1]" mode="group"/>
        <xsl:apply-templates select="r:rule[@result = 'fail'][1]" mode="group"/>
        <xsl:apply-templates select="r:rule[@result = 'pass'][1]" mode="group"/>
        <xsl:apply-templates select="r:rule[@result = 'not-evaluated'][1]" mode="group"/>
        <xsl:apply-templates select="r:rule[@result = 'off'][1]" mode="group"/>
      </table>
    </section>
  </xsl:template>

  <!-- The first rule of a result stands for all of them. -->
  <xsl:template match="r:rule" mode="group">
    <xsl:variable name="result" select="@result"/>
    <xsl:variable name="group" select="../r:rule[@result = $result]"/>
    <tbody>
      <tr class="group">
        <th scope="rowgroup" colspan="5" id="rules-{$result}">
          <xsl:apply-templates select="." mode="result-heading"/>
          <span class="group-count">
            <xsl:value-of select="format-number(count($group), '#,##0')"/>
          </span>
        </th>
      </tr>
      <xsl:apply-templates select="$group" mode="row"/>
    </tbody>
  </xsl:template>

  <xsl:template match="r:rule" mode="row">
    <tr class="row-{@result}" id="row-{@id}">
      <td><xsl:apply-templates select="." mode="result"/></td>
      <th scope="row" data-value="{@id}">
        <xsl:choose>
          <xsl:when test="@findings &gt; 0">
            <a class="rule-id" href="#rule-{@id}"><xsl:value-of select="@id"/></a>
          </xsl:when>
          <xsl:otherwise><span class="rule-id"><xsl:value-of select="@id"/></span></xsl:otherwise>
        </xsl:choose>
        <span class="rule-title"><xsl:value-of select="r:title"/></span>
        <span class="narrow"><xsl:apply-templates select="@severity" mode="severity"/></span>
        <xsl:if test="r:notEvaluated | r:error | r:off">
          <span class="aside">
            <xsl:call-template name="ticked">
              <xsl:with-param name="of" select="string(r:notEvaluated | r:error | r:off)"/>
            </xsl:call-template>
          </span>
        </xsl:if>
      </th>
      <td class="wide">
        <xsl:attribute name="data-value">
          <xsl:apply-templates select="@severity" mode="rank"/>
        </xsl:attribute>
        <xsl:apply-templates select="@severity" mode="severity"/>
      </td>
      <td class="figure" data-value="{@findings}">
        <xsl:choose>
          <xsl:when test="@result = 'fail' or @result = 'pass'">
            <xsl:value-of select="format-number(@findings, '#,##0')"/>
          </xsl:when>
          <xsl:otherwise>–</xsl:otherwise>
        </xsl:choose>
        <xsl:if test="@new &gt; 0 and $has-known">
          <span class="aside"><xsl:value-of select="format-number(@new, '#,##0')"/> new</span>
        </xsl:if>
        <xsl:if test="@waived">
          <span class="aside"><xsl:value-of select="format-number(@waived, '#,##0')"/> waived</span>
        </xsl:if>
      </td>
      <td class="figure wide" data-value="{@exposure}">
        <xsl:if test="@exposure and @findings &gt; 0">
          <xsl:call-template name="amount">
            <xsl:with-param name="of" select="@exposure"/>
          </xsl:call-template>
        </xsl:if>
      </td>
    </tr>
  </xsl:template>

  <xsl:template match="r:rule[@result = 'fail']" mode="result-heading">Fired</xsl:template>
  <xsl:template match="r:rule[@result = 'error']" mode="result-heading">Failed to run</xsl:template>
  <xsl:template match="r:rule[@result = 'pass']" mode="result-heading">Passed</xsl:template>
  <xsl:template match="r:rule[@result = 'not-evaluated']" mode="result-heading">Not evaluated</xsl:template>
  <xsl:template match="r:rule[@result = 'off']" mode="result-heading">Switched off</xsl:template>

  <!-- A sign, a word and a border tell results apart; colour only helps. -->
  <xsl:template match="r:rule" mode="result">
    <span class="result result-{@result}">
      <span class="sign" aria-hidden="true"><xsl:apply-templates select="@result" mode="sign"/></span>
      <span class="word"><xsl:apply-templates select="@result" mode="word"/></span>
    </span>
  </xsl:template>

  <xsl:template match="@result[. = 'fail']" mode="sign">✕</xsl:template>
  <xsl:template match="@result[. = 'pass']" mode="sign">✓</xsl:template>
  <xsl:template match="@result[. = 'not-evaluated']" mode="sign">?</xsl:template>
  <xsl:template match="@result[. = 'error']" mode="sign">!</xsl:template>
  <xsl:template match="@result[. = 'off']" mode="sign">–</xsl:template>
  <xsl:template match="@result[. = 'not-evaluated']" mode="word">not evaluated</xsl:template>
  <xsl:template match="@result" mode="word"><xsl:value-of select="."/></xsl:template>

  <xsl:template match="@*[. = 'critical']" mode="rank">4</xsl:template>
  <xsl:template match="@*[. = 'high']" mode="rank">3</xsl:template>
  <xsl:template match="@*[. = 'medium']" mode="rank">2</xsl:template>
  <xsl:template match="@*[. = 'low']" mode="rank">1</xsl:template>

  <xsl:template match="@severity | @defaultSeverity" mode="severity">
    <span class="severity severity-{.}"><xsl:value-of select="."/></span>
  </xsl:template>
</xsl:stylesheet>
