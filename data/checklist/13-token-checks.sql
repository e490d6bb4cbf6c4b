-- The five checks of an identity token hold.
--
-- @fails    identity.wrong-* identity.expired-token identity.no-nonce identity.nonce-*
--           identity.bad-signature
-- @needs    attempts.iss attempts.aud attempts.exp attempts.nonce attempts.alg
-- @source   Apple, "Verifying a user"
--           | https://developer.apple.com/documentation/signinwithapple/verifying-a-user
-- @evidence Accepted tokens with issuer, audience, expiry, nonce and algorithm known: {passed} of
--           {accepted}.
-- @do       Sign in with Apple once and export the attempt with the claims of its token.

SELECT
  count(*) FILTER (
    WHERE iss IS NOT NULL AND aud IS NOT NULL AND exp IS NOT NULL AND nonce IS NOT NULL
      AND alg IS NOT NULL) AS passed,
  count(*) AS accepted
FROM attempt
WHERE outcome = 'accepted';

/* @pass all five known and right
config {"app":{"bundleIds":["com.example.app"]}}
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"accepted","iss":"https://appleid.apple.com","aud":"com.example.app","exp":"2026-10-02T08:00:00Z","alg":"RS256","nonce":"3eb1bd439947eb762998e566ccc2e099c791118b2f40579cc4f7da2b5061b7f9","rawNonce":"0123456789abcdef0123456789abcdef"}
*/

/* @fail another audience
config {"app":{"bundleIds":["com.example.app"]}}
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"accepted","iss":"https://appleid.apple.com","aud":"com.other","exp":"2026-10-02T08:00:00Z","alg":"RS256","nonce":"3eb1bd439947eb762998e566ccc2e099c791118b2f40579cc4f7da2b5061b7f9","rawNonce":"0123456789abcdef0123456789abcdef"}
*/

/* @fail expired
config {"app":{"bundleIds":["com.example.app"]}}
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"accepted","iss":"https://appleid.apple.com","aud":"com.example.app","exp":"2026-09-02T08:00:00Z","alg":"RS256","nonce":"3eb1bd439947eb762998e566ccc2e099c791118b2f40579cc4f7da2b5061b7f9","rawNonce":"0123456789abcdef0123456789abcdef"}
*/

/* @nottested one claim is not there
config {"app":{"bundleIds":["com.example.app"]}}
attempts {"id":"a1","at":"2026-10-01T08:00:00Z","outcome":"accepted","iss":"https://appleid.apple.com","aud":"com.example.app","exp":"2026-10-02T08:00:00Z","nonce":"3eb1bd439947eb762998e566ccc2e099c791118b2f40579cc4f7da2b5061b7f9","rawNonce":"0123456789abcdef0123456789abcdef"}
attempts {"id":"a2","at":"2026-10-01T08:00:00Z","outcome":"rejected","iss":"https://appleid.apple.com","aud":"com.example.app","exp":"2026-10-02T08:00:00Z","alg":"RS256","nonce":"3eb1bd439947eb762998e566ccc2e099c791118b2f40579cc4f7da2b5061b7f9","rawNonce":"0123456789abcdef0123456789abcdef"}
*/
