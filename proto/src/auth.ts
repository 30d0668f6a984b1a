import { z } from 'zod';
import { Actor, ROLES } from './actor.js';
import { API_KEY_STATES, KEY_PROVIDERS, MODEL_PROVIDERS, ModelAccess } from './api-keys.js';
import { area } from './contract.js';
import { PLANS } from './plans.js';
import { changesOf, id, isoTime, Message, nameText, optionalText, text, trimmedText } from './fields.js';

export const username = nameText(32).min(3, 'Username must be at least 3 characters');
export const password = text(128).min(6, 'Password must be at least 6 characters');
export const email = trimmedText(254).pipe(z.email('Please enter a valid email address'));

// Whatever is typed at a sign-in is compared with the names that exist, so that it need not be a valid new name.
export const Credentials = z.object({ username: trimmedText(32).min(3, 'Username must be at least 3 characters'), password });
export const Registration = z.object({ username, email, password });

/** Which mails a user wants. */
export const NotificationSettings = z.object({
  emailNotifications: z.boolean().default(true),
  botStatusAlerts: z.boolean().default(true),
  usageReports: z.boolean().default(false),
  marketingUpdates: z.boolean().default(false),
});
export type NotificationSettings = z.infer<typeof NotificationSettings>;

export const ApiSettings = z.object({
  defaultModelProvider: z.enum(MODEL_PROVIDERS),
  hasApiKey: z.boolean(),
  apiKeyHint: z.string().nullable().describe('The last four characters of the API key; the key itself is never answered.'),
  apiKeyProvider: z
    .enum(KEY_PROVIDERS)
    .nullable()
    .describe('The provider of the stored key, which is used while it is also the default provider; null without a key.'),
  apiKeyState: z
    .enum(API_KEY_STATES)
    .nullable()
    .describe('From the test of the key when it was saved, or from the last reply that it was used for; null without a key.'),
  ownModel: z.string().nullable().describe("The model that runs with the own key; null: the one that fits each bot's setting."),
  developerMode: z.boolean(),
});

/** What the API tab of the settings sends. */
export const UpdateApiSettingsInput = z
  .object({
    defaultModelProvider: z.enum(MODEL_PROVIDERS).optional(),
    apiKey: optionalText(300).refine((key) => !key || /^[\x21-\x7e]+$/.test(key), 'An API key has no spaces and no accents'),
    clearApiKey: z.boolean().optional(),
    ownModel: optionalText(120).refine((model) => !model || /^[\w.:/@-]+$/.test(model), "Must be the provider's id of a model"),
    developerMode: z.boolean().optional(),
  })
  .describe("Absent keeps; null or '' keeps the stored key, which only `clearApiKey` removes; '' clears `ownModel`.");

/** What the profile tab of the settings sends. */
export const Profile = z.object({
  username: nameText(32).min(1, 'Username is required').min(3, 'Username must be at least 3 characters'),
  // A user who signed up with Discord may have none. Nobody can remove theirs.
  email: trimmedText(254).pipe(
    z.union([z.literal(''), z.email('Please enter a valid email address')], 'Please enter a valid email address'),
  ),
  currentPassword: text(128).optional().describe('Needed to change the e-mail address.'),
});
/** `currentPassword` is absent where a user who signed up with Discord sets a first one. */
export const ChangePasswordInput = z.object({ currentPassword: text(128).optional(), newPassword: password });
/** The stored hash of a credential: of a session's bearer or cookie, or of an access key. */
const Credential = z.object({ kind: z.enum(['bearer', 'cookie', 'key']), hash: z.string().regex(/^[0-9a-f]{64}$/) });

/** The super-admin who acts as another user. */
export const Impersonator = z.object({ id, username: z.string() });

/** The signed-in user as every client sees it. */
export const User = z.object({
  id,
  username: z.string(),
  email: z.string(),
  subscriptionPlan: z.enum(PLANS),
  role: z.enum(ROLES),
  isAdmin: z.boolean(),
  impersonatedBy: Impersonator.nullable().describe('The super-admin who acts as this user.'),
  apiSettings: ApiSettings,
  notificationSettings: NotificationSettings,
});
export type User = z.infer<typeof User>;

/** The client of a request; stored with the session and used for rate limits. */
export const Origin = z.object({ ip: z.string().max(64), userAgent: z.string().max(400) });

/** A new session: the bearer and the cookie are two values of one session (docs/decisions.md A1); only their hashes are stored. */
export const SignedIn = z.object({ token: z.string().describe('To be sent as a bearer token.'), cookie: z.string(), user: User });

/** One browser or program that is signed in. */
export const SessionInfo = z.object({
  id,
  createdAt: isoTime,
  lastUsedAt: isoTime,
  ip: z.string(),
  userAgent: z.string(),
  isCurrent: z.boolean().describe('The session of this request.'),
});
export type SessionInfo = z.infer<typeof SessionInfo>;

const asActor = z.object({ actor: Actor });

