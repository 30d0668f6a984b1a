import type { Proof } from './claims.js';

const AUTH = 'services/auth/test';
const BILLING = 'services/billing/test';
const BOTS = 'services/bots/test';
const CHAT = 'services/chat/test';
const RUNNER = 'services/bot-runner/test/bot-runner.spec.ts';
const WEB = 'web/src';
const MONEY = 'deploy/all-in-one/test/security/money.spec.ts';
const WHOLE_PATH = 'web/e2e/whole-path.e2e.ts';

const ENCRYPTED: Proof = `${BOTS}/tokens.spec.ts › appear in no table, log line or Redis key`;
const NO_PINGS: Proof = `${RUNNER} › comes online, replies to a member without pinging anybody, shows that it is typing, and is charged once [S71]`;
const BUILT_IN: Proof = `${CHAT}/builtin.spec.ts › answers when no API key is set, and is named as the engine`;
const TAUGHT: Proof = `${CHAT}/builtin.spec.ts › quotes what the bot was taught, and names the source`;
const DOWNGRADE: Proof = `${BOTS}/plan-changes.spec.ts › to a lower plan keeps the oldest bots up to the cap and pauses the others without deleting anything`;
const LEDGER: Proof = `${BILLING}/ledger.spec.ts › sums to the balance, never below zero, under any interleaving of grant, purchase, reserve, settle, release and refund [S67]`;
const BOT_CAP: Proof = `${MONEY} › of a hundred bots created at once only as many as the plan allows exist [S35]`;
const ONE_CREDIT: Proof = `${MONEY} › of a hundred messages at once with one credit left one is answered and the balance is never negative [S35]`;
const CHARGED_AS_SHOWN: Proof = `${BILLING}/upgrades.spec.ts › shows the difference for the rest of the period, charges exactly that, and changes the plan when the event arrives`;
const LIMIT_THEN_CREDITS: Proof = `${BILLING}/metering.spec.ts › uses the daily limit of the plan first, then credits, then denies`;
const GREETING: Proof = `${WEB}/shared/upgrade.test.tsx › updates when the payment is confirmed after the customer came back`;
const PAYMENT_TAB: Proof = `${WEB}/features/billing/pricing-page.test.tsx › shows the three plans of the catalogue and six highlights`;
const LIMIT_PAGE: Proof = `${WEB}/features/bots/limit-page.test.tsx › opens the upgrade dialog at once on the %s plan`;
const OWN_KEY: Proof = `${CHAT}/own-keys.spec.ts › answers at the daily limit, while others are refused`;
const OWN_MODEL: Proof = `${CHAT}/own-keys.spec.ts › runs the chosen model, else one of its provider that fits the setting of the bot, whatever the plan`;
const MODEL_OPTIONS: Proof = `${CHAT}/own-keys.spec.ts › list what the own key may run, and what this installation offers without one`;
const MODELS: Proof = `${WEB}/shared/model-select.test.tsx › names the models on the %s plan, each once, and what runs`;
const ACCESS_KEY: Proof = `${AUTH}/access-keys.spec.ts › is answered once, has 256 random bits, and is stored as a hash only [S78]`;

