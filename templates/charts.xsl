<?xml version="1.0" encoding="UTF-8"?>
<!-- Findings by severity and by area, as bars beside their numbers. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
  xmlns:r="urn:siwa-audit:report:1" exclude-result-prefixes="r">
  <xsl:key name="area" match="r:rule[@findings &gt; 0]" use="substring-before(@id, '.')"/>

  <xsl:template match="r:summary" mode="charts">
    <section aria-labelledby="overview">
      <h2 id="overview">Findings at a glance</h2>
      <div class="charts">
        <div>
          <h3>By severity</h3>
          <ul class="bars">
            <xsl:apply-templates select="@critical | @high | @medium | @low" mode="bar"/>
          </ul>
        </div>
        <div>
          <h3>By area</h3>
          <ul class="bars">
            <xsl:apply-templates mode="area-bar" select="../r:rules/r:rule[@findings &gt; 0][
              generate-id() = generate-id(key('area', substring-before(@id, '.'))[1])]">
              <xsl:sort select="sum(key('area', substring-before(@id, '.'))/@findings)"
                data-type="number" order="descending"/>
              <xsl:sort select="@id"/>
            </xsl:apply-templates>
          </ul>
        </div>
      </div>
    </section>
  </xsl:template>

  <xsl:template match="@*" mode="bar">
    <li>
      <span class="bar-name severity severity-{name()}"><xsl:value-of select="name()"/></span>
      <svg class="bar bar-{name()}" viewBox="0 0 100 10" preserveAspectRatio="none"
        aria-hidden="true" focusable="false">
        <rect class="bar-track" width="100" height="10"/>
        <rect class="bar-fill" width="{format-number(100 * . div ../@findings, '0.##')}" height="10"/>
      </svg>
      <span class="bar-count"><xsl:value-of select="format-number(., '#,##0')"/></span>
    </li>
  </xsl:template>

  <xsl:template match="r:rule" mode="area-bar">
    <xsl:variable name="area" select="substring-before(@id, '.')"/>
    <xsl:variable name="count" select="sum(key('area', $area)/@findings)"/>
    <li>
      <span class="bar-name"><xsl:value-of select="$area"/></span>
      <svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none"
        aria-hidden="true" focusable="false">
        <rect class="bar-track" width="100" height="10"/>
        <rect class="bar-fill" height="10"
          width="{format-number(100 * $count div sum(../r:rule/@findings), '0.##')}"/>
      </svg>
      <span class="bar-count"><xsl:value-of select="format-number($count, '#,##0')"/></span>
    </li>
  </xsl:template>
</xsl:stylesheet>
