import type { ControlRow } from './control-rows.js';

type Row = readonly [changes: string, file: string, test: string];
const rows = (area: string, row: Row, ...names: readonly string[]): Record<string, ControlRow> => {
  const [changes, file, test] = row;
  return Object.fromEntries(names.map((name) => [`${area}.${name}`, { changes, file, test }]));
};
const auth = (file: string): string => `services/auth/test/${file}.spec.ts`;
const billing = (file: string): string => `services/billing/test/${file}.spec.ts`;
const PLACE_IN_BRAIN = [
  'where the brain shows it',
  'web/src/features/knowledge/brain-space.test.ts',
  'starts at the saved positions, the same each time',
] as const;
const knowledge = (file: string): string => `services/knowledge/test/${file}.spec.ts`;

const ACCOUNT = {
  ...rows(
    'auth.register',
    ['who can sign in', auth('accounts'), 'creates an ordinary user on the free plan and opens a session'],
    'username',
    'email',
    'password',
  ),
  ...rows(
    'auth.login',
    [
      'which session is opened',
      auth('accounts'),
      'ignores the letter case of the username and opens a new session each time [S11]',
    ],
    'username',
    'password',
  ),
  ...rows(
    'auth.requestPasswordReset',
    [
      'to whom a link is mailed',
      auth('password-reset'),
      'can be requested with any letter case of the address and is mailed to the stored address',
    ],
    'email',
  ),
  ...rows(
    'auth.resetPassword',
    [
      'with which password one signs in',
      auth('password-reset'),
      'sets a new password once, ends all sessions, and lifts the limit that wrong attempts by others had caused [S14]',
    ],
    'token',
    'password',
  ),
  ...rows(
    'auth.profile',
    [
      'with which name one signs in',
      auth('profile'),
      'stores a new username and address trimmed, and login uses the new username',
    ],
    'username',
  ),
  ...rows(
    'auth.profile',
    [
      'where mails go, which the old address is told',
      auth('notices'),
      'is told to the old address whatever mails the user wants, without the new one, and in the app',
    ],
    'email',
    'currentPassword',
  ),
  ...rows(
    'auth.password',
    [
      'with which password one signs in, and who stays signed in',
      auth('password'),
      'ends all other sessions at once, keeps the current one, and makes the old password invalid [S14]',
    ],
    'currentPassword',
    'newPassword',
  ),
  ...rows(
    'auth.notificationSettings',
    ['which mails are sent', auth('notices'), 'is not sent to a user who switched %s off'],
    'emailNotifications',
    'botStatusAlerts',
  ),
  ...rows(
    'auth.notificationSettings',
    [
      'who gets usage reports and product news',
      auth('broadcasts'),
      'reach each user who wants them once, whatever is sent and worked off twice, and the audit log names them',
    ],
    'usageReports',
    'marketingUpdates',
  ),
  ...rows(
    'auth.apiSettings',
    [
      'whose model answers',
      auth('api-keys'),
      'has the own key only while its provider is the chosen one, and not after its removal',
    ],
    'defaultModelProvider',
    'clearApiKey',
  ),
  ...rows(
    'auth.apiSettings',
    ['who pays for replies', 'services/chat/test/own-keys.spec.ts', 'answers at the daily limit, while others are refused'],
    'apiKey',
  ),
  ...rows(
    'auth.apiSettings',
    [
      'which model answers',
      'services/chat/test/own-keys.spec.ts',
      'runs the chosen model, else one of its provider that fits the setting of the bot, whatever the plan',
    ],
    'ownModel',
  ),
  ...rows(
    'auth.apiSettings',
    [
      'what the settings page shows',
      'web/src/features/settings/settings-page.test.tsx',
      'show the account id and the API reference in developer mode only',
    ],
    'developerMode',
  ),
  ...rows(
    'auth.removeAccount',
    ['whether the account is deleted', auth('account-removal'), 'requires the right password'],
    'password',
  ),
  ...rows(
    'accessKeys.create',
    ['what a script may do', auth('access-keys'), 'acts for its owner with its scopes, and never as an administrator [S31, S78]'],
    'name',
    'scopes',
  ),
  ...rows(
    'accessKeys.create',
    [
      'whether a key is created',
      auth('access-keys'),
      'is created with the password only, and not during an impersonation [S36, S78]',
    ],
    'currentPassword',
  ),
  ...rows(
    'discordSignIn.startLink',
    [
      'whether Discord signs the user in',
      auth('discord-sign-in'),
      'takes the password, and afterwards Discord signs the user in until it is unlinked',
    ],
    'currentPassword',
  ),
};

