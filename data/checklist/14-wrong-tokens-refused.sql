-- Wrong tokens are refused.
--
-- @fails    identity.session-from-refused
-- @needs    attempts.aud attempts.exp attempts.nonce config:app.bundleIds|config:app.servicesIds
-- @source   Apple, "Verifying a user"
--           | https://developer.apple.com/documentation/signinwithapple/verifying-a-user
-- @evidence Refused tokens with a wrong audience: {audience}, expired: {expired}, with another
--           nonce: {nonce}, with an unknown key or a bad signature: {key}.
-- @do       Send the backend a token for another app, an expired one, one with another nonce and
--           one with a broken signature, and export the attempts with their claims.

WITH refused AS (
  SELECT
    aud NOT IN (
      SELECT value FROM setting_list WHERE name IN ('bundleIds', 'servicesIds')) AS audience,
    at > exp + skew AS expired,
    coalesce(nonce_form <> 'match', nonce <> lower(raw_nonce_sha256)) AS nonce,
    coalesce(signature = 'invalid', 0)
      OR coalesce(
        kid NOT IN (SELECT value FROM setting_list WHERE name = 'jwksKids')
        AND EXISTS (SELECT 1 FROM setting_list WHERE name = 'jwksKids'), 0) AS key
  FROM setting, attempt
  WHERE outcome = 'rejected')
SELECT
  count(*) FILTER (WHERE audience) AS audience,
  count(*) FILTER (WHERE expired) AS expired,
  count(*) FILTER (WHERE nonce) AS nonce,
  count(*) FILTER (WHERE key) AS key,
  coalesce(max(audience) AND max(expired) AND max(nonce) AND max(key), 0) AS passed
FROM refused;

/* @pass each kind once
config {"app":{"bundleIds":["com.example.app"]}}
attempts {"id":"r1","at":"2026-10-01T08:00:00Z","outcome":"rejected","iss":"https://appleid.apple.com","aud":"com.other","exp":"2026-10-02T08:00:00Z","alg":"RS256","nonce":"3eb1bd439947eb762998e566ccc2e099c791118b2f40579cc4f7da2b5061b7f9","rawNonce":"0123456789abcdef0123456789abcdef"}
attempts {"id":"r2","at":"2026-10-01T08:00:00Z","outcome":"rejected","iss":"https://appleid.apple.com","aud":"com.example.app","exp":"2026-09-02T08:00:00Z","alg":"RS256","nonce":"3eb1bd439947eb762998e566ccc2e099c791118b2f40579cc4f7da2b5061b7f9","rawNonce":"0123456789abcdef0123456789abcdef"}
attempts {"id":"r3","at":"2026-10-01T08:00:00Z","outcome":"rejected","iss":"https://appleid.apple.com","aud":"com.example.app","exp":"2026-10-02T08:00:00Z","alg":"RS256","nonce":"1111111111111111111111111111111111111111111111111111111111111111","rawNonce":"0123456789abcdef0123456789abcdef"}
attempts {"id":"r4","at":"2026-10-01T08:00:00Z","outcome":"rejected","iss":"https://appleid.apple.com","aud":"com.example.app","exp":"2026-10-02T08:00:00Z","alg":"RS256","nonce":"3eb1bd439947eb762998e566ccc2e099c791118b2f40579cc4f7da2b5061b7f9","rawNonce":"0123456789abcdef0123456789abcdef","signature":"invalid"}
@evidence Refused tokens with a wrong audience: 1, expired: 1, with another nonce: 1, with an unknown key or a bad signature: 1.
*/

