-- The app registers every URL scheme that sign-in returns to.
--
-- After a sign-in in the browser the system opens the app by its URL scheme. A scheme that the app
-- doesn't register opens nothing, or another app that took it, which then gets the session.
--
-- @severity high
-- @needs    config:app.urlSchemes file:info-plist|file:app-json
-- @subject  scheme
-- @source   Apple, "Defining a custom URL scheme for your app"
--           | https://developer.apple.com/documentation/xcode/defining-a-custom-url-scheme-for-your-app
-- @message  The scheme {subject} is configured, but {files} registers it.
-- @fix      Add the scheme to CFBundleURLTypes in Info.plist (or to scheme in app.json), or take it
--           out of app.urlSchemes.

SELECT
  value AS subject,
  (
    SELECT iif(count(*) = 1, 'no entry of ' || min(path), 'none of ' || count(*) || ' files')
    FROM app_file
    WHERE kind IN ('info-plist', 'app-json')) AS files,
  '[]' AS evidence
FROM setting_list
WHERE name = 'urlSchemes'
  AND lower(value) NOT IN (SELECT lower(value) FROM app_statement WHERE name = 'scheme')
  AND NOT EXISTS (SELECT 1 FROM app_statement WHERE name = 'unknownScheme')
ORDER BY subject;

/* @fires Info.plist has another one
config {"app":{"urlSchemes":["exampleapp"]}}
file app/Info.plist
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>CFBundleURLTypes</key><array><dict>
<key>CFBundleURLSchemes</key><array><string>example</string></array>
</dict></array>
</dict></plist>
end
@finds exampleapp
@message The scheme exampleapp is configured, but no entry of app/Info.plist registers it.
*/

/* @fires Info.plist has none
config {"app":{"urlSchemes":["exampleapp"]}}
file app/Info.plist
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>aps-environment</key><string>production</string>
</dict></plist>
end
@finds exampleapp
*/

/* @fires Expo has another one
config {"app":{"urlSchemes":["exampleapp"]}}
file app/app.json
{"expo":{"scheme":"example"}}
end
@finds exampleapp
*/

/* @fires one of two is missing everywhere
config {"app":{"urlSchemes":["exampleapp","second"]}}
file app/Info.plist
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>CFBundleURLTypes</key><array><dict>
<key>CFBundleURLSchemes</key><array><string>exampleapp</string></array>
</dict></array>
</dict></plist>
end
file app/app.json
{"expo":{"scheme":["exampleapp"]}}
end
@finds second
@message The scheme second is configured, but none of 2 files registers it.
*/

/* @quiet registered, in other letter case
config {"app":{"urlSchemes":["exampleapp"]}}
file app/Info.plist
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>CFBundleURLTypes</key><array><dict>
<key>CFBundleURLSchemes</key><array><string>other</string><string>ExampleApp</string></array>
</dict></array>
</dict></plist>
end
*/

/* @quiet registered by Expo
config {"app":{"urlSchemes":["exampleapp"]}}
file app/app.json
{"expo":{"scheme":"exampleapp"}}
end
*/

/* @quiet an entry is filled in by the build
config {"app":{"urlSchemes":["exampleapp"]}}
file app/Info.plist
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>CFBundleURLTypes</key><array><dict>
<key>CFBundleURLSchemes</key><array><string>$(AUTH_SCHEME)</string></array>
</dict></array>
</dict></plist>
end
*/

/* @notevaluated no schemes are configured
file app/Info.plist
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>CFBundleURLTypes</key><array><dict>
<key>CFBundleURLSchemes</key><array><string>exampleapp</string></array>
</dict></array>
</dict></plist>
end
*/

/* @notevaluated neither Info.plist nor app.json was exported
config {"app":{"urlSchemes":["exampleapp"]}}
file app/App.entitlements
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>com.apple.developer.applesignin</key>
<array><string>Default</string></array>
</dict></plist>
end
*/