export const auth = area('auth', 'auth', {
  /** Creates an account and signs it in. USERNAME_TAKEN, EMAIL_TAKEN, RATE_LIMITED. */
  register: { input: Registration.extend({ origin: Origin }), output: SignedIn, secret: true },
  /** Signs in. BAD_CREDENTIALS for an unknown user as for a wrong password, RATE_LIMITED. */
  login: { input: Credentials.extend({ origin: Origin }), output: SignedIn, secret: true },
  /** Ends the session of the actor. */
  logout: { input: asActor, output: Message, repeatable: true },
  /** The actor behind a bearer, cookie or access key, by the SHA-256 (hex) of its value. UNAUTHENTICATED when there is none. */
  resolve: {
    input: Credential,
    output: Actor,
    repeatable: true,
  },
  /** The signed-in user. */
  user: { input: asActor, output: User, isRead: true, repeatable: true },
  /**
   * Changes username and e-mail. USERNAME_TAKEN, SUPER_ADMIN_PROTECTED for the name; EMAIL_TAKEN, WRONG_PASSWORD, PASSWORD_MISSING, RATE_LIMITED,
   * IMPERSONATING for the e-mail, whose old address is told by mail.
   */
  profile: { input: Profile.extend({ actor: Actor }), output: User, secret: true },
  /**
   * Sets a new password; ends all other sessions and the access keys. WRONG_PASSWORD, RATE_LIMITED, IMPERSONATING; SIGN_IN_AGAIN when a first
   * password is set in a session older than 15 minutes.
   */
  password: { input: ChangePasswordInput.extend({ actor: Actor }), output: Message, secret: true },
  /** Sets which mails the user wants; an absent setting keeps its value. */
  notificationSettings: {
    input: changesOf(NotificationSettings).extend({ actor: Actor }),
    output: User,
    repeatable: true,
  },
  /**
   * Sets model provider, API key (write-only, tested before it is stored), own model and developer mode. BAD_INPUT with a sentence for a key that
   * its provider refuses, RATE_LIMITED after ten keys within an hour, IMPERSONATING when it changes the key.
   */
  apiSettings: {
    input: UpdateApiSettingsInput.extend({ actor: Actor }),
    output: User,
    secret: true,
    repeatable: true,
    timeoutMs: 20_000,
  },
  /** For the chat service: how the replies of a user's bots are written, with the user's own key. NOT_FOUND. */
  modelAccess: { input: z.object({ userId: id }), output: ModelAccess, secret: true, repeatable: true, callers: ['chat'] },
  /** For the chat service: what a reply showed about the user's own key. Ignored when the key was replaced meanwhile. */
  reportApiKey: {
    input: z.object({ userId: id, keyId: id, state: z.enum(API_KEY_STATES) }),
    output: z.object({}),
    repeatable: true,
    callers: ['chat'],
  },
  /** The sessions of the user, latest first. */
  sessions: { input: asActor, output: z.object({ sessions: z.array(SessionInfo) }), isRead: true, repeatable: true },
  /** Ends one session of the user. NOT_FOUND, IMPERSONATING. */
  endSession: { input: z.object({ actor: Actor, sessionId: id }), output: Message },
  /** Ends all sessions of the user, this one included. IMPERSONATING. */
  endSessions: { input: asActor, output: Message, repeatable: true },
  /** Deletes the account: its sessions at once, everything else in the background. WRONG_PASSWORD, PASSWORD_MISSING, RATE_LIMITED, SUPER_ADMIN_PROTECTED, IMPERSONATING. */
  removeAccount: { input: z.object({ actor: Actor, password: text(128) }), output: Message, secret: true },
  /** What the sign-in page can offer; needs no session. `passwordReset` is false without SMTP_URL, `discord` without DISCORD_CLIENT_ID. */
  signInOptions: {
    input: z.object({}),
    output: z.object({
      passwordReset: z.boolean(),
      discord: z.boolean(),
      sendsMail: z.boolean().describe('Whether notifications are also mailed; false without SMTP_URL.'),
    }),
    repeatable: true,
  },
  /** Mails a reset link when the address is known; the answer does not tell whether it is. NOT_CONFIGURED without SMTP_URL, RATE_LIMITED. */
  requestPasswordReset: { input: z.object({ email, origin: Origin }), output: Message },
  /** Sets a new password with the token of a reset link, which works once and for an hour; ends all sessions. RESET_INVALID, RATE_LIMITED. */
  resetPassword: {
    input: z.object({ token: text(100).min(20), password, origin: Origin }),
    output: Message,
    secret: true,
  },
  /** For services: name, e-mail and role of a user. NOT_FOUND. */
  person: {
    input: z.object({ userId: id }),
    output: z.object({
      id,
      username: z.string(),
      email: z.string().describe('Empty for a user without one.'),
      role: z.enum(ROLES),
    }),
    repeatable: true,
    callers: ['billing'],
  },
  /** For services: the names of users; one that does not exist is missing. */
  usernames: {
    input: z.object({ userIds: z.array(id).max(200) }),
    output: z.object({ names: z.record(id, z.string()) }),
    isRead: true,
    repeatable: true,
    callers: ['billing'],
  },
});
