<?xml version="1.0" encoding="UTF-8"?>
<!-- What was read, and what was not taken. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
  xmlns:r="urn:siwa-audit:report:1" exclude-result-prefixes="r">
  <xsl:key name="stream" match="r:file[@records &gt; 0]" use="@stream"/>

  <xsl:template match="r:inputs" mode="inputs">
    <section aria-labelledby="inputs">
      <h2 id="inputs">What was read</h2>
      <p>
        <xsl:call-template name="count">
          <xsl:with-param name="of" select="sum(r:file/@records)"/>
          <xsl:with-param name="noun" select="'record'"/>
        </xsl:call-template>
        <xsl:text> in </xsl:text>
        <xsl:call-template name="count">
          <xsl:with-param name="of" select="count(r:file[@stream or @kind])"/>
          <xsl:with-param name="noun" select="'file'"/>
        </xsl:call-template>
        <xsl:choose>
          <xsl:when test="@rejected &gt; 0">
            <xsl:text>; </xsl:text>
            <a href="#rejected">
              <xsl:value-of select="concat(format-number(@rejected, '#,##0'), ' rejected')"/>
            </a>
            <xsl:text>.</xsl:text>
          </xsl:when>
          <xsl:otherwise>; none rejected.</xsl:otherwise>
        </xsl:choose>
      </p>
      <xsl:if test="r:file[@records &gt; 0]">
        <ul class="streams">
          <xsl:apply-templates mode="stream" select="r:file[@records &gt; 0][
            generate-id() = generate-id(key('stream', @stream)[1])]">
            <xsl:sort select="@stream"/>
          </xsl:apply-templates>
        </ul>
      </xsl:if>
      <xsl:variable name="odd" select="r:file[@outcome = 'damaged' or
        @outcome = 'not-recognised' or @rejected &gt; 0 or r:unknownField]"/>
      <xsl:if test="$odd">
        <h3 id="odd-files">Files to look at</h3>
        <xsl:call-template name="files">
          <xsl:with-param name="files" select="$odd"/>
        </xsl:call-template>
      </xsl:if>
      <xsl:if test="r:file">
        <details class="all-files">
          <summary>
            <xsl:text>All files (</xsl:text>
            <xsl:value-of select="format-number(count(r:file), '#,##0')"/>
            <xsl:text>)</xsl:text>
          </summary>
          <xsl:call-template name="files">
            <xsl:with-param name="files" select="r:file"/>
          </xsl:call-template>
        </details>
      </xsl:if>
      <xsl:if test="r:mappingProblem">
        <h3 id="mapping">The mapping asks for what is not there</h3>
        <ul>
          <xsl:for-each select="r:mappingProblem">
            <li>
              <code><xsl:value-of select="@place"/></code>
              <xsl:if test="@file">
                <xsl:text>, </xsl:text>
                <code><xsl:value-of select="@file"/></code>
              </xsl:if>
              <xsl:value-of select="concat(': ', @reason)"/>
            </li>
          </xsl:for-each>
        </ul>
      </xsl:if>
      <xsl:if test="r:rejected">
        <h3 id="rejected">Rejected records</h3>
        <xsl:if test="@rejected &gt; count(r:rejected)">
          <p>
            <xsl:text>The first </xsl:text>
            <xsl:value-of select="format-number(count(r:rejected), '#,##0')"/>
            <xsl:text> of </xsl:text>
            <xsl:value-of select="format-number(@rejected, '#,##0')"/>
            <xsl:text>.</xsl:text>
          </p>
        </xsl:if>
        <div class="tall" role="region" aria-labelledby="rejected" tabindex="0">
          <table class="rejected">
            <thead>
              <tr>
                <th scope="col">Where</th>
                <th scope="col">Field</th>
                <th scope="col">Why</th>
              </tr>
            </thead>
            <tbody><xsl:apply-templates select="r:rejected" mode="inputs"/></tbody>
          </table>
        </div>
      </xsl:if>
    </section>
  </xsl:template>

  <xsl:template match="r:file" mode="stream">
    <li>
      <span><xsl:value-of select="@stream"/></span>
      <xsl:text> </xsl:text>
      <strong>
        <xsl:value-of select="format-number(sum(key('stream', @stream)/@records), '#,##0')"/>
      </strong>
    </li>
  </xsl:template>

  <xsl:template name="files">
    <xsl:param name="files"/>
    <table class="files">
      <thead>
        <tr>
          <th scope="col">File</th>
          <th scope="col" class="wide">Stream</th>
          <th scope="col" class="figure">Records</th>
          <th scope="col" class="figure">Rejected</th>
          <th scope="col">What came of it</th>
        </tr>
      </thead>
      <tbody><xsl:apply-templates select="$files" mode="inputs"/></tbody>
    </table>
  </xsl:template>

  <xsl:template match="r:file" mode="inputs">
    <tr>
      <th scope="row"><code><xsl:value-of select="@path"/></code></th>
      <td class="wide"><xsl:value-of select="@stream | @kind"/></td>
      <td class="figure">
        <xsl:choose>
          <xsl:when test="@stream"><xsl:value-of select="format-number(@records, '#,##0')"/></xsl:when>
          <xsl:otherwise>–</xsl:otherwise>
        </xsl:choose>
      </td>
      <td class="figure">
        <xsl:if test="@rejected &gt; 0"><xsl:attribute name="class">figure bad</xsl:attribute></xsl:if>
        <xsl:value-of select="format-number(@rejected, '#,##0')"/>
      </td>
      <td>
        <xsl:apply-templates select="." mode="outcome"/>
        <xsl:if test="r:unknownField">
          <span class="aside">
            <xsl:text>Unknown fields: </xsl:text>
            <xsl:for-each select="r:unknownField">
              <xsl:if test="position() &gt; 1">, </xsl:if>
              <code><xsl:value-of select="."/></code>
            </xsl:for-each>
          </span>
        </xsl:if>
        <xsl:if test="r:otherTable">
          <span class="aside">
            <xsl:text>Tables left aside: </xsl:text>
            <xsl:for-each select="r:otherTable">
              <xsl:if test="position() &gt; 1">, </xsl:if>
              <code><xsl:value-of select="."/></code>
            </xsl:for-each>
          </span>
        </xsl:if>
      </td>
    </tr>
  </xsl:template>

  <xsl:template match="r:file[@outcome = 'damaged']" mode="outcome" priority="2">
    <strong class="bad">Damaged, nothing kept</strong>
    <span class="aside"><xsl:value-of select="@reason"/></span>
  </xsl:template>
  <xsl:template match="r:file[@outcome = 'not-recognised']" mode="outcome" priority="2">
    <xsl:text>Not recognised</xsl:text>
    <span class="aside"><xsl:value-of select="@reason"/></span>
  </xsl:template>
  <xsl:template match="r:file[@outcome = 'skipped']" mode="outcome" priority="2">
    <xsl:text>Skipped: the same bytes were read before</xsl:text>
  </xsl:template>
  <xsl:template match="r:file[@kind]" mode="outcome">Read</xsl:template>
  <xsl:template match="r:file" mode="outcome">
    <xsl:value-of select="concat(format-number(@stored, '#,##0'), ' stored')"/>
    <xsl:if test="@repeated &gt; 0">
      <xsl:value-of select="concat(', ', format-number(@repeated, '#,##0'), ' repeated')"/>
    </xsl:if>
    <xsl:if test="@leftOut &gt; 0">
      <xsl:value-of select="concat(', ', format-number(@leftOut, '#,##0'), ' left out')"/>
    </xsl:if>
  </xsl:template>

  <xsl:template match="r:rejected" mode="inputs">
    <tr>
      <th scope="row"><code><xsl:value-of select="concat(@file, ':', @line)"/></code></th>
      <td><xsl:if test="@field"><code><xsl:value-of select="@field"/></code></xsl:if></td>
      <td><xsl:value-of select="@reason"/></td>
    </tr>
  </xsl:template>
</xsl:stylesheet>
