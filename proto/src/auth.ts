import { z } from 'zod';
import { Actor, ROLES } from './actor.js';
import { area } from './contract.js';
import { PLANS } from './plans.js';
import { id, text, trimmedText } from './text.js';

export const username = trimmedText(32).min(3, 'Username must be at least 3 characters');
export const password = text(128).min(6, 'Password must be at least 6 characters');
export const email = trimmedText(254).pipe(z.email('Please enter a valid email address'));

export const Credentials = z.object({ username, password });
export const Registration = z.object({ username, email, password });

/** The signed-in user as every client sees it. */
export const User = z.object({
  id,
  username: z.string(),
  email: z.string(),
  subscriptionPlan: z.enum(PLANS),
  role: z.enum(ROLES),
  isAdmin: z.boolean(),
  impersonatedBy: z.object({ id, username: z.string() }).nullable(),
});
export type User = z.infer<typeof User>;

/** Where a request comes from; kept with the session and used for throttling. */
export const Origin = z.object({ ip: z.string().max(64), userAgent: z.string().max(400) });

/** A new session: the bearer and the cookie are two values of one session (decision A1); only their hashes are stored. */
const SignedIn = z.object({ token: z.string(), cookie: z.string(), user: User });

export const auth = area('auth', 'auth', {
  /** Creates an account and signs it in. USERNAME_TAKEN, EMAIL_TAKEN, RATE_LIMITED. */
  register: { input: Registration.extend({ origin: Origin }), output: SignedIn, secret: true },
  /** Signs in. BAD_CREDENTIALS alike for an unknown user and a wrong password, RATE_LIMITED. */
  login: { input: Credentials.extend({ origin: Origin }), output: SignedIn, secret: true },
  /** Ends the session of the actor everywhere. */
  logout: { input: z.object({ actor: Actor }), output: z.object({ message: z.string() }), repeatable: true },
  /** The actor behind a bearer or cookie, by the SHA-256 (hex) of its value. UNAUTHENTICATED when there is none. */
  resolve: {
    input: z.object({ kind: z.enum(['bearer', 'cookie']), hash: z.string().regex(/^[0-9a-f]{64}$/) }),
    output: Actor,
    repeatable: true,
  },
  /** The signed-in user. */
  user: { input: z.object({ actor: Actor }), output: User, repeatable: true },
});