/* @pass an unknown key instead of a bad signature
config {"app":{"bundleIds":["com.example.app"]}}
file app/jwks.json
{"keys":[{"kty":"RSA","kid":"K1","alg":"RS256","use":"sig","n":"AQAB","e":"AQAB"}]}
end
attempts {"id":"r1","at":"2026-10-01T08:00:00Z","outcome":"rejected","iss":"https://appleid.apple.com","aud":"com.other","exp":"2026-10-02T08:00:00Z","alg":"RS256","nonce":"3eb1bd439947eb762998e566ccc2e099c791118b2f40579cc4f7da2b5061b7f9","rawNonce":"0123456789abcdef0123456789abcdef"}
attempts {"id":"r2","at":"2026-10-01T08:00:00Z","outcome":"rejected","iss":"https://appleid.apple.com","aud":"com.example.app","exp":"2026-09-02T08:00:00Z","alg":"RS256","nonce":"3eb1bd439947eb762998e566ccc2e099c791118b2f40579cc4f7da2b5061b7f9","rawNonce":"0123456789abcdef0123456789abcdef"}
attempts {"id":"r3","at":"2026-10-01T08:00:00Z","outcome":"rejected","iss":"https://appleid.apple.com","aud":"com.example.app","exp":"2026-10-02T08:00:00Z","alg":"RS256","nonce":"1111111111111111111111111111111111111111111111111111111111111111","rawNonce":"0123456789abcdef0123456789abcdef"}
attempts {"id":"r4","at":"2026-10-01T08:00:00Z","outcome":"rejected","iss":"https://appleid.apple.com","aud":"com.example.app","exp":"2026-10-02T08:00:00Z","alg":"RS256","nonce":"3eb1bd439947eb762998e566ccc2e099c791118b2f40579cc4f7da2b5061b7f9","rawNonce":"0123456789abcdef0123456789abcdef","kid":"K2"}
*/

/* @nottested no wrong audience
config {"app":{"bundleIds":["com.example.app"]}}
attempts {"id":"r2","at":"2026-10-01T08:00:00Z","outcome":"rejected","iss":"https://appleid.apple.com","aud":"com.example.app","exp":"2026-09-02T08:00:00Z","alg":"RS256","nonce":"3eb1bd439947eb762998e566ccc2e099c791118b2f40579cc4f7da2b5061b7f9","rawNonce":"0123456789abcdef0123456789abcdef"}
attempts {"id":"r3","at":"2026-10-01T08:00:00Z","outcome":"rejected","iss":"https://appleid.apple.com","aud":"com.example.app","exp":"2026-10-02T08:00:00Z","alg":"RS256","nonce":"1111111111111111111111111111111111111111111111111111111111111111","rawNonce":"0123456789abcdef0123456789abcdef"}
attempts {"id":"r4","at":"2026-10-01T08:00:00Z","outcome":"rejected","iss":"https://appleid.apple.com","aud":"com.example.app","exp":"2026-10-02T08:00:00Z","alg":"RS256","nonce":"3eb1bd439947eb762998e566ccc2e099c791118b2f40579cc4f7da2b5061b7f9","rawNonce":"0123456789abcdef0123456789abcdef","signature":"invalid"}
attempts {"id":"a9","at":"2026-10-01T08:00:00Z","outcome":"accepted","iss":"https://appleid.apple.com","aud":"com.example.app","exp":"2026-10-02T08:00:00Z","alg":"RS256","nonce":"3eb1bd439947eb762998e566ccc2e099c791118b2f40579cc4f7da2b5061b7f9","rawNonce":"0123456789abcdef0123456789abcdef"}
*/

/* @nottested none expired
config {"app":{"bundleIds":["com.example.app"]}}
attempts {"id":"r1","at":"2026-10-01T08:00:00Z","outcome":"rejected","iss":"https://appleid.apple.com","aud":"com.other","exp":"2026-10-02T08:00:00Z","alg":"RS256","nonce":"3eb1bd439947eb762998e566ccc2e099c791118b2f40579cc4f7da2b5061b7f9","rawNonce":"0123456789abcdef0123456789abcdef"}
attempts {"id":"r3","at":"2026-10-01T08:00:00Z","outcome":"rejected","iss":"https://appleid.apple.com","aud":"com.example.app","exp":"2026-10-02T08:00:00Z","alg":"RS256","nonce":"1111111111111111111111111111111111111111111111111111111111111111","rawNonce":"0123456789abcdef0123456789abcdef"}
attempts {"id":"r4","at":"2026-10-01T08:00:00Z","outcome":"rejected","iss":"https://appleid.apple.com","aud":"com.example.app","exp":"2026-10-02T08:00:00Z","alg":"RS256","nonce":"3eb1bd439947eb762998e566ccc2e099c791118b2f40579cc4f7da2b5061b7f9","rawNonce":"0123456789abcdef0123456789abcdef","signature":"invalid"}
attempts {"id":"a9","at":"2026-10-01T08:00:00Z","outcome":"accepted","iss":"https://appleid.apple.com","aud":"com.example.app","exp":"2026-10-02T08:00:00Z","alg":"RS256","nonce":"3eb1bd439947eb762998e566ccc2e099c791118b2f40579cc4f7da2b5061b7f9","rawNonce":"0123456789abcdef0123456789abcdef"}
*/

