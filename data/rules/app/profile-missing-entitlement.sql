-- A provisioning profile allows Sign in with Apple.
--
-- A build may use only what its provisioning profile allows. A profile that was made before the
-- capability was switched on for the App ID lacks it, and a build signed with it can't sign anybody
-- in.
--
-- @severity critical
-- @needs    file:mobileprovision
-- @subject  file
-- @source   Apple, TN3125, "Inside Code Signing: Provisioning Profiles"
--           | https://developer.apple.com/documentation/technotes/tn3125-inside-code-signing-provisioning-profiles
-- @message  {subject} does not allow com.apple.developer.applesignin: a build signed with it can
--           not sign in with Apple.
-- @fix      Switch the capability on for the App ID, then make the profile anew and sign with it.

SELECT
  path AS subject,
  '[]' AS evidence
FROM app_file
WHERE kind = 'mobileprovision'
  AND NOT EXISTS (
    SELECT 1 FROM app_fact
    WHERE app_fact.path = app_file.path AND app_fact.name = 'appleSignIn')
ORDER BY subject;

/* @fires a profile from before the capability
file app/App.mobileprovision
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>ExpirationDate</key><date>2027-10-01T00:00:00Z</date>
<key>Entitlements</key><dict>
<key>application-identifier</key><string>ABCDE12345.com.example.app</string>
<key>aps-environment</key><string>production</string>
</dict>
</dict></plist>
end
@finds app/App.mobileprovision
@message app/App.mobileprovision does not allow com.apple.developer.applesignin: a build signed with it can not sign in with Apple.
*/

/* @fires a profile for the Mac among good ones
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
file app/Mac.provisionprofile
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>ExpirationDate</key><date>2027-10-01T00:00:00Z</date>
<key>Entitlements</key><dict>
<key>com.apple.application-identifier</key><string>ABCDE12345.com.example.app</string>
<key>aps-environment</key><string>production</string>
</dict>
</dict></plist>
end
@finds app/Mac.provisionprofile
*/

/* @quiet the profile allows it
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

/* @quiet it stands inside an envelope of signed data
file app/App.mobileprovision
0 envelope <?xml version="1.0" encoding="UTF-8"?>
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

/* @notevaluated no profile was exported
file app/App.entitlements
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>com.apple.developer.applesignin</key>
<array><string>Default</string></array>
</dict></plist>
end
*/
