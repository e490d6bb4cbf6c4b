-- Bundle ids are explicit.
--
-- Sign in with Apple works for explicit App IDs only. A profile for a wildcard can't carry its
-- entitlement, and a wildcard in the configuration never equals the audience of a token.
--
-- @severity critical
-- @needs    file:mobileprovision|config:app.bundleIds
-- @subject  file
-- @source   Apple, "Configuring your environment for Sign in with Apple"
--           | https://developer.apple.com/documentation/signinwithapple/configuring-your-environment-for-sign-in-with-apple
-- @message  {subject} names the bundle id {bundle_id}: Sign in with Apple needs an explicit one.
-- @fix      Register an explicit App ID with the capability, and name it in the profile and in
--           app.bundleIds.

SELECT
  path AS subject,
  min(bundle_id) AS bundle_id,
  '[]' AS evidence
FROM (
  SELECT path, value AS bundle_id
  FROM app_statement
  WHERE kind = 'mobileprovision' AND name = 'bundleId'
  UNION ALL
  SELECT 'siwa-audit.json', value
  FROM setting_list
  WHERE name = 'bundleIds')
WHERE instr(bundle_id, '*') > 0
GROUP BY path
ORDER BY subject;

/* @fires a profile for a wildcard
file app/App.mobileprovision
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>ExpirationDate</key><date>2027-10-01T00:00:00Z</date>
<key>Entitlements</key><dict>
<key>application-identifier</key><string>ABCDE12345.com.example.*</string>
<key>com.apple.developer.applesignin</key>
<array><string>Default</string></array>
</dict>
</dict></plist>
end
@finds app/App.mobileprovision
@message app/App.mobileprovision names the bundle id com.example.*: Sign in with Apple needs an explicit one.
*/

/* @fires a profile for everything, and two wildcards in the configuration
config {"app":{"bundleIds":["com.example.*","*"]}}
file app/App.mobileprovision
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>ExpirationDate</key><date>2027-10-01T00:00:00Z</date>
<key>Entitlements</key><dict>
<key>application-identifier</key><string>ABCDE12345.*</string>
<key>com.apple.developer.applesignin</key>
<array><string>Default</string></array>
</dict>
</dict></plist>
end
@finds app/App.mobileprovision
@finds siwa-audit.json
*/

/* @quiet explicit ids
config {"app":{"bundleIds":["com.example.app"]}}
file app/App.mobileprovision
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>ExpirationDate</key><date>2027-10-01T00:00:00Z</date>
<key>Entitlements</key><dict>
<key>application-identifier</key><string>ABCDE12345.com.example.app</string>
<key>com.apple.developer.applesignin</key>
<array><string>Default</string></array>
</dict>
</dict></plist>
end
*/

/* @quiet a wildcard in another entitlement
config {"app":{"bundleIds":["com.example.app"]}}
file app/App.mobileprovision
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>ExpirationDate</key><date>2027-10-01T00:00:00Z</date>
<key>Entitlements</key><dict>
<key>application-identifier</key><string>ABCDE12345.com.example.app</string>
<key>com.apple.developer.applesignin</key>
<array><string>Default</string></array>
<key>keychain-access-groups</key><array><string>ABCDE12345.*</string></array>
</dict>
</dict></plist>
end
*/

/* @quiet nothing but the configuration, with an explicit id
config {"app":{"bundleIds":["com.example.app"]}}
file app/App.entitlements
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>com.apple.developer.applesignin</key>
<array><string>Default</string></array>
</dict></plist>
end
*/