const UPGRADE: Row = [
  'what is charged, and the plan',
  billing('upgrades'),
  'shows the difference for the rest of the period, charges exactly that, and changes the plan when the event arrives',
];
const MONEY_AND_ADMINISTRATION = {
  ...rows(
    'billing.setPlan',
    ['the daily limit of the user', billing('plans-and-credits'), 'raises the daily limit at once'],
    'plan',
  ),
  ...rows(
    'billing.grantCredits',
    ['the balance of the user', billing('plans-and-credits'), 'records the administrator in the ledger'],
    'credits',
  ),
  ...rows(
    'billing.correctCredits',
    [
      'the balance of the user, and what the user reads in the credit history',
      billing('plans-and-credits'),
      'is in the audit log with the administrator, the user and the reason, which the user reads too [S75]',
    ],
    'credits',
    'reason',
  ),
  ...rows(
    'payments.replay',
    [
      'which event is applied again',
      billing('webhook-log'),
      'applies one that had failed, and is in the audit log with the administrator [S75]',
    ],
    'eventId',
  ),
  ...rows(
    'reports.handle',
    [
      'whether a reported companion may be on Discord',
      'services/bot-runner/test/reports.spec.ts',
      'takes the bot down, with all reports about it, and restores it',
    ],
    'reportId',
    'action',
  ),
  ...rows('billing.previewPlanChange', UPGRADE, 'plan'),
  ...rows(
    'billing.checkoutPlan',
    ['the plan that is paid for', billing('checkout'), 'gives the plan when the event arrives'],
    'plan',
  ),
  ...rows(
    'billing.checkoutCredits',
    [
      'how many credits are bought',
      billing('checkout'),
      'adds the credits once when the paid event arrives, and writes the audit log',
    ],
    'packageId',
  ),
  ...rows(
    'billing.changeSubscription',
    ['whether it is renewed', billing('upgrades'), 'is cancelled for the end of its period and resumed'],
    'action',
  ),
  ...rows(
    'billing.sandboxPay',
    [
      'which event the payment page sends',
      billing('sandbox'),
      'adds nothing when the card is declined, and can be paid afterwards',
    ],
    'outcome',
  ),
  ...rows(
    'billing.changeSandbox',
    [
      'which event the sandbox sends',
      billing('sandbox'),
      'whose payment is refunded ends at once, says so, and another one can be bought',
    ],
    'action',
  ),
  ...rows(
    'chat.changeModel',
    [
      'which model a label runs, for whom and how it is shown',
      'services/chat/test/model-catalogue.spec.ts',
      'runs what the operator changed within seconds and without a restart, and shows its name',
    ],
    ...'name provider model label'.split(' '),
  ),
  ...rows(
    'chat.changeModel',
    [
      'what people and plans are told of a label',
      'services/chat/test/model-catalogue.spec.ts',
      'shows everybody which model each label runs, with plan, window, prices and shutdown date',
    ],
    ...'plan contextWindow inputPrice cachedPrice outputPrice shutdownDate'.split(' '),
  ),
  ...rows(
    'chat.changeModel',
    [
      'which pictures a model is given, and how much room it has for thinking',
      'services/chat/test/model-catalogue.spec.ts',
      'gives a model the pictures, the tools and the room for thinking that the operator says, whatever its name',
    ],
    ...'seesPictures usesTools reasoningTokens'.split(' '),
  ),
  ...rows(
    'chat.resetModel',
    [
      'which model a label runs',
      'services/chat/test/model-catalogue.spec.ts',
      'gives a label its start value again, in all replicas',
    ],
    'label',
  ),
  ...rows(
    'news.send',
    [
      'what users are told',
      auth('broadcasts'),
      'reach each user who wants them once, whatever is sent and worked off twice, and the audit log names them',
    ],
    'title',
    'text',
  ),
};

