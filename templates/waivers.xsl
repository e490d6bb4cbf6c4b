<?xml version="1.0" encoding="UTF-8"?>
<!-- What the owner accepts for a while, and which of it has lapsed or is no longer needed. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
  xmlns:r="urn:siwa-audit:report:1" exclude-result-prefixes="r">
  <xsl:key name="waiver" match="r:waiver[@fingerprint]" use="@fingerprint"/>
  <xsl:key name="waiver-of" match="r:waiver[not(@fingerprint)]" use="concat(@rule, ' ', @subject)"/>
  <xsl:key name="waived-finding" match="r:finding[@disposition = 'waived']" use="@fingerprint"/>

  <xsl:template match="r:waivers" mode="waivers">
    <section aria-labelledby="waivers">
      <h2 id="waivers">What is accepted for a while</h2>
      <p>
        <xsl:text>From </xsl:text>
        <code>siwa-audit.waivers.json</code>
        <xsl:text>. A waived finding is shown and keeps its severity; it does not count for the verdict.</xsl:text>
      </p>
      <table class="overrides">
        <thead>
          <tr>
            <th scope="col">Finding</th>
            <th scope="col">State</th>
            <th scope="col">Reason</th>
          </tr>
        </thead>
        <tbody>
          <xsl:apply-templates select="r:waiver[@state = 'expired']" mode="waivers"/>
          <xsl:apply-templates select="r:waiver[@state = 'expiring']" mode="waivers"/>
          <xsl:apply-templates select="r:waiver[@state = 'unused']" mode="waivers"/>
          <xsl:apply-templates select="r:waiver[@state = 'not-checked']" mode="waivers"/>
          <xsl:apply-templates select="r:waiver[@state = 'active']" mode="waivers"/>
        </tbody>
      </table>
    </section>
  </xsl:template>

  <xsl:template match="r:waiver" mode="waivers">
    <tr>
      <th scope="row">
        <xsl:if test="@rule"><span class="rule-id"><xsl:value-of select="@rule"/></span></xsl:if>
        <span class="rule-title">
          <xsl:if test="@subject"><code><xsl:value-of select="@subject"/></code></xsl:if>
          <xsl:if test="@subject and @fingerprint"><xsl:text> </xsl:text></xsl:if>
          <xsl:choose>
            <xsl:when test="@fingerprint and key('waived-finding', @fingerprint)">
              <a class="permalink" href="#f-{@fingerprint}"><xsl:value-of select="@fingerprint"/></a>
            </xsl:when>
            <xsl:otherwise><xsl:value-of select="@fingerprint"/></xsl:otherwise>
          </xsl:choose>
        </span>
      </th>
      <td>
        <span class="tag tag-waived"><xsl:apply-templates select="@state" mode="waivers"/></span>
        <span class="aside">
          <xsl:text> until </xsl:text>
          <xsl:value-of select="@until"/>
          <xsl:if test="@findings != 1">
            <xsl:text>, </xsl:text>
            <xsl:call-template name="count">
              <xsl:with-param name="of" select="@findings"/>
              <xsl:with-param name="noun" select="'finding'"/>
            </xsl:call-template>
          </xsl:if>
        </span>
      </td>
      <td>
        <xsl:value-of select="@reason"/>
        <xsl:if test="@by or @ticket">
          <span class="aside">
            <xsl:text> </xsl:text>
            <xsl:value-of select="@by"/>
            <xsl:if test="@by and @ticket">, </xsl:if>
            <xsl:value-of select="@ticket"/>
          </span>
        </xsl:if>
      </td>
    </tr>
  </xsl:template>

  <xsl:template match="@state[. = 'active']" mode="waivers">counts</xsl:template>
  <xsl:template match="@state[. = 'expiring']" mode="waivers">ends soon</xsl:template>
  <xsl:template match="@state[. = 'expired']" mode="waivers">expired, no longer counts</xsl:template>
  <xsl:template match="@state[. = 'unused']" mode="waivers">unused, fits nothing</xsl:template>
  <xsl:template match="@state[. = 'not-checked']" mode="waivers">rule not evaluated</xsl:template>

  <!-- The waivers that accept a finding, beside its facts. -->
  <xsl:template match="r:finding" mode="waiver">
    <xsl:variable name="rule" select="@rule"/>
    <xsl:variable name="subject" select="r:subject/@id"/>
    <xsl:for-each select="(key('waiver', @fingerprint)[(not(@rule) or @rule = $rule) and
      (not(@subject) or @subject = $subject)] | key('waiver-of', concat($rule, ' ', $subject)))
      [@state = 'active' or @state = 'expiring'][1]">
      <div>
        <dt>Waived until</dt>
        <dd>
          <xsl:value-of select="@until"/>
          <xsl:text>: </xsl:text>
          <xsl:value-of select="@reason"/>
        </dd>
      </div>
    </xsl:for-each>
  </xsl:template>
</xsl:stylesheet>
