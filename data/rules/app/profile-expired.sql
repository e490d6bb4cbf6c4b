-- A provisioning profile is still valid.
--
-- Builds signed with an expired profile can't be installed or uploaded, and ad-hoc builds that
-- people already have stop to start.
--
-- @severity high
-- @needs    file:mobileprovision
-- @subject  file
-- @source   Apple, TN3125, "Inside Code Signing: Provisioning Profiles"
--           | https://developer.apple.com/documentation/technotes/tn3125-inside-code-signing-provisioning-profiles
-- @message  {subject} expired at {at}, {late_span} ago.
-- @fix      Make the profile anew and sign with it.

SELECT
  path AS subject,
  time AS at,
  as_of - time AS late_span,
  '[]' AS evidence
FROM app_statement, setting
WHERE kind = 'mobileprovision'
  AND name = 'expires'
  AND time < as_of
ORDER BY subject;

/* @fires expired the day before
asof 2026-11-01T00:00:00Z
file app/App.mobileprovision
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>ExpirationDate</key><date>2026-10-31T00:00:00Z</date>
<key>Entitlements</key><dict>
<key>application-identifier</key><string>ABCDE12345.com.example.app</string>
<key>com.apple.developer.applesignin</key>
<array><string>Default</string></array>
</dict>
</dict></plist>
end
@finds app/App.mobileprovision
@message app/App.mobileprovision expired at 2026-10-31T00:00:00Z, 1 day ago.
*/

/* @fires expired a second before
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
@finds app/App.mobileprovision
*/

/* @quiet expires at that very time
asof 2026-11-01T00:00:00Z
file app/App.mobileprovision
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
*/

/* @quiet valid for a year
asof 2026-11-01T00:00:00Z
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
