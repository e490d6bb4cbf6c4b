-- No token or key stands in what is exported.
--
-- Identity tokens, refresh tokens, private keys and app keys open accounts. Whoever reads an
-- export, a backup or a log that holds one can use it. Records need only a hash of a token, or the
-- id inside it. The value itself is neither stored nor shown here.
--
-- @severity high
-- @needs    evidence:any-file
-- @subject  file
-- @source   General practice: secrets are stored in no log and no export
-- @message  {kinds} in {places}, the first in line {first_line}.
-- @fix      Take the value out of the table or log, keep its SHA-256 at most, and make whatever it
--           opened invalid: rotate the key, end the session, revoke the token.

WITH place AS (
  SELECT
    path || iif(field = '', '', '#' || field) AS subject,
    line,
    CASE kind
      WHEN 'jwt' THEN 'A JSON Web Token'
      WHEN 'private-key' THEN 'A private key'
      WHEN 'refresh-token' THEN 'A refresh token of Apple''s'
      ELSE 'A value named like a secret'
    END AS kind
  FROM secret_place)
SELECT
  subject,
  min(line) AS first_line,
  count(DISTINCT line) || iif(count(DISTINCT line) = 1, ' place', ' places') AS places,
  group_concat(DISTINCT kind) AS kinds,
  '[]' AS evidence
FROM (SELECT * FROM place ORDER BY kind)
GROUP BY subject
ORDER BY subject;

/* @fires a session keeps its token
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","tokenId":"eyJhbGciOiJSUzI1NiIsImtpZCI6IksifQ.eyJzdWIiOiJ4In0.c2lnbmF0dXJl"}
@finds sessions.ndjson#tokenId
@message A JSON Web Token in 1 place, the first in line 1.
*/

/* @fires a key, a refresh token and an app key in unknown fields, nested and listed
rows {"table":"t","rowId":"1","userId":"u1","note":"-----BEGIN PRIVATE KEY-----MIGH"}
rows {"table":"t","rowId":"2","userId":"u1","debug":{"tokens":["r0123456789abcdef0123456789abcdef.0.mvut.abcDEF_-123"]},"rowId2":1}
rows {"table":"t","rowId":"3","userId":"u1","X-Speed-App-Key":"abc"}
@finds rows.ndjson#note
@finds rows.ndjson#debug.tokens
@finds rows.ndjson#X-Speed-App-Key
*/

/* @fires a field of two nights is one finding
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","tokenId":"eyJhbGciOiJSUzI1NiIsImtpZCI6IksifQ.eyJzdWIiOiJ4In0.c2lnbmF0dXJl"}
sessions {"id":"s2","at":"2026-10-01T08:00:00Z","userId":"u1","tokenId":"eyJhbGciOiJSUzI1NiIsImtpZCI6IksifQ.eyJzdWIiOiJ4In0.c2lnbmF0dXJl"}
--- next export
sessions {"id":"s3","at":"2026-10-01T08:00:00Z","userId":"u1","tokenId":"eyJhbGciOiJSUzI1NiIsImtpZCI6IksifQ.eyJzdWIiOiJ4In0.c2lnbmF0dXJl"}
@finds sessions.ndjson#tokenId
@message A JSON Web Token in 2 places, the first in line 1.
*/

/* @fires Info.plist and app.json carry keys
file app/Info.plist
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>Keys</key><dict><key>appKey</key><string>abc</string></dict>
</dict></plist>
end
file app/app.json
{"expo":{"slug":"e","extra":{"clientSecret":"eyJhbGciOiJSUzI1NiIsImtpZCI6IksifQ.eyJzdWIiOiJ4In0.c2lnbmF0dXJl"}}}
end
@finds app/Info.plist#Keys.appKey
@finds app/app.json#expo.extra.clientSecret
*/

/* @fires files that are not recognised
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple"}
file AuthKey.p8
-----BEGIN PRIVATE KEY-----
MIGH
end
file old/notes.csv
name,token
x,eyJhbGciOiJSUzI1NiIsImtpZCI6IksifQ.eyJzdWIiOiJ4In0.c2lnbmF0dXJl
end
@finds AuthKey.p8
@finds old/notes.csv#token
*/

/* @quiet hashes and ids
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple"}
sessions {"id":"s2","at":"2026-10-01T08:00:00Z","userId":"u1","tokenId":"abababababababababababababababababababababababababababababababab"}
*/

/* @quiet a secret's field that is empty
rows {"table":"t","rowId":"1","userId":"u1","appKey":"","clientSecret":null}
*/

/* @quiet a payload is where its token belongs
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple"}
file notes.json
{"payload":"eyJhbGciOiJSUzI1NiIsImtpZCI6IksifQ.eyJzdWIiOiJ4In0.c2lnbmF0dXJl"}
end
*/

/* @quiet a public key and a certificate
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple"}
file app/jwks.json
{"keys":[{"kid":"K","kty":"RSA","n":"AQAB","e":"AQAB"}]}
end
file app/root.pem
-----BEGIN CERTIFICATE-----
MIIBFjCBvAIBATAKBggqhkjOPQQDAjAXMRUwEwYDVQQDDAxFeGFtcGxlIHJvb3Qw
HhcNMjYxMjAxMDQwNjM0WhcNNDYxMTI2MDQwNjM0WjAXMRUwEwYDVQQDDAxFeGFt
cGxlIHJvb3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQCMV/FsqpjvC7D6VFe
URZWPp5V9Vk8Ij8bFlDUkoeExgCzEUhstGUz1XLRBONp11dzm7il147Ifc4jIhK4
PbdmMAoGCCqGSM49BAMCA0kAMEYCIQDyHpMl9YO1V5OiOQvu78zZE6uMVhV34WB1
RJFhpLOPQQIhANjnGSd8v+Ae1gK+sXQPTolwvMJg46cOVgD3TntQrX0V
-----END CERTIFICATE-----
end
*/

/* @quiet the file that held one is gone the next night
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple"}
file AuthKey.p8
-----BEGIN PRIVATE KEY-----
MIGH
end
--- next export
sessions {"id":"s2","at":"2026-10-01T08:00:00Z","userId":"u2","method":"apple"}
*/