const CONTENT = {
  ...rows(
    'chat.say',
    [
      'the prompt and the reply',
      'services/chat/test/say.spec.ts',
      'streams the reply of the model, charges it once and stores it',
    ],
    'message',
  ),
  ...rows(
    'chat.say',
    [
      'what the model reads',
      'services/chat/test/attachments.spec.ts',
      'are read for the model, and deleted afterwards; their texts are kept with the message, encrypted and cut, and shown with it in later prompts',
    ],
    'attachments',
  ),
  ...rows(
    'chat.say',
    [
      'whether the reply comes with its prompt',
      'services/chat/test/developer-mode.spec.ts',
      'shows the owner who asks for it the prompt, its tokens and their price, and stores the tokens alone',
    ],
    'showPrompt',
  ),
  ...rows(
    'bots.reset',
    ['whether conversations are deleted', 'services/bots/test/resets.spec.ts', 'requires the exact name and refuses %j'],
    'name',
  ),
  ...['create', 'update'].reduce(
    (all, call) => ({
      ...all,
      ...rows(
        `knowledge.${call}`,
        ['what search finds and the prompt holds', knowledge('items'), 'updates the search index'],
        'title',
        'content',
        'tags',
      ),
      ...rows(
        `knowledge.${call}`,
        ['which page is read', knowledge('url-items'), 'is read again when its URL changes, and not when the URL stays the same'],
        'fileUrl',
      ),
      ...rows(`knowledge.${call}`, PLACE_IN_BRAIN, 'position.x', 'position.y'),
      ...rows(
        `knowledge.${call}`,
        [
          'when it enters replies',
          knowledge('activation'),
          'enters the prompt by one of its key words, wherever it stands in the messages',
        ],
        'activation',
        'keywords',
      ),
    }),
    {},
  ),
  ...rows(
    'knowledge.addFile',
    ['when it enters replies', knowledge('activation'), 'holds for uploaded files too'],
    'activation',
    'keywords',
  ),
  ...rows(
    'knowledgeQuestions.save',
    [
      'what the test of the knowledge expects',
      knowledge('saved-questions'),
      'is found at a rank, and says after a change that it is not found any more',
    ],
    'question',
    'expectedItemId',
  ),
  ...rows(
    'knowledge.create',
    [
      'whether text, a page or its whole website is read',
      knowledge('url-items'),
      'is read with the other pages of its website that the sitemap lists and robots.txt allows, of no other website, and keeps them in an outage',
    ],
    'type',
    'wholeSite',
  ),
  ...rows(
    'knowledge.addFile',
    ['what search finds', knowledge('item-lists'), 'searches the text of a file and the note of its owner'],
    'title',
    'tags',
  ),
  ...rows('knowledge.addFile', PLACE_IN_BRAIN, 'position.x', 'position.y'),
  ...rows(
    'knowledge.update',
    [
      'whether the page is read again',
      knowledge('url-items'),
      'is read again at once when its owner asks for it, and keeps its text until then',
    ],
    'readAgain',
  ),
};

export const ACCOUNT_ROWS: Readonly<Record<string, ControlRow>> = { ...ACCOUNT, ...MONEY_AND_ADMINISTRATION, ...CONTENT };
