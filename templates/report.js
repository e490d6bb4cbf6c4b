// Filters and sorts the findings, sorts the rule table, and prints what is folded. The page is
// whole without it.
"use strict";
(() => {
  const form = document.getElementById("filters");
  const list = document.getElementById("finding-list");
  if (form && list) {
    filterFindings(form, list);
  }
  for (const table of document.querySelectorAll("table.rules")) {
    sortColumns(table);
  }

  for (const details of document.querySelectorAll("details")) {
    let wasOpen = details.open;
    window.addEventListener("beforeprint", () => {
      wasOpen = details.open;
      details.open = true;
    });
    window.addEventListener("afterprint", () => {
      details.open = wasOpen;
    });
  }

  function filterFindings(form, list) {
    const status = document.getElementById("filter-status");
    const empty = document.getElementById("filter-empty");
    const rules = Array.from(list.querySelectorAll(":scope > .rule"), (section, place) => ({
      section,
      place,
      area: section.dataset.area,
      // What a rule says of itself is searched too, without its findings.
      text: fold(section.querySelector(".rule-head").textContent),
      holder: section.querySelector(".rule-findings"),
      findings: [],
    }));
    const findings = [];
    for (const rule of rules) {
      for (const article of rule.holder.querySelectorAll(":scope > .finding")) {
        const finding = {
          article,
          rule,
          place: findings.length,
          severity: article.dataset.severity,
          states: article.dataset.state.split(" "),
          user: fold(article.dataset.user || ""),
          at: article.dataset.at || "",
          seen: article.dataset.seen || "",
          risk: Number(article.dataset.risk || "0"),
          text: null,
        };
        rule.findings.push(finding);
        findings.push(finding);
      }
    }

    let current = "severity";
    form.hidden = false;
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("input", apply);
    form.addEventListener("change", apply);
    // The fields are empty only after the event.
    form.addEventListener("reset", () => setTimeout(apply, 0));
    window.addEventListener("hashchange", showTarget);
    apply();

    function apply() {
      const wanted = new FormData(form);
      const severities = wanted.getAll("severity");
      const words = fold(wanted.get("text")).split(/\s+/).filter(Boolean);
      const user = fold(wanted.get("user")).trim();
      const area = wanted.get("area");
      const state = wanted.get("state");
      let shown = 0;
      for (const finding of findings) {
        const fits = (severities.length === 0 || severities.includes(finding.severity))
          && (area === "" || finding.rule.area === area)
          && (state === "" || finding.states.includes(state))
          && (user === "" || finding.user.includes(user))
          && words.every((word) => finding.rule.text.includes(word) || text(finding).includes(word));
        finding.article.hidden = !fits;
        shown += fits ? 1 : 0;
      }
      for (const rule of rules) {
        rule.section.hidden = rule.findings.every((finding) => finding.article.hidden);
      }
      sort(wanted.get("sort"));
      empty.hidden = shown > 0;
      const all = findings.length.toLocaleString("en");
      const line = shown === findings.length
        ? "All " + all + " shown" : shown.toLocaleString("en") + " of " + all + " shown";
      if (status.textContent !== line) status.textContent = line;
    }

    // Findings are sorted within their rule, rules by their first finding that is shown.
    function sort(order) {
      const before = comparison(order);
      if (order !== current) {
        for (const rule of rules) {
          rule.findings.sort(before);
          rule.holder.append(...rule.findings.map((finding) => finding.article));
        }
      } else if (order === "severity") {
        return;
      }
      current = order;
      const first = (rule) => rule.findings.find((finding) => !finding.article.hidden);
      const firsts = new Map(rules.map((rule) => [rule, first(rule)]));
      const sorted = [...rules].sort((left, right) => {
        const a = firsts.get(left);
        const b = firsts.get(right);
        return a && b ? before(a, b) : left.place - right.place;
      });
      list.append(...sorted.map((rule) => rule.section));
    }

    function comparison(order) {
      const byPlace = (a, b) => a.place - b.place;
      switch (order) {
        case "newest": return (a, b) => compare(b.at, a.at) || byPlace(a, b);
        case "oldest": return (a, b) => compare(a.at || "~", b.at || "~") || byPlace(a, b);
        case "seen": return (a, b) => compare(a.seen, b.seen) || byPlace(a, b);
        case "risk": return (a, b) => b.risk - a.risk || byPlace(a, b);
        case "user": return (a, b) => compare(a.user || "~", b.user || "~") || byPlace(a, b);
        default: return byPlace;
      }
    }

    function text(finding) {
      if (finding.text === null) finding.text = fold(finding.article.textContent);
      return finding.text;
    }

    // A link to a finding that is filtered away shows it all the same.
    function showTarget() {
      const target = document.getElementById(location.hash.slice(1));
      if (target && target.closest("[hidden]")) {
        form.reset();
        setTimeout(() => target.scrollIntoView(), 0);
      }
    }
  }

  // A click on a column's head sorts by it, a second one the other way round.
  function sortColumns(table) {
    const headers = Array.from(table.tHead.rows[0].cells);
    headers.forEach((header, column) => {
      const kind = header.dataset.sort;
      if (!kind) return;
      const button = document.createElement("button");
      button.type = "button";
      button.setAttribute("aria-label", "Sort by " + fold(header.textContent));
      header.append(button);
      const natural = kind === "number" ? "descending" : "ascending";
      button.addEventListener("click", () => {
        const last = header.getAttribute("aria-sort");
        const next = last === natural
          ? (natural === "ascending" ? "descending" : "ascending") : natural;
        for (const other of headers) other.removeAttribute("aria-sort");
        header.setAttribute("aria-sort", next);
        const sign = next === "ascending" ? 1 : -1;
        for (const body of table.tBodies) sortRows(body, column, kind, sign);
      });
    });
  }

  // Rows stay in the group of their result, whose heading is its first row.
  function sortRows(body, column, kind, sign) {
    const value = (row) => row.cells[column].dataset.value || "";
    const rows = Array.from(body.rows).slice(1);
    rows.sort((a, b) => sign * (kind === "number"
      ? Number(value(a)) - Number(value(b)) : compare(value(a), value(b))));
    body.append(...rows);
  }

  function compare(a, b) {
    return a < b ? -1 : a > b ? 1 : 0;
  }

  function fold(text) {
    return String(text || "").toLowerCase();
  }
})();
