import type { ErrorBody, ReplyFrame } from '@kith/proto';
import { t } from '../../lib/i18n.js';
import { RequestError, send } from '../../lib/request.js';

export interface Question {
  readonly botId: string;
  readonly message: string;
  /** The same id is answered and charged once, however often it is sent. */
  readonly requestId: string;
  readonly signal: AbortSignal;
}

/** The reply, piece by piece, ending with the `done` frame. Throws RequestError when it is refused or breaks off. */
export async function* streamReply({ botId, message, requestId, signal }: Question): AsyncGenerator<ReplyFrame> {
  const response = await send(`/api/bots/${encodeURIComponent(botId)}/chat/stream`, {
    method: 'POST',
    body: JSON.stringify({ message, requestId }),
    signal,
  });
  if (!response.body) throw brokenOff();
  for await (const event of readEvents(response.body)) {
    if (event.name === 'error') throw refusal(JSON.parse(event.data) as Partial<ErrorBody>);
    const frame = JSON.parse(event.data) as ReplyFrame;
    yield frame;
    if (frame.type === 'done') return;
  }
  throw brokenOff();
}

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

const refusal = (body: Partial<ErrorBody>): RequestError => new RequestError(body.statusCode ?? 500, body.message ?? '', body);
const brokenOff = (): RequestError => new RequestError(0, t('chat.brokenOff'), { message: t('chat.brokenOff') });
