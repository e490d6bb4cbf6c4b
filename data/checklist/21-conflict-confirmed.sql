-- In a conflict of two accounts the loss is confirmed first.
--
-- @fails    link.not-confirmed
-- @needs    links.confirmedAt
-- @source   Platform, "Sign in with Apple", on the conflict of two accounts with data
-- @evidence Conflicts resolved: {resolved}; confirmed before: {passed}.
-- @do       Link a test account that has data to another one that has data, choose, and export
--           `links` with `confirmedAt`; where accounts can not be linked there is nothing to
--           test.

SELECT
  count(DISTINCT l.link_row) AS resolved,
  count(DISTINCT l.link_row) FILTER (WHERE l.confirmed_at <= l.at + skew) AS passed
FROM setting, conflict AS c
JOIN chosen_link AS l
  ON l.l = c.l
  AND l.at > c.at
  AND coalesce(l.x = c.x, 1);

/* @pass confirmed
config {"app":{"platform":"speed"}}
links {"id":"l1","at":"2026-10-01T08:00:00Z","localUserId":"u1","speedUserId":"x1","status":409,"error":"app_data_conflict"}
links {"id":"l2","at":"2026-10-01T08:01:00Z","localUserId":"u1","speedUserId":"x1","keep":"local","status":200,"confirmedAt":"2026-10-01T08:00:50Z"}
*/

/* @fail not confirmed
config {"app":{"platform":"speed"}}
links {"id":"l1","at":"2026-10-01T08:00:00Z","localUserId":"u1","speedUserId":"x1","status":409,"error":"app_data_conflict"}
links {"id":"l2","at":"2026-10-01T08:01:00Z","localUserId":"u1","speedUserId":"x1","keep":"local","status":200,"confirmedAt":null}
*/

/* @nottested there was no conflict
links {"id":"l2","at":"2026-10-01T08:01:00Z","localUserId":"u1","speedUserId":"x1","status":200,"confirmedAt":"2026-10-01T08:00:50Z"}
*/
