<?xml version="1.0" encoding="UTF-8"?>
<!-- What the configuration changed about the rules: nobody should have to guess what was let pass. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
  xmlns:r="urn:siwa-audit:report:1" exclude-result-prefixes="r">
  <xsl:template match="r:rules" mode="overrides">
    <xsl:variable name="overridden" select="r:rule[@defaultSeverity or @result = 'off']"/>
    <xsl:if test="$overridden">
      <section aria-labelledby="overrides">
        <h2 id="overrides">What your configuration overrides</h2>
        <p>
          <xsl:call-template name="count">
            <xsl:with-param name="of" select="count($overridden)"/>
            <xsl:with-param name="noun" select="'rule'"/>
          </xsl:call-template>
          <xsl:choose>
            <xsl:when test="count($overridden) = 1"> is</xsl:when>
            <xsl:otherwise> are</xsl:otherwise>
          </xsl:choose>
          <xsl:text> not judged as delivered. The verdict rests on this.</xsl:text>
        </p>
        <table class="overrides">
          <thead>
            <tr>
              <th scope="col">Rule</th>
              <th scope="col">Override</th>
              <th scope="col">Reason</th>
            </tr>
          </thead>
          <tbody><xsl:apply-templates select="$overridden" mode="override"/></tbody>
        </table>
      </section>
    </xsl:if>
  </xsl:template>

  <xsl:template match="r:rule" mode="override">
    <tr>
      <th scope="row">
        <a class="rule-id" href="#row-{@id}"><xsl:value-of select="@id"/></a>
        <span class="rule-title"><xsl:value-of select="r:title"/></span>
      </th>
      <td>
        <xsl:if test="@result = 'off'">
          <xsl:apply-templates select="." mode="result"/>
        </xsl:if>
        <xsl:if test="@defaultSeverity">
          <span class="shift">
            <xsl:apply-templates select="@defaultSeverity" mode="severity"/>
            <span aria-hidden="true"> → </span>
            <span class="visually-hidden"> becomes </span>
            <xsl:apply-templates select="@severity" mode="severity"/>
          </span>
        </xsl:if>
      </td>
      <td>
        <xsl:choose>
          <xsl:when test="string(r:off) != ''"><xsl:value-of select="r:off"/></xsl:when>
          <xsl:otherwise><span class="aside">none given</span></xsl:otherwise>
        </xsl:choose>
      </td>
    </tr>
  </xsl:template>
</xsl:stylesheet>
