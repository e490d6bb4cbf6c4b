<?xml version="1.0" encoding="UTF-8"?>
<!-- The form by which report.js filters and sorts; it is hidden where no script runs. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
  xmlns:r="urn:siwa-audit:report:1" exclude-result-prefixes="r">
  <xsl:template match="r:rules" mode="filters">
    <form class="filters" id="filters" hidden="hidden" role="search" aria-label="Findings">
      <div class="filter-text">
        <label for="filter-text">Search</label>
        <input id="filter-text" name="text" type="search" autocomplete="off" spellcheck="false"/>
      </div>
      <div>
        <label for="filter-user">User</label>
        <input id="filter-user" name="user" type="search" autocomplete="off" spellcheck="false"/>
      </div>
      <div>
        <label for="filter-area">Area</label>
        <select id="filter-area" name="area">
          <option value="">All</option>
          <xsl:for-each select="r:rule[@findings &gt; 0][
            generate-id() = generate-id(key('area', substring-before(@id, '.'))[1])]">
            <xsl:sort select="@id"/>
            <option value="{substring-before(@id, '.')}">
              <xsl:value-of select="substring-before(@id, '.')"/>
            </option>
          </xsl:for-each>
        </select>
      </div>
      <div>
        <label for="filter-state">State</label>
        <select id="filter-state" name="state">
          <option value="">All</option>
          <option value="new">new</option>
          <option value="known">known</option>
          <option value="open">open</option>
          <option value="waived">waived</option>
        </select>
      </div>
      <div>
        <label for="filter-sort">Sort by</label>
        <select id="filter-sort" name="sort">
          <option value="severity">severity</option>
          <option value="newest">time, newest first</option>
          <option value="oldest">time, oldest first</option>
          <option value="risk">money at risk</option>
          <option value="seen">first seen</option>
          <option value="user">user</option>
        </select>
      </div>
      <fieldset>
        <legend>Severity</legend>
        <xsl:apply-templates mode="filter"
          select="../r:summary/@critical | ../r:summary/@high | ../r:summary/@medium | ../r:summary/@low"/>
      </fieldset>
      <div class="filter-end">
        <p id="filter-status" role="status"/>
        <button type="reset">Show all</button>
      </div>
    </form>
  </xsl:template>

  <xsl:template match="@*" mode="filter">
    <label class="chip">
      <input type="checkbox" name="severity" value="{name()}"/>
      <span class="severity severity-{name()}"><xsl:value-of select="name()"/></span>
    </label>
  </xsl:template>
</xsl:stylesheet>