/* @nottested no other nonce
config {"app":{"bundleIds":["com.example.app"]}}
attempts {"id":"r1","at":"2026-10-01T08:00:00Z","outcome":"rejected","iss":"https://appleid.apple.com","aud":"com.other","exp":"2026-10-02T08:00:00Z","alg":"RS256","nonce":"3eb1bd439947eb762998e566ccc2e099c791118b2f40579cc4f7da2b5061b7f9","rawNonce":"0123456789abcdef0123456789abcdef"}
attempts {"id":"r2","at":"2026-10-01T08:00:00Z","outcome":"rejected","iss":"https://appleid.apple.com","aud":"com.example.app","exp":"2026-09-02T08:00:00Z","alg":"RS256","nonce":"3eb1bd439947eb762998e566ccc2e099c791118b2f40579cc4f7da2b5061b7f9","rawNonce":"0123456789abcdef0123456789abcdef"}
attempts {"id":"r4","at":"2026-10-01T08:00:00Z","outcome":"rejected","iss":"https://appleid.apple.com","aud":"com.example.app","exp":"2026-10-02T08:00:00Z","alg":"RS256","nonce":"3eb1bd439947eb762998e566ccc2e099c791118b2f40579cc4f7da2b5061b7f9","rawNonce":"0123456789abcdef0123456789abcdef","signature":"invalid"}
attempts {"id":"a9","at":"2026-10-01T08:00:00Z","outcome":"accepted","iss":"https://appleid.apple.com","aud":"com.example.app","exp":"2026-10-02T08:00:00Z","alg":"RS256","nonce":"3eb1bd439947eb762998e566ccc2e099c791118b2f40579cc4f7da2b5061b7f9","rawNonce":"0123456789abcdef0123456789abcdef"}
*/

/* @nottested no bad signature
config {"app":{"bundleIds":["com.example.app"]}}
attempts {"id":"r1","at":"2026-10-01T08:00:00Z","outcome":"rejected","iss":"https://appleid.apple.com","aud":"com.other","exp":"2026-10-02T08:00:00Z","alg":"RS256","nonce":"3eb1bd439947eb762998e566ccc2e099c791118b2f40579cc4f7da2b5061b7f9","rawNonce":"0123456789abcdef0123456789abcdef"}
attempts {"id":"r2","at":"2026-10-01T08:00:00Z","outcome":"rejected","iss":"https://appleid.apple.com","aud":"com.example.app","exp":"2026-09-02T08:00:00Z","alg":"RS256","nonce":"3eb1bd439947eb762998e566ccc2e099c791118b2f40579cc4f7da2b5061b7f9","rawNonce":"0123456789abcdef0123456789abcdef"}
attempts {"id":"r3","at":"2026-10-01T08:00:00Z","outcome":"rejected","iss":"https://appleid.apple.com","aud":"com.example.app","exp":"2026-10-02T08:00:00Z","alg":"RS256","nonce":"1111111111111111111111111111111111111111111111111111111111111111","rawNonce":"0123456789abcdef0123456789abcdef"}
attempts {"id":"a9","at":"2026-10-01T08:00:00Z","outcome":"accepted","iss":"https://appleid.apple.com","aud":"com.example.app","exp":"2026-10-02T08:00:00Z","alg":"RS256","nonce":"3eb1bd439947eb762998e566ccc2e099c791118b2f40579cc4f7da2b5061b7f9","rawNonce":"0123456789abcdef0123456789abcdef"}
*/
