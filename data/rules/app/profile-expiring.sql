-- A provisioning profile is good for another month.
--
-- A profile that ends within weeks ends in the middle of a release. Renewing it takes minutes as
-- long as nothing is on fire.
--
-- @severity medium
-- @needs    file:mobileprovision
-- @subject  file
-- @source   Apple, TN3125, "Inside Code Signing: Provisioning Profiles"
--           | https://developer.apple.com/documentation/technotes/tn3125-inside-code-signing-provisioning-profiles
-- @message  {subject} expires at {at}, in {left_span}.
-- @fix      Make the profile anew before it expires.

SELECT
  path AS subject,
  time AS at,
  time - as_of AS left_span,
  '[]' AS evidence
FROM app_statement, setting
WHERE kind = 'mobileprovision'
  AND name = 'expires'
  AND time BETWEEN as_of AND as_of + 2592000000000
ORDER BY subject;

/* @fires two weeks left
asof 2026-11-01T00:00:00Z
file app/App.mobileprovision
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>ExpirationDate</key><date>2026-11-15T00:00:00Z</date>
<key>Entitlements</key><dict>
<key>application-identifier</key><string>ABCDE12345.com.example.app</string>
<key>com.apple.developer.applesignin</key>
<array><string>Default</string></array>
</dict>
</dict></plist>
end
@finds app/App.mobileprovision
@message app/App.mobileprovision expires at 2026-11-15T00:00:00Z, in 14 days.
*/

/* @fires now, and thirty days left to the second
asof 2026-11-01T00:00:00Z
file app/a.mobileprovision
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>ExpirationDate</key><date>2026-11-01T00:00:00Z</date>
<key>Entitlements</key><dict>
<key>application-identifier</key><string>ABCDE12345.com.example.app</string>
<key>com.apple.developer.applesignin</key>
<array><string>Default</string></array>
</dict>
</dict></plist>
end
file app/b.mobileprovision
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>ExpirationDate</key><date>2026-12-01T00:00:00Z</date>
<key>Entitlements</key><dict>
<key>application-identifier</key><string>ABCDE12345.com.example.app</string>
<key>com.apple.developer.applesignin</key>
<array><string>Default</string></array>
</dict>
</dict></plist>
end
@finds app/a.mobileprovision
@finds app/b.mobileprovision
*/

/* @quiet thirty days and a second left
asof 2026-11-01T00:00:00Z
file app/App.mobileprovision
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>ExpirationDate</key><date>2026-12-01T00:00:01Z</date>
<key>Entitlements</key><dict>
<key>application-identifier</key><string>ABCDE12345.com.example.app</string>
<key>com.apple.developer.applesignin</key>
<array><string>Default</string></array>
</dict>
</dict></plist>
end
*/

/* @quiet one that has expired is another rule's matter
asof 2026-11-01T00:00:00Z
file app/App.mobileprovision
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>ExpirationDate</key><date>2026-10-31T23:59:59Z</date>
<key>Entitlements</key><dict>
<key>application-identifier</key><string>ABCDE12345.com.example.app</string>
<key>com.apple.developer.applesignin</key>
<array><string>Default</string></array>
</dict>
</dict></plist>
end
*/
