-- An app that signs in with Apple has the entitlement for it.
--
-- Without the entitlement com.apple.developer.applesignin the system refuses every request to sign
-- in with Apple: the sheet ends with error 1000 and nobody gets in. It is lost easily, with a new
-- target or a second entitlements file for release builds.
--
-- @severity critical
-- @needs    file:entitlements
-- @subject  file
-- @source   Apple, "Sign in with Apple Entitlement"
--           | https://developer.apple.com/documentation/bundleresources/entitlements/com.apple.developer.applesignin
-- @message  {subject} lacks com.apple.developer.applesignin: the system refuses sign-in with Apple
--           to a build that is signed with it.
-- @fix      Add the capability "Sign in with Apple" to the target in Xcode, or the key with the
--           list [Default] to this file.

SELECT
  path AS subject,
  '[]' AS evidence
FROM app_file
WHERE kind = 'entitlements'
  AND NOT EXISTS (
    SELECT 1 FROM app_fact
    WHERE app_fact.path = app_file.path AND app_fact.name = 'appleSignIn')
ORDER BY subject;

/* @fires the release build has other entitlements
file app/Debug.entitlements
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>com.apple.developer.applesignin</key>
<array><string>Default</string></array>
</dict></plist>
end
file app/Release.entitlements
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>aps-environment</key><string>production</string>
</dict></plist>
end
@finds app/Release.entitlements
@message app/Release.entitlements lacks com.apple.developer.applesignin: the system refuses sign-in with Apple to a build that is signed with it.
*/

/* @fires the newest export lost what an older one had
file app/App.entitlements
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>com.apple.developer.applesignin</key>
<array><string>Default</string></array>
</dict></plist>
end
--- next export
file app/App.entitlements
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>aps-environment</key><string>production</string>
</dict></plist>
end
@finds app/App.entitlements
*/

/* @quiet the entitlement is there
file app/App.entitlements
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>aps-environment</key><string>production</string>
<key>com.apple.developer.applesignin</key>
<array><string>Default</string></array>
</dict></plist>
end
*/

/* @quiet the newest export has what an older one lacked
file app/App.entitlements
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>aps-environment</key><string>production</string>
</dict></plist>
end
--- next export
file app/App.entitlements
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>com.apple.developer.applesignin</key>
<array><string>Default</string></array>
</dict></plist>
end
*/

/* @quiet a value of the wrong kind is another rule's matter
file app/App.entitlements
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>com.apple.developer.applesignin</key><true/>
</dict></plist>
end
*/

/* @notevaluated no entitlements file was exported
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
