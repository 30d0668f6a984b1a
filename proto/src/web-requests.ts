import { z } from 'zod';
import { area } from './contract.js';
import { id } from './fields.js';
import { PLANS } from './plans.js';

/** Of the text that is read. */
export const MAX_FETCHED_CHARS = 64_000;

export const webRequests = area('knowledge', 'web-requests', {
  /**
   * Reads a text from the public internet, from one of `hosts` only, also after redirects. In the service that alone may reach the whole web.
   * UNSUPPORTED_MEDIA with a text for people, whatever is wrong with the address, the headers, the server or its answer.
   */
  get: {
    input: z.object({
      url: z.string().min(1).max(2000),
      hosts: z.array(z.string().max(253)).max(20),
      headers: z.record(z.string().max(60), z.string().max(1000)),
    }),
    output: z.object({ status: z.number().int(), contentType: z.string(), body: z.string().max(MAX_FETCHED_CHARS) }),
    repeatable: true,
    timeoutMs: 7000,
    callers: ['bots'],
  },
  /**
   * Reads the text of a page or PDF of the public internet for a reply; `userId`: whose turn it takes. UNSUPPORTED_MEDIA with a text for people,
   * whatever is wrong with the address, the server or the page; RATE_LIMITED and OVERLOADED when too many pages wait.
   */
  readPage: {
    input: z.object({
      userId: id,
      plan: z.enum(PLANS),
      address: z.string().min(1).max(2000),
      maxChars: z.number().int().min(1).max(MAX_FETCHED_CHARS),
    }),
    output: z.object({ text: z.string().max(MAX_FETCHED_CHARS), isCut: z.boolean() }),
    isRead: true,
    repeatable: true,
    timeoutMs: 20_000,
    callers: ['chat'],
  },
});
