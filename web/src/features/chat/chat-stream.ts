import type { ErrorBody, ReplyFrame } from '@kith/proto';
import { formatUntil } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { readError } from '../../lib/read-error.js';
import { RequestError, send } from '../../lib/request.js';
import type { AttachedFile } from './attachments.js';
import type { ChatMessage } from './chat-message.js';

interface Question {
  readonly botId: string;
  readonly message: string;
  readonly files: readonly AttachedFile[];
  /** A request id is answered and charged once, however often it is sent. */
  readonly requestId: string;
  /** In developer mode: the reply is to come with its prompt. */
  readonly showPrompt?: boolean;
  readonly signal: AbortSignal;
}

export type Reply = Omit<ChatMessage, 'id' | 'timestamp'>;
type DoneFrame = Extract<ReplyFrame, { type: 'done' }>;

// A reply that does not arrive in pieces is shown after a pause (docs/decisions.md T2).
const PAUSE_MIN_MS = 800;
const PAUSE_MAX_MS = 1200;
const END_TIMEOUT_MS = 1000;

/** Sends a message. Resolves with the reply as far as it arrived, and the error that ended it. `onText` gets the text so far. */
export async function receiveReply(
  question: Question,
  onText: (soFar: string) => void,
): Promise<{ readonly reply?: Reply; readonly error?: unknown }> {
  let soFar = '';
  try {
    for await (const frame of streamReply(question)) {
      if (frame.type === 'delta') onText((soFar += frame.text));
      else {
        if (soFar === '') await pause(question.signal);
        return { reply: asReply(frame) };
      }
    }
    return {};
  } catch (error) {
    const cut = question.signal.aborted ? 'stopped' : 'broken';
    return { error, ...(soFar !== '' && { reply: { content: soFar, isUser: false, cut } }) };
  }
}

const asReply = ({ response, engine, sources, citations, prompt, truncated, notes }: DoneFrame): Reply => ({
  content: response || t('chat.noResponse'),
  isUser: false,
  engine,
  sources,
  ...(citations && { citations }),
  ...(prompt && { prompt }),
  ...(truncated && { cut: 'truncated' }),
  ...(notes && { notes }),
});

function pause(signal: AbortSignal): Promise<void> {
  const ms = PAUSE_MIN_MS + Math.random() * (PAUSE_MAX_MS - PAUSE_MIN_MS);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}

/** The frames of a reply; the last one is `done`. Throws RequestError when the message is refused or the stream ends early. */
export async function* streamReply({ botId, signal, ...content }: Question): AsyncGenerator<ReplyFrame> {
  const path = `/api/bots/${encodeURIComponent(botId)}/chat/stream`;
  const response = await send(path, { method: 'POST', body: bodyOf(content), signal });
  if (response.headers.get('content-type')?.startsWith('application/json')) return yield wholeReply(await response.json());
  if (!response.body) throw brokenOff();
  for await (const event of readEvents(response.body)) {
    if (event.name === 'error') throw asRequestError(JSON.parse(event.data) as Partial<ErrorBody>);
    const frame = JSON.parse(event.data) as ReplyFrame;
    yield frame;
    if (frame.type === 'done') return;
  }
  throw brokenOff();
}

/** JSON, or a form when there are files (docs/decisions.md T1): base64 in JSON would be a third larger and held in memory. */
function bodyOf({ message, requestId, showPrompt = false, files }: Omit<Question, 'botId' | 'signal'>): string | FormData {
  const more = showPrompt ? { showPrompt } : {};
  if (files.length === 0) return JSON.stringify({ message, requestId, ...more });
  const form = new FormData();
  form.append('message', message);
  form.append('requestId', requestId);
  if (showPrompt) form.append('showPrompt', 'true');
  for (const { file } of files) form.append('attachments', file);
  return form;
}

/** A reply of the call without streaming. */
function wholeReply(body: unknown): DoneFrame {
  const { response = '', engine = 'openai', sources = [], truncated = false, notes } = body as Partial<DoneFrame>;
  return { type: 'done', response, engine, sources, truncated, notes };
}

const asRequestError = (body: Partial<ErrorBody>): RequestError =>
  new RequestError(body.statusCode ?? 500, body.message ?? '', body);
const brokenOff = (): RequestError => new RequestError(0, t('chat.brokenOff'), { message: t('chat.brokenOff') });

interface ServerEvent {
  readonly name: string;
  readonly data: string;
}

/** Parses server-sent events (HTML standard). Events may be split over several chunks. */
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
    void readToEnd(reader);
  }
}

/** The end follows the last event at once. A request that is cancelled before counts as failed, and closes its connection. */
async function readToEnd(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const timer = setTimeout(() => void reader.cancel().catch(() => undefined), END_TIMEOUT_MS);
  try {
    while (!(await reader.read()).done);
  } catch {
    // The request was stopped or broke off: that is known already.
  } finally {
    clearTimeout(timer);
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

export interface ChatFailure {
  readonly code: string | undefined;
  /** For the user. */
  readonly reason: string;
}

/** Why a message got no reply. */
export function failureOf(error: unknown): ChatFailure {
  if (!(error instanceof RequestError)) return { code: undefined, reason: readError(error).message || t('chat.errorText') };
  const { code, message, resetsAt } = error.body;
  if (code === 'NOT_FOUND') return { code, reason: t('chat.notFoundText') };
  if (code === 'DAILY_LIMIT' && resetsAt) return { code, reason: t('chat.limit', { time: formatUntil(resetsAt, Date.now()) }) };
  return { code, reason: message || t('chat.errorText') };
}
