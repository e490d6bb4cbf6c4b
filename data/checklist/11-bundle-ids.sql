-- Bundle ids are explicit and registered.
--
-- @fails    app.wildcard-bundle-id app.unregistered-bundle-id
-- @needs    config:app.bundleIds file:mobileprovision|file:app-json
-- @source   Apple, "Configuring your environment for Sign in with Apple"
--           | https://developer.apple.com/documentation/signinwithapple/configuring-your-environment-for-sign-in-with-apple
-- @evidence Profiles and Expo configurations read: {passed}; bundle ids configured: {ids}.
-- @do       Set `app.bundleIds` and put the .mobileprovision file, or Expo's app.json, into the
--           folder app/ of the export.

SELECT
  (SELECT count(*) FROM app_file WHERE kind IN ('mobileprovision', 'app-json')) AS passed,
  (SELECT count(*) FROM setting_list WHERE name = 'bundleIds') AS ids;

/* @pass registered
asof 2026-10-01T00:00:00Z
config {"app":{"bundleIds":["com.example.app"]}}
file app/App.mobileprovision
<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict><key>ExpirationDate</key><date>2027-09-01T00:00:00Z</date><key>Entitlements</key><dict><key>application-identifier</key><string>ABCDE12345.com.example.app</string><key>com.apple.developer.applesignin</key><array><string>Default</string></array></dict></dict></plist>
end
*/

/* @fail another id
asof 2026-10-01T00:00:00Z
config {"app":{"bundleIds":["com.example.other"]}}
file app/App.mobileprovision
<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict><key>ExpirationDate</key><date>2027-09-01T00:00:00Z</date><key>Entitlements</key><dict><key>application-identifier</key><string>ABCDE12345.com.example.app</string><key>com.apple.developer.applesignin</key><array><string>Default</string></array></dict></dict></plist>
end
*/

/* @nottested bundleIds are not configured
asof 2026-10-01T00:00:00Z
file app/App.mobileprovision
<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict><key>ExpirationDate</key><date>2027-09-01T00:00:00Z</date><key>Entitlements</key><dict><key>application-identifier</key><string>ABCDE12345.com.example.app</string><key>com.apple.developer.applesignin</key><array><string>Default</string></array></dict></dict></plist>
end
*/
