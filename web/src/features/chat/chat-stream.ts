import type { ErrorBody, ReplyFrame } from '@kith/proto';
import { formatUntil } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { readError } from '../../lib/read-error.js';
import { RequestError, send } from '../../lib/request.js';
import type { AttachedFile } from './attachments.js';
import type { ChatMessage } from './chat-message.js';

export type Said = Omit<ChatMessage, 'id' | 'timestamp'>;

/** The reply as far as it came, and what went wrong, if something did. */
export interface Received {
  readonly reply?: Said;
  readonly error?: unknown;
}

// Decision T2: for what does not come piece by piece.
const DELAY_FROM_MS = 800;
const DELAY_TO_MS = 1200;

/** Asks, and hands on the text as it comes. */
export async function receiveReply(question: Question, onText: (soFar: string) => void): Promise<Received> {
  let soFar = '';
  try {
    for await (const frame of streamReply(question)) {
      if (frame.type === 'delta') onText((soFar += frame.text));
      else {
        if (soFar === '') await pause(question.signal);
        return { reply: whole(frame) };
      }
    }
    return {};
  } catch (error) {
    const cut = question.signal.aborted ? 'stopped' : 'broken';
    return { error, ...(soFar !== '' && { reply: { content: soFar, isUser: false, cut } }) };
  }
}

const whole = ({ response, engine, sources, truncated }: Extract<ReplyFrame, { type: 'done' }>): Said => ({
  content: response || t('chat.noResponse'),
  isUser: false,
  engine,
  sources,
  ...(truncated && { cut: 'truncated' }),
});

function pause(signal: AbortSignal): Promise<void> {
  const ms = DELAY_FROM_MS + Math.random() * (DELAY_TO_MS - DELAY_FROM_MS);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}

export interface Question {
  readonly botId: string;
  readonly message: string;
  readonly files: readonly AttachedFile[];
  /** The same id is answered and charged once, however often it is sent. */
  readonly requestId: string;
  readonly signal: AbortSignal;
}

type Done = Extract<ReplyFrame, { type: 'done' }>;

/** The reply, piece by piece, ending with the `done` frame. Throws RequestError when it is refused or breaks off. */
export async function* streamReply({ botId, signal, ...said }: Question): AsyncGenerator<ReplyFrame> {
  const path = `/api/bots/${encodeURIComponent(botId)}/chat/stream`;
  const response = await send(path, { method: 'POST', body: bodyOf(said), signal });
  if (response.headers.get('content-type')?.startsWith('application/json')) return yield wholeReply(await response.json());
  if (!response.body) throw brokenOff();
  for await (const event of readEvents(response.body)) {
    if (event.name === 'error') throw refusal(JSON.parse(event.data) as Partial<ErrorBody>);
    const frame = JSON.parse(event.data) as ReplyFrame;
    yield frame;
    if (frame.type === 'done') return;
  }
  throw brokenOff();
}

/** With files a form (decision T1): base64 in JSON would be a third larger, and in memory as a whole. */
function bodyOf({ message, requestId, files }: Pick<Question, 'message' | 'requestId' | 'files'>): string | FormData {
  if (files.length === 0) return JSON.stringify({ message, requestId });
  const form = new FormData();
  form.append('message', message);
  form.append('requestId', requestId);
  for (const { file } of files) form.append('attachments', file);
  return form;
}

/** An answer as the call without a stream gives it (specification 2, section 7). */
function wholeReply(body: unknown): Done {
  const { response = '', engine = 'openai', sources = [], truncated = false } = body as Partial<Done>;
  return { type: 'done', response, engine, sources, truncated };
}

const refusal = (body: Partial<ErrorBody>): RequestError => new RequestError(body.statusCode ?? 500, body.message ?? '', body);
const brokenOff = (): RequestError => new RequestError(0, t('chat.brokenOff'), { message: t('chat.brokenOff') });

export interface ServerEvent {
  readonly name: string;
  readonly data: string;
}

/** Splits a body into events (HTML standard, server-sent events), wherever the network has cut it. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      rest += decoder.decode(value, { stream: true }).replaceAll('\r', '');
      const blocks = rest.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = parseEvent(block);
        if (event.data !== '') yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function parseEvent(block: string): ServerEvent {
  const fields = block.split('\n').map((line) => {
    const colon = line.indexOf(':');
    return { name: line.slice(0, colon), value: line.slice(colon + 1).replace(/^ /, '') };
  });
  const data = fields.filter(({ name }) => name === 'data').map(({ value }) => value);
  return { name: fields.findLast(({ name }) => name === 'event')?.value ?? 'message', data: data.join('\n') };
}

/** Why a message has no answer. */
export interface ChatFailure {
  readonly code: string | undefined;
  /** In words for people. */
  readonly reason: string;
}

/** The code of a failed message, and the words for it (specification 2, section 8). */
export function failureOf(error: unknown): ChatFailure {
  const body = error instanceof RequestError ? error.body : undefined;
  return { code: body?.code, reason: reasonOf(error, body) };
}

function reasonOf(error: unknown, body: RequestError['body'] | undefined): string {
  if (body?.code === 'NOT_FOUND') return t('chat.notFoundText');
  if (body?.code === 'DAILY_LIMIT' && body.resetsAt) return t('chat.limit', { time: formatUntil(body.resetsAt, Date.now()) });
  const said = error instanceof RequestError ? body?.message : readError(error).message;
  return said || t('chat.errorText');
}
