-- The provisioning profile carries it and is valid.
--
-- @fails    app.profile-*
-- @needs    file:mobileprovision
-- @source   Apple, TN3125, "Inside Code Signing: Provisioning Profiles"
--           | https://developer.apple.com/documentation/technotes/tn3125-inside-code-signing-provisioning-profiles
-- @evidence Profiles read: {passed}.[ The first to expire: {expires_at}.]
-- @do       Put the .mobileprovision file of the release build into the folder app/ of the
--           export.

SELECT
  (SELECT count(*) FROM app_file WHERE kind = 'mobileprovision') AS passed,
  (
    SELECT min(time)
    FROM app_statement
    WHERE kind = 'mobileprovision' AND name = 'expires') AS expires_at;

/* @pass valid
asof 2026-10-01T00:00:00Z
file app/App.mobileprovision
<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict><key>ExpirationDate</key><date>2027-09-01T00:00:00Z</date><key>Entitlements</key><dict><key>application-identifier</key><string>ABCDE12345.com.example.app</string><key>com.apple.developer.applesignin</key><array><string>Default</string></array></dict></dict></plist>
end
@evidence Profiles read: 1. The first to expire: 2027-09-01T00:00:00Z.
*/

/* @fail expired
asof 2026-10-01T00:00:00Z
file app/App.mobileprovision
<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict><key>ExpirationDate</key><date>2026-09-01T00:00:00Z</date><key>Entitlements</key><dict><key>application-identifier</key><string>ABCDE12345.com.example.app</string><key>com.apple.developer.applesignin</key><array><string>Default</string></array></dict></dict></plist>
end
*/
