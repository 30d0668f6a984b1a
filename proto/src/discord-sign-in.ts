import { z } from 'zod';
import { Actor } from './actor.js';
import { Origin, SignedIn } from './auth.js';
import { area } from './contract.js';
import { Message, text } from './fields.js';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** With what the user can sign in. */
export const SignInMethods = z.object({
  hasPassword: z.boolean(),
  discordName: z.string().nullable().describe('The name of the linked Discord account; null without one.'),
  isDiscordOffered: z.boolean().describe('Whether this installation offers the sign-in with Discord.'),
});
export type SignInMethods = z.infer<typeof SignInMethods>;

/** What Discord sends the browser back with. */
export const DiscordReturn = z.object({ code: text(500).min(1), state: text(200).min(1) });

/** `browserSecret` goes into a cookie: only the browser that asked for `url` can finish. */
const Started = z.object({ url: z.url(), browserSecret: z.string() });
/** `browserHash`: the SHA-256 (hex) of the cookie; absent when the browser sent none. */
const finish = DiscordReturn.extend({ browserHash: sha256.optional(), origin: Origin });

export const discordSignIn = area('auth', 'discordSignIn', {
  /** The page of Discord where a visitor confirms the sign-in. NOT_CONFIGURED, RATE_LIMITED. */
  start: { input: z.object({ origin: Origin }), output: Started, secret: true },
  /**
   * Signs in the user of the Discord account, or makes a new one. DISCORD_SIGN_IN_INVALID when it was not started in this browser, was used
   * before or was not confirmed by Discord; EMAIL_TAKEN when another user has the address: that user has to link the Discord account first;
   * DISCORD_UNREACHABLE, NOT_CONFIGURED, RATE_LIMITED.
   */
  finish: { input: finish, output: SignedIn.extend({ isNew: z.boolean() }), secret: true, timeoutMs: 20_000 },
  /** The page of Discord where a user confirms the link. WRONG_PASSWORD, PASSWORD_MISSING, DISCORD_TAKEN, NOT_CONFIGURED, RATE_LIMITED, IMPERSONATING. */
  startLink: { input: z.object({ actor: Actor, currentPassword: text(128) }), output: Started, secret: true },
  /** Links the Discord account to the user. DISCORD_SIGN_IN_INVALID, DISCORD_TAKEN, DISCORD_UNREACHABLE, NOT_CONFIGURED, RATE_LIMITED, IMPERSONATING. */
  finishLink: { input: finish.extend({ actor: Actor }), output: Message, secret: true, timeoutMs: 20_000 },
  /** Unlinks the Discord account. PASSWORD_MISSING when there would be no way left to sign in, IMPERSONATING. */
  unlink: { input: z.object({ actor: Actor }), output: Message, repeatable: true },
  /** With what the user can sign in. */
  methods: { input: z.object({ actor: Actor }), output: SignInMethods, isRead: true, repeatable: true },
});
