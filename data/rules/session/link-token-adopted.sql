-- The speedToken of a link is spent by the link.
--
-- The app asks for a speedToken to say which Speed account is to be linked. An app that keeps it as
-- its session goes on as the Speed account, whatever the link answered: the user sees other data
-- than before, or an account that the link has ended.
--
-- @severity high
-- @needs    sessions.tokenId links.speedTokenId
-- @subject  session
-- @source   Sign in with Apple (platform page), on what a link returns
-- @message  The session of {user} at {at} is the speedToken with which link {link} was made at
--           {linked_at}.
-- @fix      Use the speedToken for the link call only and drop it afterwards. Go on with the
--           session that the answer names, or with the one that the app had before.

WITH token AS MATERIALIZED (
  SELECT speed_token_id, id, at, row FROM linked WHERE speed_token_id IS NOT NULL)
SELECT
  session.id AS subject,
  user.id AS user,
  session.at AS at,
  token.id AS link,
  min(token.at) AS linked_at,
  json_array(
    json_array('sessions', session.row),
    json_group_array(json_array('links', token.row))) AS evidence
FROM session
CROSS JOIN token ON token.speed_token_id = session.token_id
CROSS JOIN user ON user.user = session.user
GROUP BY session.row
ORDER BY subject;

/* @fires the token became a session
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":200,"speedTokenId":"t1"}
sessions {"id":"s1","at":"2026-10-01T08:00:05Z","userId":"spd_1","tokenId":"t1"}
@finds s1
@message The session of spd_1 at 2026-10-01T08:00:05Z is the speedToken with which link lnk_1 was made at 2026-10-01T08:00:00Z.
*/

/* @fires once for a session whose token made two links, with either choice
links {"id":"lnk_2","at":"2026-10-02T08:00:00Z","localUserId":"usr_2","speedUserId":"spd_1","status":200,"keep":"speed","speedTokenId":"t1"}
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":200,"keep":"local","speedTokenId":"t1"}
sessions {"id":"s1","at":"2026-10-01T07:00:05Z","userId":"spd_1","tokenId":"t1"}
@finds s1
@message The session of spd_1 at 2026-10-01T07:00:05Z is the speedToken with which link lnk_1 was made at 2026-10-01T08:00:00Z.
*/

/* @quiet another token, unknown ones, and a link that was refused
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":200,"speedTokenId":"t1"}
links {"id":"lnk_2","at":"2026-10-01T08:00:00Z","localUserId":"usr_2","speedUserId":"spd_2","status":200}
links {"id":"lnk_3","at":"2026-10-01T08:00:00Z","localUserId":"usr_3","speedUserId":"spd_3","status":409,"speedTokenId":"t3"}
sessions {"id":"s1","at":"2026-10-01T08:00:05Z","userId":"usr_1","tokenId":"T1"}
sessions {"id":"s2","at":"2026-10-01T08:00:05Z","userId":"usr_2"}
sessions {"id":"s3","at":"2026-10-01T08:00:05Z","userId":"spd_3","tokenId":"t3"}
*/

/* @notevaluated the tokens of links aren't exported
links {"id":"lnk_1","at":"2026-10-01T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":200}
sessions {"id":"s1","at":"2026-10-01T08:00:05Z","userId":"spd_1","tokenId":"t1"}
*/
