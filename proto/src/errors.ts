/**
 * Every error a caller can see: HTTP status, the default text for people, and when it happens and what to do.
 * Programs switch on the code, never on the text.
 */
export const ERRORS = {
  BAD_INPUT: {
    status: 400,
    text: 'The request is not valid.',
    when: 'A body or argument does not fit its schema; `fields` names each problem. Correct it and send again.',
  },
  MALFORMED: {
    status: 400,
    text: 'The request body is not valid JSON.',
    when: 'The body could not be read at all. Send well-formed JSON.',
  },
  UNAUTHENTICATED: { status: 401, text: 'Please sign in.', when: 'No session, or one that ended. Sign in again.' },
  BAD_CREDENTIALS: {
    status: 401,
    text: 'Invalid username or password',
    when: 'Login with an unknown user or a wrong password; the answer is the same.',
  },
  DOCUMENT_UNKNOWN: {
    status: 400,
    text: 'This page is out of date. Please reload it.',
    when: 'A GraphQL document that is not part of the web app; production executes no others. Reload the page, or use REST.',
  },
  WRONG_PASSWORD: {
    status: 400,
    text: 'The current password is not correct.',
    when: 'Change of the password or deletion of the account with a wrong current password.',
  },
  PASSWORD_MISSING: {
    status: 400,
    text: 'Your account has no password yet. Please set one first, under Settings → Security.',
    when: 'Something that the password has to confirm, for a user who signs in with Discord only.',
  },
  SIGN_IN_AGAIN: {
    status: 403,
    text: 'Please sign in again with Discord, and set the password within 15 minutes.',
    when: 'A first password is set in a session that is older than 15 minutes.',
  },
  DISCORD_SIGN_IN_INVALID: {
    status: 400,
    text: 'This sign-in with Discord was used before, is too old or was not started here. Please start it again.',
    when: 'State or code of Discord are wrong, used, older than ten minutes, or belong to another browser or user.',
  },
  DISCORD_TAKEN: {
    status: 409,
    text: 'This Discord account is linked to another account.',
    when: 'A Discord account can be linked to one user, and a user to one Discord account.',
  },
  ACCESS_KEY_LIMIT: {
    status: 409,
    text: 'You have ten access keys already. Please revoke one that you no longer need.',
    when: 'A user has at most ten access keys.',
  },
  ACCESS_KEY_REFUSED: {
    status: 403,
    text: 'This access key does not allow this.',
    when: 'The scopes of an access key do not cover the route, or no access key may use it. Sign in instead.',
  },
  RESET_INVALID: {
    status: 400,
    text: 'This reset link was used before or is too old. Please ask for a new one.',
    when: 'Password reset with a token that is unknown, used or older than an hour.',
  },
  SIGNATURE_INVALID: {
    status: 400,
    text: 'The signature of this event is not valid.',
    when: 'A payment event whose signature is missing, wrong or too old. Nothing was done.',
  },
  FORBIDDEN: {
    status: 403,
    text: 'You do not have permission to do this.',
    when: 'The role of the caller does not allow the call.',
  },
  IMPERSONATING: {
    status: 403,
    text: 'This is not possible while you act as another user.',
    when: 'Passwords, e-mail, keys, tokens, billing, deletions and administration during an impersonation. End it first.',
  },
  CANNOT_IMPERSONATE: {
    status: 403,
    text: 'You cannot impersonate another administrator.',
    when: 'Impersonation of an administrator or of the super-admin.',
  },
  SUPER_ADMIN_PROTECTED: {
    status: 403,
    text: 'The super-admin cannot be changed this way.',
    when: 'Revoking, deleting or renaming the super-admin.',
  },
  CROSS_ORIGIN: {
    status: 403,
    text: 'This request came from another site and was refused.',
    when: 'A write carried only the cookie and was not same-origin. Send it from the app or with a bearer token.',
  },
  BOT_LIMIT: {
    status: 403,
    text: 'Subscription limit reached. Please upgrade your plan to create more bots.',
    when: 'The owner has as many bots as the plan allows.',
  },
  UPGRADE_REQUIRED: {
    status: 403,
    text: 'Please upgrade your plan to use this.',
    when: 'The plan does not include the feature.',
  },
  PAUSED_BY_PLAN: {
    status: 403,
    text: 'This bot is paused because your plan allows fewer bots. Upgrade your plan or delete another bot; if it was online, it then starts again by itself.',
    when: 'Start of a bot beyond the cap after a downgrade.',
  },
  TAKEN_DOWN: {
    status: 403,
    text: 'This companion was taken down after reports about it. Write to the people who run this Kith if you think that is wrong.',
    when: 'Start of a bot that an administrator has taken down.',
  },
  NOT_FOUND: {
    status: 404,
    text: 'Not found.',
    when: 'It does not exist or belongs to somebody else; the answer is the same.',
  },
  REQUEST_TIMEOUT: {
    status: 408,
    text: 'The request arrived too slowly. Please try again.',
    when: 'The body arrived below the minimum speed or not within a minute. Send again over a faster connection.',
  },
  METHOD_NOT_ALLOWED: { status: 405, text: 'This method is not allowed here.', when: 'Known path, other method.' },
  USERNAME_TAKEN: {
    status: 409,
    text: 'This username is already taken.',
    when: 'Registration or renaming; letter case does not matter. Also for reserved names.',
  },
  EMAIL_TAKEN: {
    status: 409,
    text: 'This email is already registered.',
    when: 'Registration or profile change; letter case does not matter.',
  },
  TOKEN_IN_USE: {
    status: 409,
    text: 'This Discord bot is already connected to another companion.',
    when: 'Two bots cannot share one Discord application.',
  },
  VERSION_CONFLICT: {
    status: 409,
    text: 'This was changed somewhere else in the meantime. Reload and try again.',
    when: '`expectedVersion` does not match.',
  },
  TRIGGER_TAKEN: {
    status: 409,
    text: 'Another command of this bot already uses this trigger.',
    when: 'Two commands of one bot cannot share a trigger; the message names the other one.',
  },
  ALREADY_LEARNED: {
    status: 409,
    text: 'This bot has already learned this command.',
    when: 'A bot learns a command only once.',
  },
  ALREADY_INSTALLED: {
    status: 409,
    text: 'This system is already in your bot.',
    when: 'A system can be installed only once per bot.',
  },
  ALREADY_SUBSCRIBED: {
    status: 409,
    text: 'You already have this plan.',
    when: 'Checkout of the plan that is already subscribed to, or of a second subscription.',
  },
  AMOUNT_CHANGED: {
    status: 409,
    text: 'The amount has changed in the meantime. Please look at it again. Nothing was charged.',
    when: 'Confirmation of a plan change that is older than 15 minutes, or whose subscription has changed. Preview it again.',
  },
  PAYMENT_DECLINED: {
    status: 402,
    text: 'The payment was declined. Nothing was charged. You can try again.',
    when: 'The card was declined. Nothing was charged; the checkout stays open.',
  },
  CHECKOUT_OVER: {
    status: 410,
    text: 'This checkout is over. Please start again.',
    when: 'The checkout was paid, has expired, or another one replaced it.',
  },
  TOKEN_MISSING: {
    status: 400,
    text: 'Please edit your bot and add a Discord token to launch it. Go to Edit → Discord Settings.',
    when: 'Start without a stored Discord token.',
  },
  TOKEN_INVALID: {
    status: 422,
    text: 'Discord refused the token. Reset it in the Discord Developer Portal, paste the new one in Edit → Discord, and start again.',
    when: 'Discord answered 401 or closed with 4004. Never retried until the token changes.',
  },
  INTENT_MISSING: {
    status: 422,
    text: 'Discord refused the Message Content intent. Switch it on in the Discord Developer Portal under Bot → Privileged Gateway Intents, and start again.',
    when: 'The gateway closed with 4014 (disallowed intents).',
  },
  INVALID_SYNTAX: {
    status: 422,
    text: 'Invalid JavaScript syntax',
    when: 'A custom command that cannot be parsed; the message is that of the parser.',
  },
  DISCORD_REFUSED: {
    status: 422,
    text: 'Discord refused the connection.',
    when: 'The gateway closed with 4010-4013; the reason names the code.',
  },
  DISCORD_UNREACHABLE: {
    status: 503,
    text: 'Discord cannot be reached right now. The bot keeps trying and comes online by itself.',
    when: 'Network failure or 5xx from Discord.',
  },
  TOO_LARGE: {
    status: 413,
    text: 'The request is too large.',
    when: 'Body above the limit of the route, or a message above 1 MB between services.',
  },
  UNSUPPORTED_MEDIA: {
    status: 415,
    text: 'Please send JSON.',
    when: 'A content type that the route does not accept, or a type of file that cannot be read.',
  },
  DAILY_LIMIT: {
    status: 429,
    text: 'You have used all messages of today. Buy credits or wait for the reset.',
    when: 'Daily limit reached and no credits; `resetsAt` says when it ends.',
  },
  CAP_REACHED: {
    status: 429,
    text: 'This companion has used up the messages that you allow it for today. Raise its cap in its settings, or wait for the reset.',
    when: "A cap that the owner set on the bot is reached; `resetsAt` says when it ends. Raise it in the bot's settings.",
  },
  RATE_LIMITED: {
    status: 429,
    text: 'Too many requests. Please wait a moment.',
    when: 'A limit per address or account; `retryAfterS` says how long.',
  },
  CANCELLED: {
    status: 499,
    text: 'The request was cancelled.',
    when: 'The caller disconnected or the replica was shut down before the end.',
  },
  INTERNAL: {
    status: 500,
    text: 'Something went wrong on our side.',
    when: 'A bug. The log has the details under the request id.',
  },
  NO_HANDLER: {
    status: 501,
    text: 'This is not available.',
    when: 'No replica handles the call: different versions are running.',
  },
  NOT_CONFIGURED: {
    status: 501,
    text: 'This is not set up on this installation.',
    when: 'A feature whose variables are not set: mail, payments. Ask the operator.',
  },
  OUTCOME_UNKNOWN: {
    status: 502,
    text: 'It is unknown whether this request was completed. Please check before you try again.',
    when: 'The replica crashed during the call, which is not repeatable.',
  },
  UNAVAILABLE: {
    status: 503,
    text: 'This part of Kith is not running right now. Please try again in a moment.',
    when: 'No replica of the service is running. Nothing was done; safe to repeat.',
  },
  OVERLOADED: {
    status: 503,
    text: 'Kith is very busy right now. Please try again in a moment.',
    when: 'The queue of the service is full. Nothing was done; safe to repeat.',
  },
  MODEL_UNAVAILABLE: {
    status: 503,
    text: 'The language model does not answer right now. Nothing was charged. Please try again in a minute.',
    when: 'The model provider is down, busy or does not answer, and no other model did; `retryAfterS` where the provider says how long.',
  },
  OWN_KEY_FAILED: {
    status: 422,
    text: 'Your own API key does not work. Nothing was charged. Please look at it in Settings → API & Advanced.',
    when: "The provider refuses the owner's own API key: wrong, expired, without quota or permission. The message says which. No other key is used.",
  },
  PROMPT_REFUSED: {
    status: 422,
    text: 'The language model refused to answer this. Nothing was charged. Please say it differently.',
    when: 'The model refuses the message, or it is too long, or the answer is empty or recited its instructions or was unsuitable and was withheld; the message says what to change, and the same one is refused again. Or ten of its author were refused in ten minutes: then `retryAfterS` says how long.',
  },
  PAYMENT_UNAVAILABLE: {
    status: 503,
    text: 'Failed to create checkout session. Please try again.',
    when: 'The payment provider is down or rejects the request. Nothing was charged.',
  },
  DEADLINE: { status: 504, text: 'This took too long.', when: 'No answer within the deadline of the call.' },
} as const satisfies Record<string, { status: number; text: string; when: string }>;

export type ErrorCode = keyof typeof ERRORS;

export const isErrorCode = (value: unknown): value is ErrorCode => typeof value === 'string' && Object.hasOwn(ERRORS, value);
