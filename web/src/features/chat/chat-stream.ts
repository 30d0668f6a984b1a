import type { ErrorBody, ReplyFrame } from '@kith/proto';
import { t } from '../../lib/i18n.js';
import { RequestError, send } from '../../lib/request.js';
import type { AttachedFile } from './attached-files.js';
import { readEvents } from './server-events.js';

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
