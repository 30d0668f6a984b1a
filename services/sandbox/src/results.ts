import { codePoints, CommandForm, CommandPost, CommandResult, MAX_CONTENT_CHARS, MAX_POSTS } from '@kith/proto';

export const INVALID_RESULT = 'The command must return {success, response, shouldReply}';

type Json = Readonly<Record<string, unknown>>;
const Returned = CommandResult.pick({ success: true, response: true, shouldReply: true });

/**
 * What the guest process reports as returned: the value of the handler, and what the code passed to `reply`. Accepts only data
 * (docs/security.md S55); a plain string is the response. Returns a message for the author for anything that Discord would not take.
 */
export function readResult(reported: unknown): CommandResult | string {
  const { result: value, replies } = objectOf(reported) ?? {};
  if (value === undefined || !Array.isArray(replies) || replies.length > MAX_POSTS) return INVALID_RESULT;
  const replied = postsOf(replies);
  if (typeof replied === 'string') return replied;
  // A command that has replied need not return anything.
  if (value === null && replies.length > 0) return { success: true, response: '', shouldReply: false, posts: replied };
  const candidate = typeof value === 'string' ? { success: true, response: value, shouldReply: true } : value;
  const returned = Returned.safeParse(candidate);
  if (!returned.success)
    return isTooLong(candidate) ? `The response is longer than ${MAX_CONTENT_CHARS} characters` : INVALID_RESULT;
  return withPosts(returned.data, candidate as Json, replied);
}

function withPosts(result: CommandResult, { form, ...candidate }: Json, replied: readonly CommandPost[]): CommandResult | string {
  if (form !== undefined) {
    const parsed = CommandForm.safeParse(form);
    return parsed.success ? { ...result, form: parsed.data } : problemOf('The form', parsed.error);
  }
  const isRich = ['embeds', 'buttons', 'selects'].some((part) => candidate[part] !== undefined);
  const isPosted = result.shouldReply && (isRich || result.response.trim() !== '');
  if (!isRich && replied.length === 0) return result;
  const own = isPosted ? postsOf([{ ...candidate, content: result.response }]) : [];
  if (typeof own === 'string') return own;
  const posts = [...replied, ...own];
  return posts.length > MAX_POSTS ? `A command posts at most ${MAX_POSTS} messages` : { ...result, posts };
}

/** The messages; a text about the first one that Discord would not take. */
function postsOf(messages: readonly unknown[]): CommandPost[] | string {
  const posts: CommandPost[] = [];
  for (const message of messages) {
    const parsed = CommandPost.safeParse(postOf(message));
    if (!parsed.success) return problemOf('The message', parsed.error);
    posts.push(parsed.data);
  }
  return posts;
}

/** A reply may be a text, and may name its text as a result does. */
function postOf(message: unknown): unknown {
  if (typeof message === 'string') return { content: message };
  const { response, content = response, ...rest } = objectOf(message) ?? {};
  return { ...rest, ...(content === undefined ? {} : { content }) };
}

const objectOf = (value: unknown): Json | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;

function isTooLong(candidate: unknown): boolean {
  const response = objectOf(candidate)?.['response'];
  return typeof response === 'string' && codePoints(response) > MAX_CONTENT_CHARS;
}

interface Problems {
  readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
}

/** The first problem, with the place where it is: `The message cannot be posted: embeds 1, fields 2, value: …`. */
function problemOf(what: string, { issues: [issue] }: Problems): string {
  const place = (issue?.path ?? []).map((part) => (typeof part === 'number' ? String(part + 1) : `, ${String(part)}`)).join(' ');
  const named = place.replace(/^[, ]+/u, '').replaceAll(' ,', ',');
  return `${what} cannot be posted: ${named === '' ? '' : `${named}: `}${issue?.message ?? 'it is not valid'}`;
}
