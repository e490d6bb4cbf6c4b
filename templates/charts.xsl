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
        <xsl:apply-templates select="../r:trend" mode="charts"/>
      </div>
    </section>
  </xsl:template>

  <!-- One column a run, worst at the bottom, oldest on the left. -->
  <xsl:template match="r:trend" mode="charts">
    <xsl:variable name="highest">
      <xsl:for-each select="r:run">
        <xsl:sort select="@critical + @high + @medium + @low" data-type="number" order="descending"/>
        <xsl:if test="position() = 1">
          <xsl:value-of select="@critical + @high + @medium + @low"/>
        </xsl:if>
      </xsl:for-each>
    </xsl:variable>
    <xsl:variable name="scale" select="100 div ($highest + ($highest = 0))"/>
    <div>
      <h3>Over the last runs</h3>
      <svg class="trend" viewBox="0 0 {count(r:run) * 16} 100" preserveAspectRatio="none" role="img">
        <xsl:attribute name="aria-label">
          <xsl:text>Findings of each run, oldest first: </xsl:text>
          <xsl:for-each select="r:run">
            <xsl:if test="position() &gt; 1">, </xsl:if>
            <xsl:value-of select="@critical + @high + @medium + @low"/>
          </xsl:for-each>
        </xsl:attribute>
        <xsl:apply-templates select="r:run" mode="charts">
          <xsl:with-param name="scale" select="$scale"/>
        </xsl:apply-templates>
      </svg>
      <p class="trend-ends">
        <span>
          <xsl:call-template name="day"><xsl:with-param name="of" select="r:run[1]/@asOf"/></xsl:call-template>
          <xsl:text>: </xsl:text>
          <xsl:apply-templates select="r:run[1]" mode="total"/>
        </span>
        <xsl:if test="r:run[2]">
          <span>
            <xsl:call-template name="day">
              <xsl:with-param name="of" select="r:run[last()]/@asOf"/>
            </xsl:call-template>
            <xsl:text>: </xsl:text>
            <xsl:apply-templates select="r:run[last()]" mode="total"/>
          </span>
        </xsl:if>
      </p>
    </div>
  </xsl:template>

  <xsl:template match="r:run" mode="charts">
    <xsl:param name="scale"/>
    <xsl:variable name="left" select="16 * (position() - 1) + 2"/>
    <g>
      <rect class="trend-critical" x="{$left}" width="12"
        y="{100 - $scale * @critical}" height="{$scale * @critical}"/>
      <rect class="trend-high" x="{$left}" width="12"
        y="{100 - $scale * (@critical + @high)}" height="{$scale * @high}"/>
      <rect class="trend-medium" x="{$left}" width="12"
        y="{100 - $scale * (@critical + @high + @medium)}" height="{$scale * @medium}"/>
      <rect class="trend-low" x="{$left}" width="12"
        y="{100 - $scale * (@critical + @high + @medium + @low)}" height="{$scale * @low}"/>
    </g>
  </xsl:template>

  <xsl:template match="r:run" mode="total">
    <xsl:value-of select="format-number(@critical + @high + @medium + @low, '#,##0')"/>
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
