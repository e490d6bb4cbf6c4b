-- The bundle id of a build is one that the backend accepts.
--
-- The audience of an identity token is the bundle id of the app that asked for it. A build whose id
-- the backend doesn't know gets tokens that it must refuse, so nobody can sign in with that build.
--
-- @severity high
-- @needs    config:app.bundleIds file:mobileprovision|file:app-json
-- @subject  file
-- @source   Apple, "Configuring your environment for Sign in with Apple"
--           | https://developer.apple.com/documentation/signinwithapple/configuring-your-environment-for-sign-in-with-apple
-- @message  {subject} is for the bundle id {bundle_id}, which is not among app.bundleIds.
-- @fix      Add the bundle id to the backend and to app.bundleIds, or build with the one that is
--           registered.

SELECT
  path AS subject,
  value AS bundle_id,
  '[]' AS evidence
FROM app_statement
WHERE kind IN ('mobileprovision', 'app-json')
  AND name = 'bundleId'
  AND value NOT IN (SELECT value FROM setting_list WHERE name = 'bundleIds')
ORDER BY subject;

/* @fires a profile of another app
config {"app":{"bundleIds":["com.example.app"]}}
file app/App.mobileprovision
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>ExpirationDate</key><date>2027-10-01T00:00:00Z</date>
<key>Entitlements</key><dict>
<key>application-identifier</key><string>ABCDE12345.com.example.beta</string>
<key>com.apple.developer.applesignin</key>
<array><string>Default</string></array>
</dict>
</dict></plist>
end
@finds app/App.mobileprovision
@message app/App.mobileprovision is for the bundle id com.example.beta, which is not among app.bundleIds.
*/

/* @fires Expo builds under another id
config {"app":{"bundleIds":["com.example.app"]}}
file app/app.json
{"expo":{"ios":{"bundleIdentifier":"com.example.dev"}}}
end
@finds app/app.json
*/

/* @fires letter case counts
config {"app":{"bundleIds":["com.example.app"]}}
file app/App.mobileprovision
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>ExpirationDate</key><date>2027-10-01T00:00:00Z</date>
<key>Entitlements</key><dict>
<key>application-identifier</key><string>ABCDE12345.com.Example.app</string>
<key>com.apple.developer.applesignin</key>
<array><string>Default</string></array>
</dict>
</dict></plist>
end
@finds app/App.mobileprovision
*/

/* @quiet both are registered
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
file app/app.json
{"expo":{"ios":{"bundleIdentifier":"com.example.app"}}}
end
*/

/* @quiet Expo leaves the id to the build
config {"app":{"bundleIds":["com.example.app"]}}
file app/app.json
{"expo":{"name":"Example","slug":"example"}}
end
*/

/* @quiet Info.plist may leave it to the build
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
file app/Info.plist
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>CFBundleIdentifier</key><string>$(PRODUCT_BUNDLE_IDENTIFIER)</string>
</dict></plist>
end
*/

/* @notevaluated no bundle ids are configured
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
