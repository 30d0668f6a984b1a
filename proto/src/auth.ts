import { z } from 'zod';
import { Actor, ROLES } from './actor.js';
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

export const MODEL_PROVIDERS = ['openai', 'claude', 'local'] as const;

export const ApiSettings = z.object({
  defaultModelProvider: z.enum(MODEL_PROVIDERS),
  hasApiKey: z.boolean(),
  apiKeyHint: z.string().nullable().describe('The last four characters of the API key; the key itself is never answered.'),
  developerMode: z.boolean(),
});

/** What the API tab of the settings sends. */
export const UpdateApiSettingsInput = z
  .object({
    defaultModelProvider: z.enum(MODEL_PROVIDERS).optional(),
    apiKey: optionalText(300),
    clearApiKey: z.boolean().optional(),
    developerMode: z.boolean().optional(),
  })
  .describe("Absent keeps; null or '' keeps the stored key, which only `clearApiKey` removes.");

/** What the profile tab of the settings sends. */
export const Profile = z.object({
  username: nameText(32).min(1, 'Username is required').min(3, 'Username must be at least 3 characters'),
  email,
});
export const ChangePasswordInput = z.object({ currentPassword: text(128), newPassword: password });

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
  /** The actor behind a bearer or cookie, by the SHA-256 (hex) of its value. UNAUTHENTICATED when there is none. */
  resolve: {
    input: z.object({ kind: z.enum(['bearer', 'cookie']), hash: z.string().regex(/^[0-9a-f]{64}$/) }),
    output: Actor,
    repeatable: true,
  },
  /** The signed-in user. */
  user: { input: asActor, output: User, isRead: true, repeatable: true },
  /** Changes username and e-mail. USERNAME_TAKEN, EMAIL_TAKEN, IMPERSONATING for the e-mail, SUPER_ADMIN_PROTECTED for the name. */
  profile: { input: Profile.extend({ actor: Actor }), output: User },
  /** Sets a new password; ends all other sessions. WRONG_PASSWORD, RATE_LIMITED, IMPERSONATING. */
  password: { input: ChangePasswordInput.extend({ actor: Actor }), output: Message, secret: true },
  /** Sets which mails the user wants; an absent setting keeps its value. */
  notificationSettings: {
    input: changesOf(NotificationSettings).extend({ actor: Actor }),
    output: User,
    repeatable: true,
  },
  /** Sets model provider, API key (write-only) and developer mode. IMPERSONATING when it changes the key. */
  apiSettings: { input: UpdateApiSettingsInput.extend({ actor: Actor }), output: User, secret: true, repeatable: true },
  /** The sessions of the user, latest first. */
  sessions: { input: asActor, output: z.object({ sessions: z.array(SessionInfo) }), isRead: true, repeatable: true },
  /** Ends one session of the user. NOT_FOUND, IMPERSONATING. */
  endSession: { input: z.object({ actor: Actor, sessionId: id }), output: Message },
  /** Ends all sessions of the user, this one included. IMPERSONATING. */
  endSessions: { input: asActor, output: Message, repeatable: true },
  /** Deletes the account: its sessions at once, everything else in the background. WRONG_PASSWORD, RATE_LIMITED, SUPER_ADMIN_PROTECTED, IMPERSONATING. */
  removeAccount: { input: z.object({ actor: Actor, password: text(128) }), output: Message, secret: true },
  /** What the sign-in page can offer; needs no session. `passwordReset` is false without SMTP_URL. */
  signInOptions: { input: z.object({}), output: z.object({ passwordReset: z.boolean() }), repeatable: true },
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
    output: z.object({ id, username: z.string(), email: z.string(), role: z.enum(ROLES) }),
    repeatable: true,
    callers: ['billing'],
  },
});
