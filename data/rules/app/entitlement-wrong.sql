-- The entitlement for Sign in with Apple is the list with the one item Default.
--
-- The system knows one value of com.apple.developer.applesignin: a list with the one text Default.
-- With a text, a yes or another item the build is refused when it is signed or uploaded, or the
-- request fails on the device.
--
-- @severity high
-- @needs    file:entitlements
-- @subject  file
-- @source   Apple, "Sign in with Apple Entitlement"
--           | https://developer.apple.com/documentation/bundleresources/entitlements/com.apple.developer.applesignin
-- @message  {subject} gives com.apple.developer.applesignin as {value}; it must be a list with the
--           one item Default.
-- @fix      Write the value as a list that holds the text Default and nothing else.

SELECT
  path AS subject,
  value,
  '[]' AS evidence
FROM app_statement
WHERE kind = 'entitlements'
  AND name = 'appleSignIn'
  AND value <> 'Default'
ORDER BY subject;

/* @fires a text stands for the list
file app/App.entitlements
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>com.apple.developer.applesignin</key><string>Default</string>
</dict></plist>
end
@finds app/App.entitlements
@message app/App.entitlements gives com.apple.developer.applesignin as a text, no list; it must be a list with the one item Default.
*/

/* @fires a yes, another item, none, and two
file app/a.entitlements
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>com.apple.developer.applesignin</key><true/>
</dict></plist>
end
file app/b.entitlements
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>com.apple.developer.applesignin</key><array><string>default</string></array>
</dict></plist>
end
file app/c.entitlements
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>com.apple.developer.applesignin</key><array/>
</dict></plist>
end
file app/d.entitlements
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>com.apple.developer.applesignin</key><array><string>Default</string><string>Default</string></array>
</dict></plist>
end
@finds app/a.entitlements
@finds app/b.entitlements
@finds app/c.entitlements
@finds app/d.entitlements
*/

/* @quiet the list with Default
file app/App.entitlements
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>com.apple.developer.applesignin</key>
<array><string>Default</string></array>
</dict></plist>
end
*/

/* @quiet a missing entitlement is another rule's matter
file app/App.entitlements
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>aps-environment</key><string>production</string>
</dict></plist>
end
*/

/* @quiet a profile is another rule's matter
file app/App.entitlements
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>com.apple.developer.applesignin</key>
<array><string>Default</string></array>
</dict></plist>
end
file app/App.mobileprovision
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>ExpirationDate</key><date>2027-10-01T00:00:00Z</date>
<key>Entitlements</key><dict>
<key>application-identifier</key><string>ABCDE12345.com.example.app</string>
<key>com.apple.developer.applesignin</key><string>Default</string>
</dict>
</dict></plist>
end
*/
