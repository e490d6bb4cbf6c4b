-- The app has the entitlement.
--
-- @fails    app.entitlement-*
-- @needs    file:entitlements
-- @source   Apple, "Sign in with Apple Entitlement"
--           | https://developer.apple.com/documentation/bundleresources/entitlements/com.apple.developer.applesignin
-- @evidence Entitlements files read: {passed}.
-- @do       Put the .entitlements file of the release build into the folder app/ of the export.

SELECT count(*) AS passed FROM app_file WHERE kind = 'entitlements';

/* @pass the entitlement is there
file app/App.entitlements
<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict><key>com.apple.developer.applesignin</key><array><string>Default</string></array></dict></plist>
end
*/

/* @fail it is missing
file app/App.entitlements
<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict><key>aps-environment</key><string>production</string></dict></plist>
end
*/

/* @nottested the file is not exported
sessions {"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1"}
*/
