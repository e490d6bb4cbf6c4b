-- The nonce in an accepted token is the hash of the raw nonce.
--
-- Apple copies the nonce of the request into the token. When it is not the SHA-256 of the raw
-- nonce that the app sent, the token belongs to another request, or the comparison is not made at
-- all.
--
-- @severity critical
-- @needs    attempts.nonce attempts.rawNonce|attempts.rawNonceSHA256
-- @subject  attempt
-- @source   Apple, "Verifying a user"
--           | https://developer.apple.com/documentation/signinwithapple/verifying-a-user
-- @message  The nonce of the token that was accepted at {at} {mistake}.
-- @fix      Set the request's nonce to the lower-case hexadecimal SHA-256 of the raw nonce,
--           compute the same in the backend, and refuse a token whose nonce differs.

SELECT
  attempt.id AS subject,
  user.id AS user,
  attempt.at AS at,
  CASE attempt.nonce_form
    WHEN 'base64url' THEN 'is the hash in base64url form instead of hexadecimal'
    WHEN 'base64' THEN 'is the hash in base64 form instead of hexadecimal'
    WHEN 'upper-case' THEN 'is the hash in upper case instead of lower case'
    WHEN 'raw' THEN 'is the raw nonce itself instead of its hash'
    WHEN 'double-hash' THEN 'was hashed twice'
    ELSE iif(
      attempt.nonce = upper(attempt.raw_nonce_sha256),
      'is the hash in upper case instead of lower case', 'is not the hash of the raw nonce')
  END AS mistake,
  json_array(json_array('attempts', attempt.row)) AS evidence
FROM setting, attempt
LEFT JOIN user ON user.user = attempt.user
WHERE attempt.outcome = 'accepted'
  AND coalesce(
    attempt.nonce_form <> 'match',
    attempt.nonce <> lower(attempt.raw_nonce_sha256))
ORDER BY subject;

/* @fires a nonce of another request
accounts {"userId":"u1"}
accounts {"userId":"u2"}
accounts {"userId":"u3"}
attempts {"id":"a1","userId":"u1","at":"2026-10-01T08:00:00Z","outcome":"accepted","nonce":"1111111111111111111111111111111111111111111111111111111111111111","rawNonce":"0123456789abcdef0123456789abcdef"}
attempts {"id":"a2","at":"2026-10-01T08:00:00Z","outcome":"accepted","nonce":"1111111111111111111111111111111111111111111111111111111111111111","rawNonceSHA256":"0000000000000000000000000000000000000000000000000000000000000000"}
@finds a1 a2
@message The nonce of the token that was accepted at 2026-10-01T08:00:00Z is not the hash of the raw nonce.
*/

/* @fires base64url form
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"accepted","nonce":"PrG9Q5lH63YpmOVmzMLgmceREYsvQFecxPfaK1Bht_k","rawNonce":"0123456789abcdef0123456789abcdef"}
@finds a1
@message The nonce of the token that was accepted at 2026-10-01T08:00:00Z is the hash in base64url form instead of hexadecimal.
*/

/* @fires base64url form, of the raw nonce only the hash is known
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"accepted","nonce":"PrG9Q5lH63YpmOVmzMLgmceREYsvQFecxPfaK1Bht_k","rawNonceSHA256":"3eb1bd439947eb762998e566ccc2e099c791118b2f40579cc4f7da2b5061b7f9"}
@finds a1
@message The nonce of the token that was accepted at 2026-10-01T08:00:00Z is the hash in base64url form instead of hexadecimal.
*/

/* @fires the raw nonce itself, of which only the hash is known
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"accepted","nonce":"0123456789abcdef0123456789abcdef","rawNonceSHA256":"3EB1BD439947EB762998E566CCC2E099C791118B2F40579CC4F7DA2B5061B7F9"}
@finds a1
@message The nonce of the token that was accepted at 2026-10-01T08:00:00Z is the raw nonce itself instead of its hash.
*/

/* @fires base64 form
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"accepted","nonce":"PrG9Q5lH63YpmOVmzMLgmceREYsvQFecxPfaK1Bht/k=","rawNonce":"0123456789abcdef0123456789abcdef"}
@finds a1
@message The nonce of the token that was accepted at 2026-10-01T08:00:00Z is the hash in base64 form instead of hexadecimal.
*/

/* @fires upper case, of the raw nonce only the hash is known
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"accepted","nonce":"3EB1BD439947EB762998E566CCC2E099C791118B2F40579CC4F7DA2B5061B7F9","rawNonceSHA256":"3eb1bd439947eb762998e566ccc2e099c791118b2f40579cc4f7da2b5061b7f9"}
@finds a1
@message The nonce of the token that was accepted at 2026-10-01T08:00:00Z is the hash in upper case instead of lower case.
*/

/* @fires upper case
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"accepted","nonce":"3EB1BD439947EB762998E566CCC2E099C791118B2F40579CC4F7DA2B5061B7F9","rawNonce":"0123456789abcdef0123456789abcdef"}
@finds a1
@message The nonce of the token that was accepted at 2026-10-01T08:00:00Z is the hash in upper case instead of lower case.
*/

/* @fires the raw nonce itself
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"accepted","nonce":"0123456789abcdef0123456789abcdef","rawNonce":"0123456789abcdef0123456789abcdef"}
@finds a1
@message The nonce of the token that was accepted at 2026-10-01T08:00:00Z is the raw nonce itself instead of its hash.
*/

/* @fires hashed twice
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"accepted","nonce":"d583e898e5ff5d6c3fb103be3667fa4650dc71273caee4c291e6fa8eb94df7fe","rawNonce":"0123456789abcdef0123456789abcdef"}
@finds a1
@message The nonce of the token that was accepted at 2026-10-01T08:00:00Z was hashed twice.
*/

/* @quiet the hash, one of the two absent, and one that was refused
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"accepted","nonce":"3eb1bd439947eb762998e566ccc2e099c791118b2f40579cc4f7da2b5061b7f9","rawNonce":"0123456789abcdef0123456789abcdef"}
attempts {"id":"a2","at":"2026-10-01T08:00:00Z","outcome":"accepted","nonce":"3eb1bd439947eb762998e566ccc2e099c791118b2f40579cc4f7da2b5061b7f9"}
attempts {"id":"a3","at":"2026-10-01T08:00:00Z","outcome":"accepted","rawNonce":"0123456789abcdef0123456789abcdef"}
attempts {"id":"a4","at":"2026-10-01T08:00:00Z","outcome":"rejected","nonce":"1111111111111111111111111111111111111111111111111111111111111111","rawNonce":"0123456789abcdef0123456789abcdef"}
attempts {"id":"a5","at":"2026-10-01T08:00:00Z","outcome":"accepted","nonce":"3eb1bd439947eb762998e566ccc2e099c791118b2f40579cc4f7da2b5061b7f9","rawNonceSHA256":"3EB1BD439947EB762998E566CCC2E099C791118B2F40579CC4F7DA2B5061B7F9"}
*/

/* @notevaluated the raw nonce isn't exported
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"accepted","nonce":"0000000000000000000000000000000000000000000000000000000000000000"}
*/
