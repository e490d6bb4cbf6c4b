<?xml version="1.0" encoding="UTF-8"?>
<!-- The records that prove a finding. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
  xmlns:r="urn:siwa-audit:report:1" exclude-result-prefixes="r">
  <xsl:template match="r:evidence" mode="evidence">
    <table class="evidence">
      <caption>
        <xsl:text>Evidence</xsl:text>
        <xsl:if test="@records &gt; count(r:record)">
          <xsl:text>: the first </xsl:text>
          <xsl:value-of select="count(r:record)"/>
          <xsl:text> of </xsl:text>
          <xsl:call-template name="count">
            <xsl:with-param name="of" select="@records"/>
            <xsl:with-param name="noun" select="'record'"/>
          </xsl:call-template>
        </xsl:if>
      </caption>
      <thead>
        <tr>
          <th scope="col">Record</th>
          <th scope="col">Fields</th>
        </tr>
      </thead>
      <tbody><xsl:apply-templates select="r:record" mode="evidence"/></tbody>
    </table>
  </xsl:template>

  <xsl:template match="r:record" mode="evidence">
    <tr>
      <th scope="row">
        <code class="key"><xsl:value-of select="@key"/></code>
        <span class="place"><xsl:value-of select="concat(@file, ':', @line)"/></span>
      </th>
      <td>
        <!-- The key stands in the row's head. -->
        <xsl:variable name="fields" select="r:field[string() != ../@key]"/>
        <xsl:if test="$fields">
          <dl class="fields"><xsl:apply-templates select="$fields" mode="evidence"/></dl>
        </xsl:if>
      </td>
    </tr>
  </xsl:template>

  <xsl:template match="r:field" mode="evidence">
    <div>
      <dt><xsl:value-of select="@name"/></dt>
      <dd>
        <xsl:call-template name="value">
          <xsl:with-param name="of" select="string(.)"/>
        </xsl:call-template>
      </dd>
    </div>
  </xsl:template>
</xsl:stylesheet>
