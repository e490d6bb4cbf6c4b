-- An Expo app switches Sign in with Apple on.
--
-- Expo adds the entitlement only where ios.usesAppleSignIn is true, and the native module only with
-- the plugin expo-apple-authentication. Without either of them sign-in works in development and
-- fails in the build.
--
-- @severity high
-- @needs    file:app-json
-- @subject  file
-- @source   Expo, "AppleAuthentication", configuration in app config
--           | https://docs.expo.dev/versions/latest/sdk/apple-authentication/
-- @message  {subject} {missing}.
-- @fix      Set ios.usesAppleSignIn to true and list the plugin expo-apple-authentication, then
--           build anew.

SELECT
  path AS subject,
  CASE
    WHEN is_used = 0 AND is_listed = 0
      THEN 'neither sets ios.usesAppleSignIn to true nor lists the plugin expo-apple-authentication'
    WHEN is_used = 0 THEN 'does not set ios.usesAppleSignIn to true'
    ELSE 'does not list the plugin expo-apple-authentication'
  END AS missing,
  '[]' AS evidence
FROM (
  SELECT
    app_file.path,
    coalesce(max(name = 'usesAppleSignIn' AND value = 'true'), 0) AS is_used,
    coalesce(max(name = 'plugin' AND value = 'expo-apple-authentication'), 0) AS is_listed
  FROM app_file
  LEFT JOIN app_fact ON app_fact.path = app_file.path
  WHERE kind = 'app-json'
  GROUP BY app_file.path)
WHERE is_used = 0
  OR is_listed = 0
ORDER BY subject;

/* @fires the plugin is there, the switch is off
file app/app.json
{"expo":{"ios":{"usesAppleSignIn":false},"plugins":["expo-apple-authentication"]}}
end
@finds app/app.json
@message app/app.json does not set ios.usesAppleSignIn to true.
*/

/* @fires the switch is a text
file app/app.json
{"expo":{"ios":{"usesAppleSignIn":"true"},"plugins":["expo-apple-authentication"]}}
end
@finds app/app.json
*/

/* @fires the plugin is missing
file app/app.json
{"expo":{"ios":{"usesAppleSignIn":true},"plugins":["expo-router"]}}
end
@finds app/app.json
@message app/app.json does not list the plugin expo-apple-authentication.
*/

/* @fires neither is there
file app/app.json
{"expo":{"name":"Example"}}
end
@finds app/app.json
*/

/* @quiet both are there
file app/app.json
{"expo":{"ios":{"usesAppleSignIn":true},"plugins":["expo-apple-authentication"]}}
end
*/

/* @quiet the plugin has settings, and the outer object is left out
file app/app.json
{"slug":"example","ios":{"usesAppleSignIn":true},"plugins":[["expo-apple-authentication",{}]]}
end
*/
