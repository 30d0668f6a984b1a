/**
 * The catalogued situations, word by word: section 8 of both parts of the specification, what it refers to, and what the decisions
 * add. Each line has rows in `situations.ts`, and each text in quotes is one that those rows name.
 */
export const LINES = {
  '1.2 auth':
    "Login success toast 'Login successful' / 'Welcome back!'. Registration success 'Registration successful' / 'Your account has been created!'. Logout toast 'Logged out' / 'You have been successfully logged out.'. Form-level failures are swallowed in the form; the auth layer shows destructive toasts 'Login failed', 'Registration failed', 'Logout failed' with the error message.",

  '1.5 name':
    "Bot name at least 3 characters: 'Bot name must be at least 3 characters'. Other fields unconstrained; optional ones sent as null when empty (description, discordToken, serverId, instructions).",
  '1.5 token':
    "Starting a bot without a Discord token is blocked with destructive notice 'Discord Token Required! 🔑': 'Please edit your bot and add a Discord token to launch it. Go to Edit → Discord Settings.'",
  '1.5 login':
    "Login: username at least 3 ('Username must be at least 3 characters'), password at least 6 ('Password must be at least 6 characters').",
  '1.5 register':
    "Register: same, email valid ('Please enter a valid email address'), confirmPassword at least 6, must match ('Passwords do not match' on confirmPassword); confirmPassword is not sent.",
  '1.5 profile':
    "Profile save: username not empty after trimming ('Validation Error' / 'Username is required'); username and email trimmed; no email format rule beyond input type.",
  '1.5 password':
    "Password change: new equals confirmation ('New passwords do not match'); new at least 6 ('Password must be at least 6 characters').",

  '1.8 create':
    "Create failure with text containing 'Subscription limit' or 'upgrade your plan': destructive toast 'Subscription Limit Reached' saying the user has reached the maximum number of bots on the plan and should upgrade. Other create failure: 'Failed to create bot' with error text. Update failure: 'Failed to update bot' (edit screen: 'Update Failed' with server message or 'There was an error updating your bot. Please try again.'). Successes: 'Bot created successfully', 'Bot updated successfully' ('Bot Updated!').",
  '1.8 power':
    "Start/stop: 'Error' with text, or 'Failed to Start Bot' / 'Failed to Stop Bot' with server message or 'Unable to start the bot. Please try again.' / 'Unable to stop the bot. Please try again.'",
  '1.8 upgrade':
    "Upgrade: failure 'Error' / 'Could not initiate upgrade process. Please try again.'; success 'Plan Upgraded' / 'Successfully upgraded to {Plan} plan'.",
  '1.8 checkout':
    "Checkout: default 'Failed to create checkout session. Please try again.'; 'No checkout URL returned from the payment provider. Please try again.'; toasts 'Payment Setup Failed', 'Upgrade Failed'; in-dialog red message; info toast 'Setting Up Payment'.",
  '1.8 credits':
    "Credits: 'Authentication Required' / 'Please log in to purchase credits'; 'Checkout Error' / 'Failed to start checkout process. Please try again.'",
  '1.8 settings':
    "Settings: 'Failed to update profile', 'Failed to change password', 'Failed to save notification settings', 'Failed to save API settings'; successes 'Profile Updated', 'Password Changed' (fields cleared), 'Notifications Updated', 'API Settings Updated'. Profile and password saves show success only when the response is ok and show no message on a non-ok response.",
  '1.8 not found':
    "Bot not found page for missing or forbidden bot: 'Bot Not Found' ('This bot might have been deleted or you don't have permission to view it.')",

  '2.2 chat':
    "Bot missing or forbidden: 'Bot Not Found - This bot doesn't exist or you don't have permission to chat with it.' with a back-to-dashboard button.",
  '2.2 analytics': "When data is missing: 'Analytics Not Available' with back to dashboard.",
  '2.2 commands': "A missing bot shows 'Bot not found' with Return to Dashboard.",

  '2.5 channel':
    'Channel number inputs: responseDelay 0-30 (non-numeric becomes 0); timeoutDuration 1-1440 (default 10); warningThreshold 1-10 (default 3); maxMessagesPerMinute 1-60 (default 10).',
  '2.5 chat':
    "Chat: an empty or blank message is not sent. Attachments are accepted only if their type is in an allowed list and their size is at most 50 MB. Otherwise the toast 'Some files were skipped' appears.",
  '2.5 credits':
    "Admin credits: amount must be a positive integer, otherwise 'Invalid Credit Amount - Please enter a positive number.'",
  '2.5 impersonation':
    "Impersonation: the built-in super-admin account cannot be impersonated ('Cannot Impersonate Admin - You cannot impersonate another administrator.').",
  '2.5 knowledge':
    'Add knowledge: the Add button is disabled unless title and content are both non-empty. A file upload accepts image types or documents (txt, pdf, doc, docx, md, json, csv); the hint says up to 10MB.',
  '2.5 command': 'Custom command: name, trigger and description are required. Code is syntax-checked before submit.',

  '2.6 admins':
    "Admin Dashboard and its queries are enabled for admins and the super-admin. Others are redirected to / with 'Access Denied - Only administrators can access this page.'",
  '2.6 super-admin':
    "The credits page and the impersonation page are usable only by the super-admin. Others see 'Access Denied - You do not have permission to access this page.' and are redirected to / with a toast.",
  '2.6 knowledge':
    "Knowledge: adding is only for basic or premium plans; free users are sent to /pricing and see only the first 3 titles: 'Upgrade to Add Knowledge'.",

  '2.8 create limit':
    "Create bot, error text contains 'Subscription limit' or 'upgrade your plan': 'Subscription Limit Reached - You've reached the maximum number of bots allowed on your current plan. Please upgrade to create more bots.'",
  '2.8 create': "Create bot, other failure: 'Failed to create bot' with the error text",
  '2.8 update': "Update bot failure: 'Failed to update bot'",
  '2.8 delete': "Delete failure: 'Failed to delete bot' with the server message, or 'An unknown error occurred'",
  '2.8 chat':
    "Chat failure: 'Error - Failed to send message. Please try again.' (or the error message); the typing indicator stops",
  '2.8 files': "Rejected files: 'Some files were skipped'",
  '2.8 system': "Duplicate system: 'System Already Installed - {name} is already in your bot.'",
  '2.8 learn': "Add command failure: 'Failed to Add Command' with the server message or 'Something went wrong'",
  '2.8 forget': "Remove command failure: 'Failed to Remove Command'",
  '2.8 configure': "Update command failure: 'Failed to Update Command'",
  '2.8 write': "Custom command create failure: 'Failed to create command' with the server error or 'Unknown error occurred'",
  '2.8 syntax': "Bad syntax: 'Invalid JavaScript syntax' with the parser message",
  '2.8 test syntax': "Test Syntax fails: 'Syntax Error'",
  '2.8 end impersonation': "End impersonation failure: 'Error' / 'Failed to end impersonation' with the message",
  '2.8 tour': "Tour create failure: 'Oops! Something went wrong' / 'Let's try creating your bot again!'",
  '2.8 plan': "Plan change failure (admin): 'Update Failed'",
  '2.8 credits': "Add credits failure: 'Failed to Add Credits'",
  '2.8 impersonation': "Impersonation failure: 'Impersonation Failed'",
  '2.8 rights':
    "Grant or revoke failure: 'Failed to grant admin privileges' / 'Failed to revoke admin privileges' (fallback 'An error occurred')",
  '2.8 lists': "List load errors: 'Error loading users. Please try again.', 'Failed to load admin users', 'Failed to load users'",
  '2.8 dashboard':
    "Admin dashboard load error: 'Error Loading Admin Data - Could not load admin data. You may not have the necessary permissions.'",
  '2.8 channel': "Channel settings save failure: 'Update Failed' / 'Failed to update channel settings'",
  '2.8 successes':
    "Success toasts: 'Bot created successfully', 'Bot updated successfully', 'Bot deleted', 'Chat Cleared', 'System Installed!', 'System Removed', 'Subscription Updated', 'Credits Added', 'Impersonation Started', 'Impersonation Ended', 'Admin privileges granted/revoked', 'Command Added!', 'Command Removed', 'Command Updated!', 'Knowledge Added!', 'Knowledge Updated!', 'Knowledge Deleted', 'Custom command created successfully!', 'Code syntax is valid!', 'Settings Updated' / 'Channel settings have been saved successfully!'.",

  'A1 sessions':
    'One opaque, revocable session per login. A write that is authenticated by the cookie alone must be same-origin, else 403.',
  'A3 enforced': 'The server enforces each; the menu hides what would be refused.',
  'A4 super-admin': 'Nobody revokes the super-admin.',
  'A5 impersonation':
    'Super-admin alone; no administrator can be impersonated; no nesting; blocked while impersonating: password, e-mail, API key, Discord token, billing, deletion, admin calls.',
  'A6 foreign': 'Foreign bot: 404, the same answer as for a missing one.',
  'A7 password': 'The same answer for an unknown user and a wrong password. 6 at least, 128 at most.',
  'A8 unique': 'Username, e-mail: unique without regard to case (409).',
  'A11 limits': 'Rate limits: 429 with Retry-After.',
  'B7 daily': 'Without credits: REST 429 {code: DAILY_LIMIT, resetsAt}.',
  'B14 paused': 'The others stop with reason paused_by_plan and cannot start.',
  'K1 plan': 'Free users may write and test, not enable on Discord.',
  'K2 triggers': 'Unique per bot after normalising: 409 names the other one. 1-32 characters without spaces.',
  'M5 bounds': 'Name 3-100 after trimming, description <= 1000, instructions <= 8000; Discord ids are snowflakes (17-20 digits).',
  'M10 token': 'One bot per Discord application (409 TOKEN_IN_USE).',
  'T1 files': '10 MB a file, 5 files a message.',
  'W2 upload': '10 MB; pdf, docx, txt, md, json, csv, png, jpeg, gif, webp; .doc gets a clear error.',
  'W3 limits': 'Free 0 items; enforced by the server (403 UPGRADE_REQUIRED).',
  'W4 addresses': 'Public http(s) addresses only.',
} as const;

export type Line = keyof typeof LINES;

/** What the server's message must hold, so that an older client finds it: no text of a screen. */
export const SERVER_WORDS: readonly string[] = ['Subscription limit', 'upgrade your plan'];

/** Quoted in one word, two texts on the screen. */
export const SPELLED_OUT: Readonly<Record<string, readonly string[]>> = {
  'Admin privileges granted/revoked': ['Admin privileges granted', 'Admin privileges revoked'],
};

/** Texts of a second reading, whose first one is shown: which. */
export const OTHER_READING: Readonly<Record<string, string>> = {
  'Bot Updated!': 'Bot updated successfully',
};

/** The texts in quotes, as a screen shows them: a title and what stands below it apart. */
export function textsOf(line: Line): string[] {
  const quoted = [...LINES[line].matchAll(/(?<=^|[\s(/])'(.+?)'(?=$|[\s,.;:)/])/g)].map(([, text = '']) => text);
  return quoted.flatMap((text) => SPELLED_OUT[text] ?? text.split(' - ')).filter((text) => !SERVER_WORDS.includes(text));
}
