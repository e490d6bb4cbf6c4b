-- The choice after a conflict is sent with the token that raised it.
--
-- The conflict was shown for one Speed account, named by one token. If the second call carries
-- another token, the user may have signed in to another account in between, and gives up data that
-- was never shown.
--
-- @severity low
-- @needs    links.speedTokenId
-- @subject  link
-- @source   Sign in with Apple, on the conflict of two accounts with data
-- @message  Link {subject} of {user} and {other} at {at} answered the conflict {conflict}, which
--           was raised at {conflict_at}, with another token.
-- @fix      Keep the speedToken while the choice is shown, and send it again with keep. Where it
--           has expired, start the link from the beginning.

WITH retry AS (
  SELECT
    l.*,
    max(c.at) AS conflict_at,
    c.id AS conflict,
    c.link_row AS conflict_row,
    c.speed_token_id AS conflict_token
  FROM chosen_link AS l
  JOIN (SELECT * FROM conflict ORDER BY id) AS c
    ON c.l = l.l
    AND c.x = l.x
    AND c.at <= l.at
  GROUP BY l.link_row
)
SELECT
  r.id AS subject,
  u.id AS user,
  r.at,
  x.id AS other,
  r.conflict,
  r.conflict_at,
  json_array(json_array('links', r.conflict_row), json_array('links', r.link_row)) AS evidence
FROM retry AS r
JOIN user AS u
  ON u.user = r.l
JOIN user AS x
  ON x.user = r.x
WHERE r.conflict_token <> r.speed_token_id
  AND r.at - r.conflict_at <= 86400000000
ORDER BY subject;

/* @fires the choice came with another token
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":409,"speedTokenId":"tok_1"}
links {"id":"lnk_2","at":"2026-10-01T08:01:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200,"speedTokenId":"tok_2"}
@finds lnk_2
@message Link lnk_2 of usr_1 and spd_1 at 2026-10-01T08:01:00Z answered the conflict lnk_1, which was raised at 2026-10-01T08:00:00Z, with another token.
*/
/* @fires the latest conflict counts
links {"id":"lnk_0","at":"2026-10-01T07:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":409,"speedTokenId":"tok_2"}
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":409,"speedTokenId":"tok_1"}
links {"id":"lnk_2","at":"2026-10-02T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200,"speedTokenId":"tok_2"}
@finds lnk_2
*/
/* @fires in the same second
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":409,"speedTokenId":"tok_1"}
links {"id":"lnk_2","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200,"speedTokenId":"tok_2"}
@finds lnk_2
*/
/* @quiet the same token
links {"id":"lnk_0","at":"2026-10-01T07:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":409,"speedTokenId":"tok_0"}
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":409,"speedTokenId":"tok_1"}
links {"id":"lnk_2","at":"2026-10-01T08:01:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200,"speedTokenId":"tok_1"}
*/
/* @quiet the conflict came later
links {"id":"lnk_1","at":"2026-10-01T08:02:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":409,"speedTokenId":"tok_1"}
links {"id":"lnk_2","at":"2026-10-01T08:01:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200,"speedTokenId":"tok_2"}
*/
/* @quiet one of the tokens is not known
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":409}
links {"id":"lnk_2","at":"2026-10-01T08:01:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200,"speedTokenId":"tok_2"}
links {"id":"lnk_3","at":"2026-10-01T08:00:00Z","localUserId":"usr_2","speedUserId":"spd_2","status":409,"speedTokenId":"tok_3"}
links {"id":"lnk_4","at":"2026-10-01T08:01:00Z","localUserId":"usr_2","speedUserId":"spd_2","keep":"local","status":200}
*/
/* @quiet more than a day lies between: it is a new try
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":409,"speedTokenId":"tok_1"}
links {"id":"lnk_2","at":"2026-10-02T08:00:00.000001Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200,"speedTokenId":"tok_2"}
*/
/* @quiet another pair, another status, no choice
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_9","status":409,"speedTokenId":"tok_1"}
links {"id":"lnk_2","at":"2026-10-01T08:01:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200,"speedTokenId":"tok_2"}
links {"id":"lnk_3","at":"2026-10-01T08:00:00Z","localUserId":"usr_2","speedUserId":"spd_2","status":500,"speedTokenId":"tok_3"}
links {"id":"lnk_4","at":"2026-10-01T08:01:00Z","localUserId":"usr_2","speedUserId":"spd_2","keep":"local","status":200,"speedTokenId":"tok_4"}
links {"id":"lnk_5","at":"2026-10-01T08:00:00Z","localUserId":"usr_3","speedUserId":"spd_3","status":409,"speedTokenId":"tok_5"}
links {"id":"lnk_6","at":"2026-10-01T08:01:00Z","localUserId":"usr_3","speedUserId":"spd_3","status":200,"speedTokenId":"tok_6"}
links {"id":"lnk_7","at":"2026-10-01T08:00:00Z","localUserId":"usr_4","speedUserId":"spd_4","status":409,"speedTokenId":"tok_7"}
links {"id":"lnk_8","at":"2026-10-01T08:01:00Z","localUserId":"usr_4","speedUserId":"spd_4","keep":"local","status":403,"speedTokenId":"tok_8"}
*/