/** Each claim, by its key or the beginning of it, with the check that proves it. A new claim needs a row here, or one of NO_CLAIM. */
export const PROOFS: readonly (readonly [string, Proof])[] = [
  [
    'landing.title',
    `${RUNNER} › comes online, replies to a member without pinging anybody, shows that it is typing, and is charged once [S71]`,
  ],
  [
    'landing.eyebrow',
    `${RUNNER} › comes online, replies to a member without pinging anybody, shows that it is typing, and is charged once [S71]`,
  ],
  ['landing.headline', TAUGHT],
  ['landing.lead', `${WHOLE_PATH} › after the start a member on Discord gets a reply`],
  ['landing.features*', `${BOTS}/bots.spec.ts › stores the given settings, the dedicated channel under both names`],
  [
    'landing.personalities*',
    `${CHAT}/prompt.spec.ts › describes traits as behaviour in bands, reads a switch as 75, and omits middle values and disabled traits`,
  ],
  ['landing.security', ENCRYPTED],
  ['landing.securityText', NO_PINGS],
  ['landing.conversations', TAUGHT],
  ['landing.conversationsText', `${CHAT}/say.spec.ts › gives the model the knowledge, and names the sources`],
  ['landing.multiple*', BOT_CAP],
  [
    'landing.models',
    `${CHAT}/plan-gates.spec.ts › a bot with the latest model runs on the %s plan with %s, in the test chat and on Discord`,
  ],
  ['landing.modelsText', BUILT_IN],
  ['landing.setup*', `${BOTS}/tokens.spec.ts › and a missing intent causes a warning`],
  [
    'landing.plansTitle',
    `${BILLING}/upgrades.spec.ts › shows the difference for the rest of the period, charges exactly that, and changes the plan when the event arrives`,
  ],
  ['landing.plansLead', `${AUTH}/accounts.spec.ts › creates an ordinary user on the free plan and opens a session`],
  ['landing.closingText', `${AUTH}/accounts.spec.ts › creates an ordinary user on the free plan and opens a session`],
  [
    'landing.footer',
    'deploy/test/supply-chain.spec.mjs › every package is locked by version and hash, comes from the public registry and has an allowed licence [S76]',
  ],

  ['pricing.lead', `${BILLING}/upgrades.spec.ts › is cancelled for the end of its period and resumed`],
  [
    'pricing.given',
    `${BILLING}/subscriptions.spec.ts › does not erase a plan that an administrator gave: the higher of both is in force`,
  ],
  ['pricing.alreadyFree*', PAYMENT_TAB],
  ['pricing.highlight.chat', `${CHAT}/say.spec.ts › streams the reply of the model, charges it once and stores it`],
  [
    'pricing.highlight.chatText',
    `${CHAT}/plan-gates.spec.ts › a bot with the latest model runs on the %s plan with %s, in the test chat and on Discord`,
  ],
  ['pricing.highlight.security', ENCRYPTED],
  ['pricing.highlight.securityText', NO_PINGS],
  ['pricing.highlight.models', BUILT_IN],
  ['pricing.highlight.modelsText', TAUGHT],
  ['pricing.highlight.counting', `${BILLING}/metering.spec.ts › gives a released message back to the daily limit`],
  ['pricing.highlight.countingText', `${BILLING}/metering.spec.ts › returns the next midnight UTC as the time of the reset`],
  ['pricing.highlight.credits', LIMIT_THEN_CREDITS],
  ['pricing.highlight.creditsText', LEDGER],
  ['pricing.highlight.leaving*', DOWNGRADE],
  ['pricing.readyText', `${WHOLE_PATH} › after the start a member on Discord gets a reply`],
  ['pricing.included', `${WEB}/shared/plan-promises.test.ts › the full list of a plan words each of its rows`],

  ['limit.text', LIMIT_PAGE],
  ['upgrade.text', LIMIT_PAGE],
  ['upgrade.failed*', `${WEB}/features/bots/limit-page.test.tsx › shows why the payment page could not be opened`],
  ['upgrade.welcome', GREETING],
  ['upgrade.pending', GREETING],
  ['upgrade.welcomeText', `${BOTS}/plan-changes.spec.ts › starts the bots again that ran before it, and no others`],
  ['upgrade.pendingText', `${WEB}/shared/upgrade.test.tsx › updates when the payment is confirmed after the customer came back`],

  ['planChange.leadUpgrade', CHARGED_AS_SHOWN],
  [
    'planChange.leadDowngrade',
    `${BILLING}/upgrades.spec.ts › charges nothing and lets the lower plan follow at the end of the period`,
  ],
  ['planChange.todayText', CHARGED_AS_SHOWN],
  [
    'planChange.keepsEnd',
    `${BILLING}/upgrades.spec.ts › of a cancelled subscription says that it still ends, and does not resume it`,
  ],
  ['planChange.stays', `${BILLING}/upgrades.spec.ts › charges nothing and lets the lower plan follow at the end of the period`],
  [
    'planChange.losesEnd',
    `${BILLING}/upgrades.spec.ts › of a cancelled subscription says that it no longer ends, and renews it with the lower plan`,
  ],
  [
    'planChange.newAmount',
    `${BILLING}/upgrades.spec.ts › counts from the time of the preview, so that a confirmation minutes later charges the amount that was shown`,
  ],
  [
    'planChange.mustPay',
    `${BILLING}/upgrades.spec.ts › whose payment fails answers the page of the open invoice and changes nothing`,
  ],
  [
    'planChange.scheduledText',
    `${BILLING}/upgrades.spec.ts › charges nothing and lets the lower plan follow at the end of the period`,
  ],
  ['planChange.*', CHARGED_AS_SHOWN],
  ['upgrade.open*', `${BILLING}/sandbox.spec.ts › is null without one, and names the plan and how its payment stands`],
  ['upgrade.declined*', `${BILLING}/sandbox.spec.ts › adds nothing when the card is declined, and can be paid afterwards`],
  ['upgrade.expired*', `${BILLING}/sandbox.spec.ts › expires after an hour, and when another tab chose another plan`],
  [
    'openPayment.*',
    `${BILLING}/sandbox.spec.ts › whose renewal fails keeps its plan for seven days, tells its user once, and goes on when it is paid`,
  ],
  ['sandboxPortal.*', `${BILLING}/sandbox.spec.ts › has a portal of its own`],
  ['checkout.*', `${WEB}/shared/payment-page.test.ts › opens the tab before the request, while the click still allows it`],
  ['sandbox.*', `${BILLING}/sandbox.spec.ts › adds the credits when it is paid, once for two clicks, and cannot be paid again`],
  ['usage.*', `${BILLING}/caps-and-warnings.spec.ts › is announced once at 50, 80 and 100 %, whatever runs in parallel`],
  ['credits.unlimited', `${BILLING}/metering.spec.ts › never denies a user with the premium plan, and counts the messages`],
  ['credits.left', `${BILLING}/metering.spec.ts › returns the next midnight UTC as the time of the reset`],
  ['credits.lead', LIMIT_THEN_CREDITS],
  ['credits.how.autoText', LIMIT_THEN_CREDITS],
  ['credits.how.expireText', LEDGER],
  ['credits.how.oneText', ONE_CREDIT],
  [
    'credits.how.secureText',
    `${MONEY} › neither a checkout nor the return from the payment page grants anything before the payment [S65]`,
  ],
  [
    'credits.history*',
    `${WEB}/features/billing/credits-page.test.tsx › names the companion of a reply, one that was deleted too, and the balance after each posting`,
  ],
  [
    'credits.thanks',
    `${MONEY} › neither a checkout nor the return from the payment page grants anything before the payment [S65]`,
  ],
  ['credits.*', `${WEB}/features/billing/credits-page.test.tsx › buys a package with its button`],

  [
    'models.notConfigured*',
    `${CHAT}/model-catalogue.spec.ts › says that no model is configured, and bots are shown with the built-in companion`,
  ],
  ['models.ownKey', OWN_MODEL],
  ['models.fixed', `${WEB}/shared/model-select.test.tsx › is %s for all companions when it was chosen in the settings`],
  ['models.abovePlan', `${WEB}/shared/model-select.test.tsx › says what runs instead of a stored model above the plan`],
  [
    'models.shutDownNow',
    `${WEB}/shared/model-select.test.tsx › says what runs instead of a model that the provider has shut down, and offers it nobody else`,
  ],
  ['models.failed', `${WEB}/shared/model-select.test.tsx › keeps the choice while the models cannot be loaded`],
  ['models.lead', MODELS],

  ['settings.impersonating', `${AUTH}/settings.spec.ts › let an impersonator change everything except the key [S36]`],
  [
    'settings.profile.*',
    `${AUTH}/notices.spec.ts › is told to the old address whatever mails the user wants, without the new one, and in the app`,
  ],
  [
    'settings.plan.byAdmin',
    `${BILLING}/upgrades.spec.ts › with a plan of an administrator beside it names both plans and the end date`,
  ],
  [
    'settings.plan.grace',
    `${BILLING}/subscriptions.spec.ts › that is past_due keeps its plan for 7 days, and gets it back when it is paid later`,
  ],
  ['settings.plan.willEnd', `${BILLING}/upgrades.spec.ts › is cancelled for the end of its period and resumed`],
  ['settings.plan.sandbox', `${BILLING}/sandbox.spec.ts › does not count in live mode`],
  ['settings.plan.*', `${BILLING}/upgrades.spec.ts › is cancelled for the end of its period and resumed`],
  [
    'settings.password.lead',
    `${AUTH}/password.spec.ts › ends all other sessions at once, keeps the current one, and makes the old password invalid [S14]`,
  ],
  [
    'settings.password.*',
    `${AUTH}/discord-sign-in.spec.ts › can set one in a new session and then sign in with it, but not in an old session [S3, S79]`,
  ],
  [
    'settings.sessions.*',
    `${AUTH}/sessions.spec.ts › ends all sessions of the user at once, the current one included, and none of other users [S18]`,
  ],
  ['settings.discord.lead', `${AUTH}/discord-sign-in.spec.ts › stores id and name of the Discord account, and no token [S79]`],
  [
    'settings.discord.*',
    `${AUTH}/discord-sign-in.spec.ts › takes the password, and afterwards Discord signs the user in until it is unlinked`,
  ],
  [
    'settings.accessKeys.lead',
    `${AUTH}/access-keys.spec.ts › acts for its owner with its scopes, and never as an administrator [S31, S78]`,
  ],
  [
    'settings.accessKeys.full',
    `${AUTH}/access-keys.spec.ts › exists at most ten times per user, also when they are created at the same time [S35, S78]`,
  ],
  [
    'settings.accessKeys.revokeText',
    `${AUTH}/access-keys.spec.ts › ends at once when it is revoked, and gateways are told [S78]`,
  ],
  ['settings.accessKeys.*', ACCESS_KEY],
  [
    'settings.remove.*',
    `${AUTH}/account-removal.spec.ts › ends all sessions at once, and bots and billing data are purged within five seconds [S15]`,
  ],
  [
    'settings.notifications.emailNotificationsText',
    `${AUTH}/password-reset.spec.ts › is mailed to a user who switched all other mails off`,
  ],
  [
    'settings.notifications.noMail',
    `${AUTH}/notifications.spec.ts › becomes an unread notification of its user alone, without mail too, and is announced`,
  ],
  ['settings.notifications.botStatusAlertsText', `${AUTH}/notices.spec.ts › is mailed to the owner once, as plain text`],
  [
    'settings.notifications.usageReportsText',
    `${AUTH}/broadcasts.spec.ts › goes once to each user who wants it and had an account in the week, with the figures of billing and chat`,
  ],
  [
    'settings.notifications.marketingUpdatesText',
    `${AUTH}/broadcasts.spec.ts › reach each user who wants them once, whatever is sent and worked off twice, and the audit log names them`,
  ],
  ['settings.api.ownKey', OWN_KEY],
  [
    'settings.api.ownKeyPictures.openai',
    `${CHAT}/own-keys.spec.ts › of OpenAI is drawn with it by the model of the catalogue, and costs neither messages nor credits`,
  ],
  [
    'settings.api.ownKeyPictures.claude',
    `${CHAT}/own-keys.spec.ts › of Anthropic is drawn by nobody: the reply says why and costs nothing`,
  ],
  ['settings.api.ownModelText', OWN_MODEL],
  [
    'settings.api.key*',
    `${AUTH}/settings.spec.ts › store the key encrypted and bound to its row, and show only its last four characters`,
  ],
  ['settings.api.clearKeyText', `${AUTH}/settings.spec.ts › delete the key with clearApiKey`],
  ['settings.api.builtIn', BUILT_IN],
  [
    'settings.api.developerModeText',
    `${WEB}/features/settings/settings-page.test.tsx › show the account id and the API reference in developer mode only`,
  ],
  ['settings.api.*', MODEL_OPTIONS],

  [
    'mail: somebody, hopefully*',
    `${AUTH}/password-reset.spec.ts › sets a new password once, ends all sessions, and lifts the limit that wrong attempts by others had caused [S14]`,
  ],
  [
    'mail: your password stays*',
    `${AUTH}/password-reset.spec.ts › sets a new password once, ends all sessions, and lifts the limit that wrong attempts by others had caused [S14]`,
  ],
  [
    'mail: the e-mail address*',
    `${AUTH}/notices.spec.ts › is told to the old address whatever mails the user wants, without the new one, and in the app`,
  ],
  [
    'mail: …, with your*',
    `${AUTH}/notices.spec.ts › is told to the old address whatever mails the user wants, without the new one, and in the app`,
  ],
  [
    'mail: Mails go to*',
    `${AUTH}/notices.spec.ts › is told to the old address whatever mails the user wants, without the new one, and in the app`,
  ],
  [
    'mail: Because a wrong setting*',
    'services/bot-runner/test/moderation.spec.ts › stops in that server, tells the owner once, and goes on when the owner says so',
  ],
  ['mail: your companion …*', `${AUTH}/notices.spec.ts › is mailed to the owner once, as plain text`],
  ['mail: your plan changed*', DOWNGRADE],
  ['mail: It is paused*', DOWNGRADE],
  [
    'mail: the last payment*',
    `${BILLING}/subscriptions.spec.ts › that is past_due keeps its plan for 7 days, and gets it back when it is paid later`,
  ],
  [
    'mail: after that your account*',
    `${BILLING}/subscriptions.spec.ts › is told once, ends the subscription at Stripe with its invoice, and another one can be bought`,
  ],
  ['mail: Nothing of*', DOWNGRADE],
  ['mail: No other key is*', `${CHAT}/own-keys.spec.ts › is used for the bots of its owner alone`],
  [
    'mail: your payment for*',
    `${BILLING}/subscriptions.spec.ts › ends the plan and the subscription at Stripe when the refund is complete, and another one can be bought`,
  ],
  [
    'mail: you have used*',
    `${BILLING}/caps-and-warnings.spec.ts › is announced once at 50, 80 and 100 %, whatever runs in parallel`,
  ],
  ['mail: The day ends*', `${BILLING}/metering.spec.ts › returns the next midnight UTC as the time of the reset`],
];

/** Texts that promise nothing: names of controls and headings, an example, requests to the reader, what somebody has just done. */
export const NO_CLAIM: readonly string[] = [
  'landing.nav',
  'landing.goToDashboard',
  'landing.getStarted',
  'landing.logIn',
  'landing.closingTitle',
  'landing.setup',
  'landing.footerNav',
  'landing.privacy',
  'landing.terms',
  'landing.safety',
  'landing.preview.*',
  'pricing.heading',
  'pricing.plans',
  'pricing.currentPlan',
  'pricing.choose.*',
  'pricing.change',
  'pricing.highlights',
  'pricing.readyTitle',
  'pricing.create',
  'pricing.subscribeTo',
  'pricing.pricePerMonth',
  'pricing.proceed',
  'limit.title',
  'limit.current',
  'upgrade.title',
  'upgrade.notNow',
  'upgrade.action',
  'upgrade.dismiss',
  'settings.lead',
  'mail: If you cannot sign*',
];
