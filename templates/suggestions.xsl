<?xml version="1.0" encoding="UTF-8"?>
<!-- What to export so that more rules can be checked, one after the other. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
  xmlns:r="urn:siwa-audit:report:1" exclude-result-prefixes="r">
  <!-- What is worth reading at once; the others are folded. -->
  <xsl:variable name="first" select="6"/>

  <xsl:template match="r:suggestions" mode="suggestions">
    <section aria-labelledby="suggestions">
      <h2 id="suggestions">What to export next</h2>
      <p>
        <xsl:call-template name="count">
          <xsl:with-param name="of" select="../r:summary/@notEvaluated"/>
          <xsl:with-param name="noun" select="'rule'"/>
        </xsl:call-template>
        <xsl:text> could not be checked. In this order, each of these adds some of them.</xsl:text>
      </p>
      <ol class="suggestions">
        <xsl:apply-templates select="r:suggestion[position() &lt;= $first]" mode="suggestions"/>
      </ol>
      <xsl:if test="r:suggestion[position() &gt; $first]">
        <details>
          <summary>
            <xsl:value-of select="format-number(count(r:suggestion) - $first, '#,##0')"/>
            <xsl:text> more</xsl:text>
          </summary>
          <ol class="suggestions" start="{$first + 1}">
            <xsl:apply-templates select="r:suggestion[position() &gt; $first]" mode="suggestions"/>
          </ol>
        </details>
      </xsl:if>
    </section>
  </xsl:template>

  <xsl:template match="r:suggestion" mode="suggestions">
    <li>
      <span class="gain">
        <xsl:text>+</xsl:text>
        <xsl:call-template name="count">
          <xsl:with-param name="of" select="@rules"/>
          <xsl:with-param name="noun" select="'rule'"/>
        </xsl:call-template>
      </span>
      <span><xsl:value-of select="@export"/></span>
    </li>
  </xsl:template>
</xsl:stylesheet>
