import type { IncomingMessage } from 'node:http';
import { componentProblem } from './components.js';
import { invalid, lengthOf, listOf, type Json } from './form-problems.js';
import type { PostedFile, RestResponse } from './rest-types.js';

const MAX_CONTENT = 2000;
const MAX_EMBEDS = 10;
const MAX_EMBED_CHARS = 6000;
const MAX_FILES = 10;
const MAX_FILE_BYTES = 10 * 1024 * 1024;
const MAX_NONCE = 25;
const MAX_MENTIONED = 100;
const MAX_POLL_ANSWERS = 10;
const MAX_POLL_HOURS = 768;

/** The body of a request: JSON, or a form with `payload_json` and files. */
export interface RequestBody {
  readonly json: Record<string, unknown> | null;
  readonly text: string;
  readonly files: readonly PostedFile[];
}

export async function readBody(request: IncomingMessage): Promise<RequestBody> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const contentType = request.headers['content-type'] ?? '';
  if (!contentType.startsWith('multipart/form-data')) {
    const text = bytes.toString();
    return { json: parsedJson(text), text, files: [] };
  }
  const form = await new Response(bytes, { headers: { 'content-type': contentType } }).formData();
  const text = String(form.get('payload_json') ?? '');
  const files = [...form.values()].filter((value) => value instanceof File);
  return { json: parsedJson(text), text, files: files.map(({ name, type, size }) => ({ name, type, bytes: size })) };
}

function parsedJson(text: string): Record<string, unknown> | null {
  if (text === '') return {};
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}

/** Discord's answer to a message that it does not accept; null when it does. */
export function messageProblem(body: Record<string, unknown>, files: readonly PostedFile[] = []): RestResponse | null {
  const content = String(body['content'] ?? '');
  const [embeds, components] = [listOf(body['embeds']), listOf(body['components'])];
  const isEmpty = content.trim() === '' && embeds.length === 0 && components.length === 0 && !body['poll'] && files.length === 0;
  if (isEmpty) return { status: 400, body: { message: 'Cannot send an empty message', code: 50_006 } };
  if (lengthOf(content) > MAX_CONTENT) return invalid('content', 'BASE_TYPE_MAX_LENGTH', 'Must be 2000 or fewer in length.');
  if (files.length > MAX_FILES) return invalid('files', 'BASE_TYPE_MAX_LENGTH', 'Must be 10 or fewer in length.');
  if (files.some(({ bytes }) => bytes > MAX_FILE_BYTES))
    return { status: 413, body: { message: 'Request entity too large', code: 40_005 } };
  if (lengthOf(body['nonce']) > MAX_NONCE) return invalid('nonce', 'NONCE_TYPE_TOO_LONG', 'Must be 25 or fewer in length.');
  return (
    embedProblem(embeds) ??
    componentProblem(components) ??
    pollProblem(body['poll']) ??
    mentionsProblem((body['allowed_mentions'] ?? {}) as Json)
  );
}

function embedProblem(embeds: readonly Json[]): RestResponse | null {
  const tooLong = (): RestResponse => invalid('embeds', 'BASE_TYPE_MAX_LENGTH', 'Embed exceeds the maximum size.');
  if (embeds.length > MAX_EMBEDS) return tooLong();
  let total = 0;
  for (const embed of embeds) {
    const fields = listOf(embed['fields']);
    const footer = embed['footer'] as Json | undefined;
    const author = embed['author'] as Json | undefined;
    const fieldLengths = fields.flatMap(({ name, value }) => [lengthOf(name), lengthOf(value)]);
    const isTooLong =
      lengthOf(embed['title']) > 256 ||
      lengthOf(embed['description']) > 4096 ||
      lengthOf(footer?.['text']) > 2048 ||
      lengthOf(author?.['name']) > 256 ||
      fields.length > 25 ||
      fields.some(({ name, value }) => lengthOf(name) > 256 || lengthOf(value) > 1024);
    if (isTooLong) return tooLong();
    if (fields.some(({ name, value }) => lengthOf(name) === 0 || lengthOf(value) === 0))
      return invalid('embeds', 'BASE_TYPE_REQUIRED', 'This field is required');
    total += lengthOf(embed['title']) + lengthOf(embed['description']) + lengthOf(footer?.['text']) + lengthOf(author?.['name']);
    total += fieldLengths.reduce((sum, length) => sum + length, 0);
  }
  return total > MAX_EMBED_CHARS ? tooLong() : null;
}

/** Who may be notified is named by kind or one by one, for each kind. */
function mentionsProblem(allowed: Json): RestResponse | null {
  const parsed: unknown = allowed['parse'];
  for (const kind of ['users', 'roles']) {
    const named: unknown = allowed[kind];
    if (!Array.isArray(named)) continue;
    if (named.length > MAX_MENTIONED)
      return invalid('allowed_mentions', 'BASE_TYPE_MAX_LENGTH', 'Must be 100 or fewer in length.');
    if (named.length > 0 && Array.isArray(parsed) && parsed.includes(kind))
      return invalid(
        'allowed_mentions',
        'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE',
        `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`,
      );
  }
  return null;
}

function pollProblem(poll: unknown): RestResponse | null {
  if (poll === undefined || poll === null) return null;
  const { question, answers, duration = 24 } = poll as { question?: Json; answers?: Json[]; duration?: number };
  const texts = listOf(answers).map((answer) => lengthOf((answer['poll_media'] as Json | undefined)?.['text']));
  const questionLength = lengthOf(question?.['text']);
  const isValid =
    questionLength > 0 &&
    questionLength <= 300 &&
    texts.length > 0 &&
    texts.length <= MAX_POLL_ANSWERS &&
    texts.every((length) => length > 0 && length <= 55) &&
    Number.isInteger(duration) &&
    duration >= 1 &&
    duration <= MAX_POLL_HOURS;
  return isValid ? null : invalid('poll', 'POLL_INVALID', 'The poll is invalid');
}
