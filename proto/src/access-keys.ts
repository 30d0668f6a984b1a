import { z } from 'zod';
import { ACCESS_SCOPES, Actor } from './actor.js';
import { area } from './contract.js';
import { id, isoTime, Message, nameText, text } from './fields.js';

/** What every access key begins with, so that one that was published by mistake is recognised. */
export const ACCESS_KEY_PREFIX = 'kith_';
export const MAX_ACCESS_KEYS = 10;

/** A key with which a script of its owner uses the REST API. The key itself is answered once, when it is created. */
export const AccessKey = z.object({
  id,
  name: z.string(),
  hint: z.string().describe('The last four characters of the key.'),
  scopes: z.array(z.enum(ACCESS_SCOPES)),
  createdAt: isoTime,
  lastUsedAt: isoTime.nullable(),
});
export type AccessKey = z.infer<typeof AccessKey>;

/** What the settings send for a new access key. */
export const CreateAccessKeyInput = z.object({
  name: nameText(50).min(1, 'Please enter a name'),
  scopes: z
    .array(z.enum(ACCESS_SCOPES))
    .min(1, 'Please choose at least one permission')
    .max(ACCESS_SCOPES.length)
    .transform((scopes) => ACCESS_SCOPES.filter((scope) => scopes.includes(scope))),
  currentPassword: text(128),
});

const asActor = z.object({ actor: Actor });

export const accessKeys = area('auth', 'accessKeys', {
  /** The access keys of the user, latest first. */
  list: { input: asActor, output: z.object({ accessKeys: z.array(AccessKey) }), isRead: true, repeatable: true },
  /** Creates an access key. WRONG_PASSWORD, PASSWORD_MISSING, RATE_LIMITED, ACCESS_KEY_LIMIT, IMPERSONATING. */
  create: {
    input: CreateAccessKeyInput.extend({ actor: Actor }),
    output: z.object({ key: z.string().describe('Shown once: it is stored as a hash only.'), accessKey: AccessKey }),
    secret: true,
  },
  /** Ends an access key at once. NOT_FOUND, IMPERSONATING. */
  revoke: { input: z.object({ actor: Actor, accessKeyId: id }), output: Message },
});
