<?xml version="1.0" encoding="UTF-8"?>
<!-- Findings by severity and by area, as bars beside their numbers, and over the last runs. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
  xmlns:r="urn:siwa-audit:report:1" exclude-result-prefixes="r">
  <xsl:key name="area" match="r:rule[@findings &gt; 0]" use="substring-before(@id, '.')"/>

  <!-- So many runs fit side by side; of more, the newest are drawn. -->
  <xsl:variable name="drawn-runs" select="60"/>

  <xsl:template match="r:summary" mode="charts">
    <section aria-labelledby="overview">
      <h2 id="overview">Findings at a glance</h2>
      <div class="charts">
        <xsl:if test="@findings &gt; 0">
          <div>
            <h3>By severity</h3>
            <ul class="bars">
              <xsl:apply-templates select="@critical | @high | @medium | @low" mode="bar"/>
            </ul>
          </div>
        </xsl:if>
        <xsl:apply-templates select="../r:trend" mode="charts"/>
        <xsl:if test="../r:rules/r:rule[@findings &gt; 0]">
          <div class="by-area">
            <h3>By area</h3>
            <xsl:apply-templates select="../r:rules" mode="areas"/>
          </div>
        </xsl:if>
      </div>
    </section>
  </xsl:template>

  <!-- A bar's length is its share of the longest one. -->
  <xsl:template match="@*" mode="bar">
    <xsl:variable name="longest">
      <xsl:for-each select="../@critical | ../@high | ../@medium | ../@low">
        <xsl:sort select="." data-type="number" order="descending"/>
        <xsl:if test="position() = 1"><xsl:value-of select="."/></xsl:if>
      </xsl:for-each>
    </xsl:variable>
    <li>
      <span class="bar-name severity severity-{name()}"><xsl:value-of select="name()"/></span>
      <svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none"
        aria-hidden="true" focusable="false">
        <rect class="bar-track" width="100" height="10"/>
        <rect class="fill-{name()}" height="10"
          width="{format-number(100 * . div $longest, '0.##')}"/>
      </svg>
      <span class="bar-count"><xsl:value-of select="format-number(., '#,##0')"/></span>
    </li>
  </xsl:template>

  <xsl:template match="r:rules" mode="areas">
    <xsl:variable name="areas" select="r:rule[@findings &gt; 0][
      generate-id() = generate-id(key('area', substring-before(@id, '.'))[1])]"/>
    <xsl:variable name="longest">
      <xsl:for-each select="$areas">
        <xsl:sort select="sum(key('area', substring-before(@id, '.'))/@findings)"
          data-type="number" order="descending"/>
        <xsl:if test="position() = 1">
          <xsl:value-of select="sum(key('area', substring-before(@id, '.'))/@findings)"/>
        </xsl:if>
      </xsl:for-each>
    </xsl:variable>
    <ul class="bars">
      <xsl:apply-templates select="$areas" mode="area-bar">
        <xsl:sort select="sum(key('area', substring-before(@id, '.'))/@findings)"
          data-type="number" order="descending"/>
        <xsl:sort select="@id"/>
        <xsl:with-param name="scale" select="100 div $longest"/>
      </xsl:apply-templates>
    </ul>
  </xsl:template>

  <!-- The rule's own severity colours its part of the bar. -->
  <xsl:template match="r:rule" mode="area-bar">
    <xsl:param name="scale"/>
    <xsl:variable name="rules" select="key('area', substring-before(@id, '.'))"/>
    <xsl:variable name="critical" select="sum($rules[@severity = 'critical']/@findings)"/>
    <xsl:variable name="high" select="sum($rules[@severity = 'high']/@findings)"/>
    <xsl:variable name="medium" select="sum($rules[@severity = 'medium']/@findings)"/>
    <xsl:variable name="low" select="sum($rules[@severity = 'low']/@findings)"/>
    <li>
      <span class="bar-name"><xsl:value-of select="substring-before(@id, '.')"/></span>
      <svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none"
        aria-hidden="true" focusable="false">
        <rect class="bar-track" width="100" height="10"/>
        <rect class="fill-critical" height="10" width="{format-number($scale * $critical, '0.##')}"/>
        <rect class="fill-high" height="10" x="{format-number($scale * $critical, '0.##')}"
          width="{format-number($scale * $high, '0.##')}"/>
        <rect class="fill-medium" height="10" x="{format-number($scale * ($critical + $high), '0.##')}"
          width="{format-number($scale * $medium, '0.##')}"/>
        <rect class="fill-low" height="10"
          x="{format-number($scale * ($critical + $high + $medium), '0.##')}"
          width="{format-number($scale * $low, '0.##')}"/>
      </svg>
      <span class="bar-count"><xsl:value-of select="format-number(sum($rules/@findings), '#,##0')"/></span>
    </li>
  </xsl:template>

  <!-- One column a run, worst at the bottom, oldest on the left. -->
  <xsl:template match="r:trend" mode="charts">
    <xsl:variable name="runs" select="r:run[position() &gt; last() - $drawn-runs]"/>
    <xsl:variable name="highest">
      <xsl:for-each select="$runs">
        <xsl:sort select="@critical + @high + @medium + @low" data-type="number" order="descending"/>
        <xsl:if test="position() = 1">
          <xsl:value-of select="@critical + @high + @medium + @low"/>
        </xsl:if>
      </xsl:for-each>
    </xsl:variable>
    <!-- A few runs don't make blocks of columns. -->
    <xsl:variable name="places" select="count($runs) + (count($runs) &lt; 12) * (12 - count($runs))"/>
    <div>
      <h3>Over the last runs</h3>
      <svg class="trend" viewBox="0 0 {$places * 16} 100" preserveAspectRatio="none" role="img">
        <xsl:attribute name="aria-label">
          <xsl:text>Findings of each run, oldest first: </xsl:text>
          <xsl:for-each select="$runs">
            <xsl:if test="position() &gt; 1">, </xsl:if>
            <xsl:value-of select="@critical + @high + @medium + @low"/>
          </xsl:for-each>
        </xsl:attribute>
        <xsl:apply-templates select="$runs" mode="charts">
          <xsl:with-param name="scale" select="100 div ($highest + ($highest = 0))"/>
        </xsl:apply-templates>
      </svg>
      <p class="trend-ends">
        <xsl:apply-templates select="$runs[1]" mode="trend-end"/>
        <xsl:apply-templates select="$runs[position() &gt; 1][last()]" mode="trend-end"/>
      </p>
    </div>
  </xsl:template>

  <xsl:template match="r:run" mode="charts">
    <xsl:param name="scale"/>
    <xsl:variable name="left" select="16 * (position() - 1) + 2"/>
    <xsl:variable name="critical" select="$scale * @critical"/>
    <xsl:variable name="high" select="$scale * @high"/>
    <xsl:variable name="medium" select="$scale * @medium"/>
    <xsl:variable name="low" select="$scale * @low"/>
    <g>
      <title>
        <xsl:value-of select="concat(@asOf, ': ', @critical + @high + @medium + @low)"/>
      </title>
      <rect class="fill-critical" x="{$left}" width="12"
        y="{format-number(100 - $critical, '0.##')}" height="{format-number($critical, '0.##')}"/>
      <rect class="fill-high" x="{$left}" width="12"
        y="{format-number(100 - $critical - $high, '0.##')}" height="{format-number($high, '0.##')}"/>
      <rect class="fill-medium" x="{$left}" width="12"
        y="{format-number(100 - $critical - $high - $medium, '0.##')}"
        height="{format-number($medium, '0.##')}"/>
      <rect class="fill-low" x="{$left}" width="12"
        y="{format-number(100 - $critical - $high - $medium - $low, '0.##')}"
        height="{format-number($low, '0.##')}"/>
    </g>
  </xsl:template>

  <xsl:template match="r:run" mode="trend-end">
    <span>
      <xsl:call-template name="day"><xsl:with-param name="of" select="@asOf"/></xsl:call-template>
      <xsl:text>: </xsl:text>
      <strong>
        <xsl:value-of select="format-number(@critical + @high + @medium + @low, '#,##0')"/>
      </strong>
    </span>
  </xsl:template>
</xsl:stylesheet>
