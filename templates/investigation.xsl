<?xml version="1.0" encoding="UTF-8"?>
<!-- One account's story: the answer first, then the time line with the findings where they happened. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
  xmlns:i="urn:siwa-audit:investigation:1" exclude-result-prefixes="i">
  <xsl:include href="text.xsl"/>

  <xsl:output method="html" encoding="UTF-8" indent="no" doctype-system="about:legacy-compat"/>
  <xsl:strip-space elements="i:investigation i:accounts i:notes i:problems i:money i:balances
    i:events i:missing i:line i:event i:account i:problem"/>

  <!-- The text of report.css and its hash, by which the policy allows it. -->
  <xsl:param name="style"/>
  <xsl:param name="styleHash"/>

  <xsl:key name="problem" match="i:problem" use="@number"/>
  <xsl:key name="event" match="i:event" use="@number"/>

  <!-- So many findings make a first screen. -->
  <xsl:variable name="first-problems" select="4"/>
  <!-- Whose an event is needs no word where there is one account. -->
  <xsl:variable name="has-others" select="count(/i:investigation/i:accounts/i:account) &gt; 1"/>

  <xsl:template match="/">
    <xsl:apply-templates select="i:investigation"/>
  </xsl:template>

  <xsl:template match="i:investigation">
    <html lang="en">
      <head>
        <meta http-equiv="Content-Security-Policy"
          content="default-src 'none'; style-src '{$styleHash}'; base-uri 'none'; form-action 'none'"/>
        <meta name="viewport" content="width=device-width, initial-scale=1"/>
        <meta name="referrer" content="no-referrer"/>
        <meta name="color-scheme" content="light dark"/>
        <title>
          <xsl:value-of select="@id"/>
          <xsl:text>: </xsl:text>
          <xsl:apply-templates select="i:summary" mode="verdict"/>
          <xsl:text> – the story of an account</xsl:text>
        </title>
        <style><xsl:value-of select="$style"/></style>
      </head>
      <body class="story">
        <a class="skip" href="#timeline">Skip to the time line</a>
        <main id="main">
          <xsl:apply-templates select="." mode="top"/>
          <xsl:apply-templates select="i:balances"/>
          <xsl:apply-templates select="i:events"/>
          <xsl:apply-templates select="i:problems[i:problem]"/>
          <xsl:apply-templates select="i:missing[i:export]"/>
        </main>
        <footer class="colophon">
          <p>
            <xsl:value-of select="concat(@tool, ' ', @toolVersion)"/>
            <xsl:text>. Told from the exports alone: what they don’t hold is not here.</xsl:text>
          </p>
        </footer>
      </body>
    </html>
  </xsl:template>

  <xsl:template match="i:summary" mode="verdict">
    <xsl:choose>
      <xsl:when test="@open &gt; 0">
        <xsl:call-template name="count">
          <xsl:with-param name="of" select="@open"/>
          <xsl:with-param name="noun" select="'finding'"/>
        </xsl:call-template>
        <xsl:if test="@waived"><xsl:value-of select="concat(', ', @waived, ' waived')"/></xsl:if>
      </xsl:when>
      <xsl:otherwise>No open finding</xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <xsl:template match="i:investigation" mode="top">
    <header class="top">
      <p class="about">
        <xsl:text>Found as </xsl:text>
        <xsl:value-of select="@kinds"/>
        <xsl:text> in </xsl:text>
        <xsl:value-of select="@name"/>
        <xsl:text>, as of </xsl:text>
        <xsl:call-template name="time"><xsl:with-param name="of" select="@asOf"/></xsl:call-template>
      </p>
      <h1>
        <code class="asked"><xsl:value-of select="@id"/></code>
        <span class="visually-hidden">: </span>
        <span>
          <xsl:attribute name="class">
            <xsl:text>verdict </xsl:text>
            <xsl:choose>
              <xsl:when test="i:summary/@open &gt; 0">verdict-fail</xsl:when>
              <xsl:otherwise>verdict-pass</xsl:otherwise>
            </xsl:choose>
          </xsl:attribute>
          <xsl:apply-templates select="i:summary" mode="verdict"/>
        </span>
      </h1>
      <div class="answer">
        <section class="who" aria-labelledby="who">
          <h2 id="who">Who</h2>
          <ul class="people"><xsl:apply-templates select="i:accounts/i:account"/></ul>
          <xsl:if test="not(i:accounts/i:account)">
            <p>No account is known that this id belongs to.</p>
          </xsl:if>
          <xsl:if test="i:accounts/@omitted &gt; 0">
            <p class="note">
              <xsl:text>And </xsl:text>
              <xsl:call-template name="count">
                <xsl:with-param name="of" select="i:accounts/@omitted"/>
                <xsl:with-param name="noun" select="'account'"/>
              </xsl:call-template>
              <xsl:text> more that share an id with these.</xsl:text>
            </p>
          </xsl:if>
        </section>
        <section class="wrong" aria-labelledby="wrong">
          <h2 id="wrong">What is wrong, and what to know</h2>
          <xsl:variable name="open" select="i:problems/i:problem[@resolved = 'false']"/>
          <ul class="causes">
            <xsl:apply-templates select="$open[position() &lt;= $first-problems]" mode="cause"/>
            <xsl:apply-templates select="i:notes/i:note[@trouble = 'true']"/>
            <xsl:apply-templates select="i:notes/i:note[@trouble = 'false']"/>
          </ul>
          <xsl:if test="count($open) &gt; $first-problems">
            <p>
              <a href="#problems">
                <xsl:text>All </xsl:text>
                <xsl:call-template name="count">
                  <xsl:with-param name="of" select="i:summary/@open"/>
                  <xsl:with-param name="noun" select="'finding'"/>
                </xsl:call-template>
              </a>
            </p>
          </xsl:if>
          <xsl:if test="not($open) and not(i:notes/i:note)">
            <p>No rule found anything, and the records show nothing out of the ordinary.</p>
          </xsl:if>
          <xsl:if test="i:missing/i:export">
            <p class="aside">
              <xsl:text>To be sure, export: </xsl:text>
              <xsl:for-each select="i:missing/i:export">
                <xsl:if test="position() &gt; 1">, </xsl:if>
                <code><xsl:value-of select="@name"/></code>
              </xsl:for-each>
              <xsl:text>.</xsl:text>
            </p>
          </xsl:if>
        </section>
        <xsl:apply-templates select="i:money[i:kind]"/>
      </div>
    </header>
  </xsl:template>

  <xsl:template match="i:account">
    <li class="person person-{@state}">
      <p class="person-head">
        <code><xsl:value-of select="@id"/></code>
        <xsl:text> </xsl:text>
        <span class="tag state-{@state}"><xsl:apply-templates select="@state"/></span>
        <xsl:apply-templates select="@locality[. != 'unknown']"/>
      </p>
      <xsl:if test="i:fate != 'active'"><p><xsl:value-of select="i:fate"/></p></xsl:if>
      <xsl:if test="i:relation"><p class="aside"><xsl:value-of select="i:relation"/></p></xsl:if>
      <dl class="finding-facts">
        <xsl:if test="@balance">
          <div>
            <dt>Balance</dt>
            <dd><strong><xsl:call-template name="amount"><xsl:with-param name="of" select="@balance"/></xsl:call-template></strong></dd>
          </div>
        </xsl:if>
        <xsl:if test="@firstSignIn">
          <div>
            <dt>First sign-in</dt>
            <dd><xsl:call-template name="time"><xsl:with-param name="of" select="@firstSignIn"/></xsl:call-template></dd>
          </div>
          <div>
            <dt>Last sign-in</dt>
            <dd>
              <xsl:call-template name="time"><xsl:with-param name="of" select="@lastSignIn"/></xsl:call-template>
              <xsl:text> (of </xsl:text>
              <xsl:value-of select="@sessions"/>
              <xsl:text>)</xsl:text>
            </dd>
          </div>
        </xsl:if>
        <xsl:apply-templates select="i:appleSub | i:appUserUUID | i:email | i:method"/>
        <xsl:if test="i:rows">
          <div>
            <dt>Rows</dt>
            <dd>
              <xsl:for-each select="i:rows">
                <xsl:if test="position() &gt; 1">, </xsl:if>
                <xsl:value-of select="concat(@table, ' ', @count)"/>
              </xsl:for-each>
            </dd>
          </div>
        </xsl:if>
      </dl>
    </li>
  </xsl:template>

  <xsl:template match="@state[. = 'unreachable']">out of reach</xsl:template>
  <xsl:template match="@state[. = 'deleting']">to be deleted</xsl:template>
  <xsl:template match="@state[. = 'unseen']">unknown</xsl:template>
  <xsl:template match="@state"><xsl:value-of select="."/></xsl:template>
  <xsl:template match="@locality[. = 'local']"><span class="aside-word"> local account</span></xsl:template>
  <xsl:template match="@locality[. = 'speed']"><span class="aside-word"> Speed account</span></xsl:template>

  <xsl:template match="i:appleSub">
    <div><dt>Apple sub</dt><dd><code><xsl:value-of select="."/></code></dd></div>
  </xsl:template>
  <xsl:template match="i:appUserUUID">
    <div><dt>appUserUUID</dt><dd><code><xsl:value-of select="."/></code></dd></div>
  </xsl:template>
  <xsl:template match="i:email">
    <div><dt>Mail</dt><dd><xsl:value-of select="."/></dd></div>
  </xsl:template>
  <xsl:template match="i:method">
    <div><dt>Signs in with</dt><dd><xsl:value-of select="."/></dd></div>
  </xsl:template>

  <xsl:template match="i:problem" mode="cause">
    <li class="cause cause-{@severity}">
      <span class="severity severity-{@severity}"><xsl:value-of select="@severity"/></span>
      <xsl:text> </xsl:text>
      <xsl:apply-templates select="." mode="place"/>
      <xsl:apply-templates select="." mode="waived"/>
      <span class="cause-text"><xsl:value-of select="i:message"/></span>
      <xsl:apply-templates select="i:waiver"/>
    </li>
  </xsl:template>

  <!-- The rule's id, as a link to where it happened if that is on the page. -->
  <xsl:template match="i:problem" mode="place">
    <xsl:choose>
      <xsl:when test="key('event', @event)">
        <a class="rule-id" href="#event-{@event}"><xsl:value-of select="@rule"/></a>
      </xsl:when>
      <xsl:otherwise><span class="rule-id"><xsl:value-of select="@rule"/></span></xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <xsl:template match="i:note">
    <li>
      <xsl:attribute name="class">
        <xsl:text>fact</xsl:text>
        <xsl:if test="@trouble = 'true'"> fact-trouble</xsl:if>
      </xsl:attribute>
      <xsl:value-of select="."/>
    </li>
  </xsl:template>

  <xsl:template match="i:money">
    <table class="money">
      <caption>What came and went</caption>
      <thead>
        <tr>
          <th scope="col">Kind</th>
          <th scope="col" class="figure">Rows</th>
          <th scope="col" class="figure">Amount</th>
        </tr>
      </thead>
      <tbody>
        <xsl:for-each select="i:kind">
          <tr>
            <th scope="row"><xsl:value-of select="@name"/></th>
            <td class="figure"><xsl:value-of select="format-number(@count, '#,##0')"/></td>
            <td class="figure">
              <xsl:call-template name="amount"><xsl:with-param name="of" select="@amount"/></xsl:call-template>
            </td>
          </tr>
        </xsl:for-each>
      </tbody>
    </table>
  </xsl:template>

  <xsl:template match="i:balances">
    <section aria-labelledby="balance">
      <h2 id="balance">Balance</h2>
      <p class="trend-ends">
        <span>
          <xsl:text>highest </xsl:text>
          <xsl:call-template name="amount"><xsl:with-param name="of" select="@highest"/></xsl:call-template>
        </span>
        <span>
          <xsl:text>lowest </xsl:text>
          <xsl:call-template name="amount"><xsl:with-param name="of" select="@lowest"/></xsl:call-template>
        </span>
      </p>
      <svg class="balance" viewBox="0 0 1000 1000" preserveAspectRatio="none" role="img">
        <xsl:attribute name="aria-label">
          <xsl:text>Balance over time. </xsl:text>
          <xsl:for-each select="i:line">
            <xsl:value-of select="concat(@account, ' ends at ', @end, '. ')"/>
          </xsl:for-each>
        </xsl:attribute>
        <line class="zero" vector-effect="non-scaling-stroke" x1="0" x2="1000" y1="{@zero}" y2="{@zero}"/>
        <xsl:for-each select="i:mark">
          <line class="mark mark-{@severity}" vector-effect="non-scaling-stroke" x1="{@x}" x2="{@x}" y1="0" y2="1000">
            <title><xsl:value-of select="key('problem', @problem)/@rule"/></title>
          </line>
        </xsl:for-each>
        <xsl:for-each select="i:line">
          <path class="curve curve-{(position() - 1) mod 3}" vector-effect="non-scaling-stroke">
            <xsl:attribute name="d">
              <xsl:for-each select="i:point">
                <xsl:choose>
                  <xsl:when test="position() = 1"><xsl:value-of select="concat('M', @x, ' ', @y)"/></xsl:when>
                  <xsl:otherwise><xsl:value-of select="concat(' H', @x, ' V', @y)"/></xsl:otherwise>
                </xsl:choose>
              </xsl:for-each>
              <xsl:if test="position() = last()"> H1000</xsl:if>
            </xsl:attribute>
          </path>
        </xsl:for-each>
      </svg>
      <p class="trend-ends">
        <span><xsl:call-template name="day"><xsl:with-param name="of" select="@from"/></xsl:call-template></span>
        <span><xsl:call-template name="day"><xsl:with-param name="of" select="@to"/></xsl:call-template></span>
      </p>
      <ul class="legend">
        <xsl:for-each select="i:line">
          <li>
            <svg viewBox="0 0 30 10" aria-hidden="true" focusable="false">
              <path class="curve curve-{(position() - 1) mod 3}" d="M0 5 H30"/>
            </svg>
            <code><xsl:value-of select="@account"/></code>
            <xsl:text> ends at </xsl:text>
            <xsl:call-template name="amount"><xsl:with-param name="of" select="@end"/></xsl:call-template>
          </li>
        </xsl:for-each>
        <xsl:if test="i:mark"><li class="aside-word">Upright lines: findings</li></xsl:if>
      </ul>
    </section>
  </xsl:template>

  <xsl:template match="i:events">
    <section aria-labelledby="timeline">
      <h2 id="timeline">Time line</h2>
      <p>
        <xsl:choose>
          <xsl:when test="@shown &lt; @total">
            <xsl:text>Newest last: </xsl:text>
            <xsl:value-of select="format-number(@shown, '#,##0')"/>
            <xsl:text> of </xsl:text>
            <xsl:call-template name="count">
              <xsl:with-param name="of" select="@total"/>
              <xsl:with-param name="noun" select="'event'"/>
            </xsl:call-template>
            <xsl:text>, those with a finding or trouble first; all are in </xsl:text>
            <code>investigation.xml</code>
            <xsl:text>.</xsl:text>
          </xsl:when>
          <xsl:otherwise>
            <xsl:call-template name="count">
              <xsl:with-param name="of" select="@total"/>
              <xsl:with-param name="noun" select="'event'"/>
            </xsl:call-template>
            <xsl:text>, newest last.</xsl:text>
          </xsl:otherwise>
        </xsl:choose>
      </p>
      <table class="events">
        <thead>
          <tr>
            <th scope="col">When (UTC)</th>
            <th scope="col">What happened</th>
            <th scope="col" class="figure">Moved</th>
            <th scope="col" class="figure">Balance</th>
          </tr>
        </thead>
        <tbody><xsl:apply-templates select="i:event"/></tbody>
      </table>
    </section>
  </xsl:template>

  <xsl:template match="i:event">
    <tr id="event-{@number}">
      <xsl:attribute name="class">
        <xsl:value-of select="concat('event event-', @tone)"/>
        <xsl:if test="i:pin"> event-pinned</xsl:if>
      </xsl:attribute>
      <td class="when">
        <xsl:choose>
          <xsl:when test="@at">
            <xsl:call-template name="time"><xsl:with-param name="of" select="@at"/></xsl:call-template>
          </xsl:when>
          <xsl:otherwise>no time</xsl:otherwise>
        </xsl:choose>
      </td>
      <th scope="row">
        <span class="event-title"><xsl:value-of select="i:title"/></span>
        <xsl:if test="@account and $has-others">
          <xsl:text> </xsl:text>
          <code class="whose"><xsl:value-of select="@account"/></code>
        </xsl:if>
        <xsl:apply-templates select="i:pin"/>
        <xsl:choose>
          <xsl:when test="i:field">
            <details>
              <summary class="place"><xsl:value-of select="concat(@file, ':', @line)"/></summary>
              <dl class="fields"><xsl:apply-templates select="i:field"/></dl>
            </details>
          </xsl:when>
          <xsl:when test="@file">
            <span class="place"><xsl:value-of select="concat(@file, ':', @line)"/></span>
          </xsl:when>
        </xsl:choose>
      </th>
      <td class="figure moved">
        <xsl:if test="number(@amount) != 0">
          <xsl:if test="number(@amount) &gt; 0">+</xsl:if>
          <xsl:call-template name="amount"><xsl:with-param name="of" select="@amount"/></xsl:call-template>
        </xsl:if>
      </td>
      <td class="figure after">
        <xsl:if test="@balance">
          <xsl:call-template name="amount"><xsl:with-param name="of" select="@balance"/></xsl:call-template>
        </xsl:if>
      </td>
    </tr>
  </xsl:template>

  <xsl:template match="i:pin">
    <xsl:variable name="problem" select="key('problem', @problem)"/>
    <span class="pin pin-{$problem/@severity}">
      <span class="severity severity-{$problem/@severity}"><xsl:value-of select="$problem/@severity"/></span>
      <xsl:text> </xsl:text>
      <span class="rule-id"><xsl:value-of select="$problem/@rule"/></span>
      <xsl:if test="$problem/@resolved = 'true'"> (resolved)</xsl:if>
      <xsl:apply-templates select="$problem" mode="waived"/>
      <span class="cause-text"><xsl:value-of select="$problem/i:message"/></span>
      <xsl:apply-templates select="$problem/i:waiver"/>
    </span>
  </xsl:template>

  <xsl:template match="i:problem" mode="waived">
    <xsl:if test="@disposition = 'waived' and @resolved = 'false'">
      <xsl:text> </xsl:text>
      <span class="tag tag-waived">waived</span>
    </xsl:if>
  </xsl:template>

  <!-- Who accepts a finding until when, and why. -->
  <xsl:template match="i:waiver">
    <span class="aside waiver">
      <xsl:choose>
        <xsl:when test="@expired = 'true'">
          <xsl:text>The waiver</xsl:text>
          <xsl:if test="@by"><xsl:value-of select="concat(' by ', @by)"/></xsl:if>
          <xsl:value-of select="concat(' expired on ', @until, ' and no longer counts')"/>
        </xsl:when>
        <xsl:otherwise>
          <xsl:text>Waived</xsl:text>
          <xsl:if test="@by"><xsl:value-of select="concat(' by ', @by)"/></xsl:if>
          <xsl:value-of select="concat(' until ', @until)"/>
        </xsl:otherwise>
      </xsl:choose>
      <xsl:if test="@ticket"><xsl:value-of select="concat(' (', @ticket, ')')"/></xsl:if>
      <xsl:value-of select="concat(': ', @reason)"/>
    </span>
  </xsl:template>

  <xsl:template match="i:field">
    <div>
      <dt><xsl:value-of select="@name"/></dt>
      <dd><xsl:call-template name="value"><xsl:with-param name="of" select="string(.)"/></xsl:call-template></dd>
    </div>
  </xsl:template>

  <xsl:template match="i:problems">
    <section aria-labelledby="problems">
      <h2 id="problems">Findings</h2>
      <ul class="causes">
        <xsl:for-each select="i:problem">
          <li class="cause cause-{@severity}">
            <span class="severity severity-{@severity}"><xsl:value-of select="@severity"/></span>
            <xsl:text> </xsl:text>
            <xsl:apply-templates select="." mode="place"/>
            <xsl:if test="@resolved = 'true'"><span class="tag tag-waived">resolved</span></xsl:if>
            <xsl:apply-templates select="." mode="waived"/>
            <span class="cause-text"><xsl:value-of select="i:message"/></span>
            <xsl:apply-templates select="i:waiver"/>
            <span class="aside">
              <xsl:value-of select="concat(i:subject/@kind, ' ', i:subject/@id)"/>
              <xsl:if test="@exposure">
                <xsl:text>, at risk </xsl:text>
                <xsl:call-template name="amount"><xsl:with-param name="of" select="@exposure"/></xsl:call-template>
              </xsl:if>
              <xsl:text>, fingerprint </xsl:text>
              <code><xsl:value-of select="@fingerprint"/></code>
            </span>
          </li>
        </xsl:for-each>
      </ul>
      <p class="under">
        <xsl:text>Why a rule matters and how to mend it: </xsl:text>
        <code>siwa-audit rules ID</code>
        <xsl:text>, or the report.</xsl:text>
      </p>
    </section>
  </xsl:template>

  <xsl:template match="i:missing">
    <section aria-labelledby="missing">
      <h2 id="missing">What the exports lack</h2>
      <ul class="suggestions">
        <xsl:for-each select="i:export">
          <li>
            <code><xsl:value-of select="@name"/></code>
            <span><xsl:value-of select="."/></span>
          </li>
        </xsl:for-each>
      </ul>
    </section>
  </xsl:template>
</xsl:stylesheet>
