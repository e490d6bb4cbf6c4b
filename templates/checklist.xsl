<?xml version="1.0" encoding="UTF-8"?>
<!-- The checklist before App Review: two printed pages for whoever submits the app. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
  xmlns:c="urn:siwa-audit:checklist:1" exclude-result-prefixes="c">
  <xsl:include href="text.xsl"/>

  <xsl:output method="html" encoding="UTF-8" indent="no" doctype-system="about:legacy-compat"/>
  <xsl:strip-space elements="*"/>

  <!-- The text of report.css and its hash, by which the policy allows it. -->
  <xsl:param name="style"/>
  <xsl:param name="styleHash"/>

  <xsl:template match="/">
    <xsl:apply-templates select="c:checklist"/>
  </xsl:template>

  <xsl:template match="c:checklist">
    <html lang="en">
      <head>
        <meta http-equiv="Content-Security-Policy"
          content="default-src 'none'; style-src '{$styleHash}'; base-uri 'none'; form-action 'none'"/>
        <meta name="viewport" content="width=device-width, initial-scale=1"/>
        <meta name="referrer" content="no-referrer"/>
        <meta name="color-scheme" content="light dark"/>
        <title>
          <xsl:apply-templates select="c:summary" mode="verdict"/>
          <xsl:text>: </xsl:text>
          <xsl:value-of select="@name"/>
          <xsl:text> – App Review checklist, Sign in with Apple</xsl:text>
        </title>
        <style><xsl:value-of select="$style"/></style>
      </head>
      <body class="checklist">
        <main id="main">
          <xsl:apply-templates select="." mode="top"/>
          <xsl:apply-templates select="c:items"/>
          <xsl:apply-templates select="c:summary" mode="sign-off"/>
        </main>
        <footer class="colophon">
          <p>
            <xsl:value-of select="@tool"/>
            <xsl:text> </xsl:text>
            <xsl:value-of select="@toolVersion"/>
            <xsl:text>. Judged from exports: a pass says what the data shows, not what App Review decides.</xsl:text>
          </p>
        </footer>
      </body>
    </html>
  </xsl:template>

  <xsl:template match="c:checklist" mode="top">
    <header class="top">
      <h1>
        <span class="verdict verdict-{c:summary/@result}">
          <xsl:apply-templates select="c:summary" mode="verdict"/>
        </span>
        <span class="visually-hidden">: </span>
        <span class="coverage">App Review checklist</span>
      </h1>
      <p class="lead"><xsl:apply-templates select="c:summary" mode="lead"/></p>
      <ul class="tally">
        <li>
          <span class="result result-fail">
            <span class="sign" aria-hidden="true">✕</span>
            <strong><xsl:value-of select="c:summary/@fail"/></strong>
            <xsl:text> fail</xsl:text>
          </span>
        </li>
        <li>
          <span class="result result-not-evaluated">
            <span class="sign" aria-hidden="true">?</span>
            <strong><xsl:value-of select="c:summary/@notTested"/></strong>
            <xsl:text> not tested</xsl:text>
          </span>
        </li>
        <li>
          <span class="result result-pass">
            <span class="sign" aria-hidden="true">✓</span>
            <strong><xsl:value-of select="c:summary/@pass"/></strong>
            <xsl:text> pass</xsl:text>
          </span>
        </li>
      </ul>
      <dl class="facts">
        <div><dt>Data set</dt><dd><xsl:value-of select="@name"/></dd></div>
        <div>
          <dt>As of</dt>
          <dd>
            <xsl:call-template name="time"><xsl:with-param name="of" select="@asOf"/></xsl:call-template>
          </dd>
        </div>
        <xsl:if test="c:app/@id">
          <div><dt>App</dt><dd><code><xsl:value-of select="c:app/@id"/></code></dd></div>
        </xsl:if>
        <xsl:if test="c:app/c:bundleId">
          <div>
            <dt>Bundle ids</dt>
            <dd>
              <xsl:for-each select="c:app/c:bundleId">
                <xsl:if test="position() &gt; 1">, </xsl:if>
                <code><xsl:value-of select="."/></code>
              </xsl:for-each>
            </dd>
          </div>
        </xsl:if>
        <div><dt>Platform</dt><dd><xsl:value-of select="c:app/@platform"/></dd></div>
      </dl>
    </header>
  </xsl:template>

  <xsl:template match="c:summary[@result = 'fail']" mode="verdict">Not ready</xsl:template>
  <xsl:template match="c:summary[@result = 'pass']" mode="verdict">Ready</xsl:template>
  <xsl:template match="c:summary" mode="verdict">Not all tested</xsl:template>

  <xsl:template match="c:summary" mode="lead">
    <xsl:choose>
      <xsl:when test="@fail &gt; 0">
        <xsl:call-template name="count">
          <xsl:with-param name="of" select="@fail"/>
          <xsl:with-param name="noun" select="'item'"/>
        </xsl:call-template>
        <xsl:choose>
          <xsl:when test="@fail = 1"> fails</xsl:when>
          <xsl:otherwise> fail</xsl:otherwise>
        </xsl:choose>
        <xsl:text>: to be mended before the app is submitted.</xsl:text>
      </xsl:when>
      <xsl:when test="@notTested &gt; 0">Nothing fails.</xsl:when>
      <xsl:otherwise>Every item is shown to be in order.</xsl:otherwise>
    </xsl:choose>
    <xsl:if test="@notTested &gt; 0">
      <xsl:text> </xsl:text>
      <xsl:call-template name="count">
        <xsl:with-param name="of" select="@notTested"/>
        <xsl:with-param name="noun" select="'item'"/>
      </xsl:call-template>
      <xsl:choose>
        <xsl:when test="@notTested = 1"> is</xsl:when>
        <xsl:otherwise> are</xsl:otherwise>
      </xsl:choose>
      <xsl:text> not tested: each says what to do.</xsl:text>
    </xsl:if>
  </xsl:template>

  <xsl:template match="c:items">
    <section aria-labelledby="items">
      <h2 id="items" class="visually-hidden">Items</h2>
      <table class="items">
        <thead>
          <tr>
            <th scope="col" class="figure">No.</th>
            <th scope="col">Result</th>
            <th scope="col">Item</th>
            <th scope="col" class="wide">Source</th>
          </tr>
        </thead>
        <tbody><xsl:apply-templates select="c:item"/></tbody>
      </table>
    </section>
  </xsl:template>

  <xsl:template match="c:item">
    <tr class="item-{@result}" id="item-{@number}">
      <td class="figure"><xsl:value-of select="@number"/></td>
      <td><xsl:apply-templates select="@result"/></td>
      <th scope="row">
        <span class="item-title"><xsl:value-of select="c:title"/></span>
        <xsl:apply-templates select="c:rule[@result = 'fail']" mode="fired"/>
        <xsl:apply-templates select="c:evidence"/>
        <xsl:apply-templates select="c:answer"/>
        <xsl:if test="@result = 'not-tested'">
          <xsl:apply-templates select="c:missing"/>
          <xsl:apply-templates select="c:task"/>
        </xsl:if>
        <xsl:apply-templates select="." mode="caveat"/>
      </th>
      <td class="wide aside"><xsl:apply-templates select="c:source"/></td>
    </tr>
  </xsl:template>

  <xsl:template match="@result[. = 'pass']">
    <span class="result result-pass"><span class="sign" aria-hidden="true">✓</span>pass</span>
  </xsl:template>
  <xsl:template match="@result[. = 'fail']">
    <span class="result result-fail"><span class="sign" aria-hidden="true">✕</span>fail</span>
  </xsl:template>
  <xsl:template match="@result[. = 'not-tested']">
    <span class="result result-not-evaluated">
      <span class="sign" aria-hidden="true">?</span>not tested</span>
  </xsl:template>

  <xsl:template match="c:rule" mode="fired">
    <span class="line fired">
      <span class="severity severity-{@severity}"><xsl:value-of select="@severity"/></span>
      <xsl:text> </xsl:text>
      <code><xsl:value-of select="@id"/></code>
      <xsl:text>: </xsl:text>
      <xsl:call-template name="count">
        <xsl:with-param name="of" select="@findings"/>
        <xsl:with-param name="noun" select="'finding'"/>
      </xsl:call-template>
    </span>
  </xsl:template>

  <xsl:template match="c:evidence">
    <span class="line evidence-line"><xsl:value-of select="."/></span>
  </xsl:template>

  <xsl:template match="c:missing">
    <span class="line task">
      <xsl:text>To judge it: </xsl:text>
      <xsl:call-template name="ticked"><xsl:with-param name="of" select="string(.)"/></xsl:call-template>
      <xsl:text>.</xsl:text>
    </span>
  </xsl:template>

  <xsl:template match="c:task">
    <span class="line task">
      <xsl:call-template name="ticked"><xsl:with-param name="of" select="string(.)"/></xsl:call-template>
    </span>
  </xsl:template>

  <xsl:template match="c:answer">
    <span class="line evidence-line">
      <xsl:text>Answered “</xsl:text>
      <xsl:value-of select="@result"/>
      <xsl:text>”</xsl:text>
      <xsl:if test="@by"> by <xsl:value-of select="@by"/></xsl:if>
      <xsl:if test="@on"> on <xsl:value-of select="@on"/></xsl:if>
      <xsl:if test="@until">, good until <xsl:value-of select="@until"/></xsl:if>
      <xsl:if test="@counts = 'false'">
        <xsl:text>; it does not count: </xsl:text>
        <xsl:value-of select="."/>
      </xsl:if>
      <xsl:text>.</xsl:text>
    </span>
  </xsl:template>

  <!-- A pass says less where some of its rules had no say. -->
  <xsl:template match="c:item" mode="caveat">
    <xsl:variable name="silent"
      select="c:rule[@result = 'not-evaluated' or @result = 'off' or @result = 'error']"/>
    <xsl:if test="$silent and @result != 'not-tested'">
      <span class="line caveat">
        <xsl:text>Without a say: </xsl:text>
        <xsl:for-each select="$silent">
          <xsl:if test="position() &gt; 1">, </xsl:if>
          <code><xsl:value-of select="@id"/></code>
          <xsl:if test="@result = 'off'"> (switched off)</xsl:if>
          <xsl:if test="@result = 'error'"> (failed to run)</xsl:if>
        </xsl:for-each>
        <xsl:text>.</xsl:text>
      </span>
    </xsl:if>
  </xsl:template>

  <xsl:template match="c:source[starts-with(@href, 'https://')]">
    <a href="{@href}" rel="noreferrer"><xsl:value-of select="."/></a>
  </xsl:template>
  <xsl:template match="c:source"><xsl:value-of select="."/></xsl:template>

  <xsl:template match="c:summary" mode="sign-off">
    <section class="sign-off" aria-labelledby="sign-off">
      <h2 id="sign-off">Submission</h2>
      <dl>
        <div><dt>Version and build</dt><dd/></div>
        <div><dt>Submitted by</dt><dd/></div>
        <div><dt>Date</dt><dd/></div>
      </dl>
    </section>
  </xsl:template>
</xsl:stylesheet>
