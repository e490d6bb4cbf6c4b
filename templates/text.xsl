<?xml version="1.0" encoding="UTF-8"?>
<!-- How numbers, times and amounts are written: text functions, no layout. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
  xmlns:r="urn:siwa-audit:report:1" exclude-result-prefixes="r">
  <xsl:variable name="months" select="'JanFebMarAprMayJunJulAugSepOctNovDec'"/>

  <!-- 12,345 -->
  <xsl:template name="number">
    <xsl:param name="of"/>
    <xsl:value-of select="format-number($of, '#,##0')"/>
  </xsl:template>

  <!-- "1 finding", "2,000 findings" -->
  <xsl:template name="count">
    <xsl:param name="of"/>
    <xsl:param name="noun"/>
    <xsl:param name="plural" select="concat($noun, 's')"/>
    <xsl:value-of select="format-number($of, '#,##0')"/>
    <xsl:text> </xsl:text>
    <xsl:choose>
      <xsl:when test="$of = 1"><xsl:value-of select="$noun"/></xsl:when>
      <xsl:otherwise><xsl:value-of select="$plural"/></xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <!-- What stands between backticks becomes code; a lone backtick stands for itself. -->
  <xsl:template name="ticked">
    <xsl:param name="of"/>
    <xsl:choose>
      <xsl:when test="contains(substring-after($of, '`'), '`')">
        <xsl:value-of select="substring-before($of, '`')"/>
        <code><xsl:value-of select="substring-before(substring-after($of, '`'), '`')"/></code>
        <xsl:call-template name="ticked">
          <xsl:with-param name="of" select="substring-after(substring-after($of, '`'), '`')"/>
        </xsl:call-template>
      </xsl:when>
      <xsl:otherwise><xsl:value-of select="$of"/></xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <!-- 2026-10-01T08:00:05Z becomes "1 Oct 2026, 08:00:05 UTC", the exact form beside it. -->
  <xsl:template name="time">
    <xsl:param name="of"/>
    <time datetime="{$of}" title="{$of}">
      <xsl:value-of select="number(substring($of, 9, 2))"/>
      <xsl:text> </xsl:text>
      <xsl:value-of select="substring($months, 3 * number(substring($of, 6, 2)) - 2, 3)"/>
      <xsl:text> </xsl:text>
      <xsl:value-of select="substring($of, 1, 4)"/>
      <xsl:text>, </xsl:text>
      <xsl:value-of select="substring-before(substring($of, 12), 'Z')"/>
      <xsl:text> UTC</xsl:text>
    </time>
  </xsl:template>

  <!-- 2026-10-01T08:00:05Z becomes "1 Oct 2026". -->
  <xsl:template name="day">
    <xsl:param name="of"/>
    <time datetime="{$of}" title="{$of}">
      <xsl:value-of select="number(substring($of, 9, 2))"/>
      <xsl:text> </xsl:text>
      <xsl:value-of select="substring($months, 3 * number(substring($of, 6, 2)) - 2, 3)"/>
      <xsl:text> </xsl:text>
      <xsl:value-of select="substring($of, 1, 4)"/>
    </time>
  </xsl:template>

  <!-- 1.25000000 becomes 1.25: at least two decimals stay. -->
  <xsl:template name="amount">
    <xsl:param name="of"/>
    <data value="{$of}">
      <xsl:call-template name="trimmed">
        <xsl:with-param name="of" select="$of"/>
      </xsl:call-template>
    </data>
  </xsl:template>

  <xsl:template name="trimmed">
    <xsl:param name="of"/>
    <xsl:variable name="last" select="string-length($of)"/>
    <xsl:choose>
      <xsl:when test="string-length(substring-after($of, '.')) &gt; 2 and substring($of, $last) = '0'">
        <xsl:call-template name="trimmed">
          <xsl:with-param name="of" select="substring($of, 1, $last - 1)"/>
        </xsl:call-template>
      </xsl:when>
      <xsl:otherwise><xsl:value-of select="$of"/></xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <!-- A value as it stands in a record: a time or an amount is known by its form. -->
  <xsl:template name="value">
    <xsl:param name="of"/>
    <!-- The cheap tests come first: this runs for every field of every record. -->
    <xsl:choose>
      <xsl:when test="substring($of, 11, 1) = 'T' and
        translate(substring($of, 1, 19), '123456789', '000000000') = '0000-00-00T00:00:00' and
        (substring($of, 20) = 'Z' or starts-with(substring($of, 20), '.') and
        translate(substring($of, 21), '0123456789', '') = 'Z')">
        <xsl:call-template name="time">
          <xsl:with-param name="of" select="$of"/>
        </xsl:call-template>
      </xsl:when>
      <xsl:when test="string-length(substring-after($of, '.')) = 8 and
        translate(substring-after($of, '.'), '0123456789', '') = '' and
        translate(substring($of, 1, 1), '-0123456789', '') = '' and
        translate(substring(substring-before($of, '.'), 2), '0123456789', '') = '' and
        number($of) = number($of)">
        <xsl:call-template name="amount">
          <xsl:with-param name="of" select="$of"/>
        </xsl:call-template>
      </xsl:when>
      <xsl:otherwise><xsl:value-of select="$of"/></xsl:otherwise>
    </xsl:choose>
  </xsl:template>
</xsl:stylesheet>
