<?xml version="1.0" encoding="UTF-8"?>
<!-- What changed since the last complete run. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
  xmlns:r="urn:siwa-audit:report:1" exclude-result-prefixes="r">
  <xsl:template match="r:summary" mode="changes">
    <section aria-labelledby="changes">
      <h2 id="changes">Since the last run</h2>
      <dl class="tiles">
        <div>
          <xsl:if test="@new &gt; 0"><xsl:attribute name="class">tile-new</xsl:attribute></xsl:if>
          <dt>New</dt>
          <dd><xsl:value-of select="format-number(@new, '#,##0')"/></dd>
        </div>
        <div>
          <dt>Known</dt>
          <dd><xsl:value-of select="format-number(@findings - @new, '#,##0')"/></dd>
        </div>
        <div>
          <dt>Resolved</dt>
          <dd><xsl:value-of select="format-number(@resolved, '#,##0')"/></dd>
        </div>
        <div>
          <dt>Waived</dt>
          <dd><xsl:value-of select="format-number(@waived, '#,##0')"/></dd>
        </div>
      </dl>
      <xsl:if test="@findings &gt; 0 and @new = @findings">
        <p class="under">Every finding is new: this is the first run, or nothing of the last one is left.</p>
      </xsl:if>
      <xsl:if test="@waived &gt; 0">
        <p class="under">
          <xsl:text>Without the </xsl:text>
          <a href="#waivers">waived</a>
          <xsl:text> ones: </xsl:text>
          <xsl:value-of select="format-number(@open, '#,##0')"/>
          <xsl:text> (</xsl:text>
          <xsl:value-of select="concat(@openCritical, ' critical, ', @openHigh, ' high, ',
            @openMedium, ' medium, ', @openLow, ' low')"/>
          <xsl:text>). </xsl:text>
          <xsl:choose>
            <xsl:when test="@result = @resultWithoutWaivers">
              <xsl:text>The waivers don't change the verdict.</xsl:text>
            </xsl:when>
            <xsl:otherwise>If no waiver counted, the audit would fail.</xsl:otherwise>
          </xsl:choose>
        </p>
      </xsl:if>
      <xsl:variable name="late"
        select="../r:waivers/r:waiver[@state = 'expired' or @state = 'expiring' or @state = 'unused']"/>
      <xsl:if test="$late">
        <p class="note">
          <a href="#waivers">
            <xsl:call-template name="count">
              <xsl:with-param name="of" select="count($late)"/>
              <xsl:with-param name="noun" select="'waiver'"/>
            </xsl:call-template>
          </a>
          <xsl:text> to look at: </xsl:text>
          <xsl:value-of select="count($late[@state = 'expired'])"/>
          <xsl:text> expired, </xsl:text>
          <xsl:value-of select="count($late[@state = 'expiring'])"/>
          <xsl:text> about to, </xsl:text>
          <xsl:value-of select="count($late[@state = 'unused'])"/>
          <xsl:text> without a finding.</xsl:text>
        </p>
      </xsl:if>
      <xsl:if test="../@partial = 'true'">
        <p class="note">
          <xsl:text>This run is partial: a stream that the last run had is missing. </xsl:text>
          <xsl:text>It does not become the baseline for the next one.</xsl:text>
        </p>
      </xsl:if>
    </section>
  </xsl:template>
</xsl:stylesheet>
