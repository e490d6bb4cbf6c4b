-- A user who was asked which data to keep gets to the end of the link.
--
-- After the answer 409 your app has to ask which of the two accounts to keep, and call the link
-- again with the choice. Where no link of the same pair follows, the user was left in the middle:
-- the question wasn't shown, or the second call failed.
--
-- @severity low
-- @needs    links.error
-- @subject  link
-- @source   Sign in with Apple, on the conflict of two accounts with data
-- @message  Link {subject} of {user} and {other} was answered with 409 at {at}, and no link of the
--           two succeeded in the {waited_span} since.
-- @fix      Try the conflict yourself: the app has to show the choice, and call the link again with
--           keep and the same token.

SELECT
  c.id AS subject,
  u.id AS user,
  c.at,
  coalesce(x.id, 'another account') AS other,
  (SELECT as_of FROM setting) - c.at AS waited_span,
  json_array(json_array('links', c.link_row)) AS evidence
FROM conflict AS c
JOIN user AS u
  ON u.user = c.l
LEFT JOIN user AS x
  ON x.user = c.x
LEFT JOIN linked AS l
  ON l.local_user = c.l
  AND l.at >= c.at
  AND coalesce(l.other_user = c.x, 1)
WHERE c.error = 'app_data_conflict'
  AND c.at + 86400000000 <= (SELECT as_of FROM setting)
  AND l.row IS NULL
ORDER BY subject;

/* @fires nothing came after it
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":409,"error":"app_data_conflict"}
asof 2026-10-02T08:00:00Z
@finds lnk_1
@message Link lnk_1 of usr_1 and spd_1 was answered with 409 at 2026-10-01T08:00:00Z, and no link of the two succeeded in the 1 day since.
*/
/* @fires the other account is not known, and no link of the user succeeded
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","status":409,"error":"app_data_conflict"}
asof 2026-10-02T08:00:00Z
@finds lnk_1
@message Link lnk_1 of usr_1 and another account was answered with 409 at 2026-10-01T08:00:00Z, and no link of the two succeeded in the 1 day since.
*/
/* @fires the link that came after it was refused too
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":409,"error":"app_data_conflict"}
links {"id":"lnk_2","at":"2026-10-01T08:05:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":500,"error":"internal"}
asof 2026-10-03T08:00:00Z
@finds lnk_1
*/
/* @fires only another account was linked
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":409,"error":"app_data_conflict"}
links {"id":"lnk_2","at":"2026-10-01T08:05:00Z","localUserId":"usr_1","speedUserId":"spd_2","status":200}
links {"id":"lnk_3","at":"2026-10-01T08:05:00Z","localUserId":"usr_2","speedUserId":"spd_1","status":200}
asof 2026-10-03T08:00:00Z
@finds lnk_1
*/
/* @fires the pair was linked before it only
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":409,"error":"app_data_conflict"}
links {"id":"lnk_2","at":"2026-09-01T08:05:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":200}
asof 2026-10-03T08:00:00Z
@finds lnk_1
*/
/* @quiet the user chose and the link succeeded
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":409,"error":"app_data_conflict"}
links {"id":"lnk_2","at":"2026-10-05T08:05:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
asof 2026-10-06T08:00:00Z
*/
/* @quiet the link succeeded within the same second
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":409,"error":"app_data_conflict"}
links {"id":"lnk_2","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
asof 2026-10-06T08:00:00Z
*/
/* @quiet it is younger than a day
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":409,"error":"app_data_conflict"}
asof 2026-10-02T07:59:59Z
*/
/* @quiet a conflict of another kind
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":409,"error":"already_linked"}
asof 2026-10-03T08:00:00Z
*/
/* @quiet another status
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":400,"error":"app_data_conflict"}
asof 2026-10-03T08:00:00Z
*/
/* @quiet the other account is not known, and the same user's link succeeded
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","status":409,"error":"app_data_conflict"}
links {"id":"lnk_2","at":"2026-10-01T08:05:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200}
asof 2026-10-03T08:00:00Z
*/
