-- URL schemes are registered.
--
-- @fails    app.unregistered-scheme session.unregistered-scheme
-- @needs    config:app.urlSchemes file:info-plist|file:app-json
-- @source   Apple, "Defining a custom URL scheme for your app"
--           | https://developer.apple.com/documentation/xcode/defining-a-custom-url-scheme-for-your-app
-- @evidence Info.plist and Expo configurations read: {passed}; schemes configured: {schemes}.
-- @do       Set `app.urlSchemes` and put Info.plist, or Expo's app.json, into the folder app/ of
--           the export.

SELECT
  (SELECT count(*) FROM app_file WHERE kind IN ('info-plist', 'app-json')) AS passed,
  (SELECT count(*) FROM setting_list WHERE name = 'urlSchemes') AS schemes;

/* @pass registered
config {"app":{"urlSchemes":["exampleapp"]}}
file app/Info.plist
<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict><key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key><array><string>exampleapp</string></array></dict></array></dict></plist>
end
*/

/* @fail not registered
config {"app":{"urlSchemes":["exampleapp"]}}
file app/Info.plist
<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict><key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key><array><string>other</string></array></dict></array></dict></plist>
end
*/

/* @nottested no Info.plist
config {"app":{"urlSchemes":["exampleapp"]}}
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1"}
*/
