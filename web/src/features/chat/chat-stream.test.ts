import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ReplyFrame } from '@kith/proto';
import { bodyOf, fakeServer, refusal } from '../../testing/fake-server.js';
import { readEvents, streamReply } from './chat-stream.js';
import '../../testing/messages.js';

const STREAM = 'POST /api/bots/b1/chat/stream';
const DONE: ReplyFrame = {
  type: 'done',
  response: 'Hallo, grüß dich 🎲',
  engine: 'builtin',
  sources: ['Games'],
  truncated: false,
};

const ask = async (signal = new AbortController().signal): Promise<ReplyFrame[]> => {
  const frames: ReplyFrame[] = [];
  for await (const frame of streamReply({ botId: 'b1', message: 'hi', files: [], requestId: 'request-1', signal }))
    frames.push(frame);
  return frames;
};

describe('reading server-sent events', () => {
  const TEXT = `: hello\r\n\r\ndata: {"a":"ü🎲"}\r\n\r\nevent: error\ndata: one\ndata: two\n\ndata: unfinished`;

  it('yields the same events wherever the bytes are split', async () => {
    const bytes = new TextEncoder().encode(TEXT);
    for (let at = 1; at < bytes.length; at++) {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(bytes.slice(0, at));
          controller.enqueue(bytes.slice(at));
          controller.close();
        },
      });
      const events = [];
      for await (const event of readEvents(body)) events.push(event);
      expect(events).toEqual([
        { name: 'message', data: '{"a":"ü🎲"}' },
        { name: 'error', data: 'one\ntwo' },
      ]);
    }
  });
});

describe('a stream of which no further event is read', () => {
  const cancelled = jest.fn();
  const streamOf = (isEnding: boolean) =>
    new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('data: one\n\n')),
      pull: (controller) => (isEnding ? controller.close() : new Promise(() => undefined)),
      cancel: () => void cancelled(),
    });
  const readOne = async (body: ReadableStream<Uint8Array>): Promise<void> => {
    for await (const { data } of readEvents(body)) {
      expect(data).toBe('one');
      break;
    }
    await jest.advanceTimersByTimeAsync(999);
  };

  beforeEach(() => {
    jest.useFakeTimers();
    cancelled.mockReset();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('is read to its end, so that the browser does not count the request as failed', async () => {
    await readOne(streamOf(true));
    await jest.advanceTimersByTimeAsync(1);
    expect(cancelled).not.toHaveBeenCalled();
  });

  it('is cancelled after a second without an end', async () => {
    await readOne(streamOf(false));
    expect(cancelled).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(cancelled).toHaveBeenCalledTimes(1);
  });
});

describe('streaming a reply', () => {
  it('yields each piece and ends with the whole reply', async () => {
    const frames: ReplyFrame[] = [{ type: 'delta', text: 'Hallo, ' }, { type: 'delta', text: 'grüß dich 🎲' }, DONE];
    const calls = fakeServer({
      [STREAM]: () => new Response(bodyOf(frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`))),
    });
    await expect(ask()).resolves.toEqual(frames);
    expect(calls[0]).toMatchObject({ body: { message: 'hi', requestId: 'request-1' }, credentials: 'include' });
  });

  it('throws the code and message of a refusal', async () => {
    fakeServer({ [STREAM]: refusal(429, 'DAILY_LIMIT', 'You have used all messages of today.') });
    await expect(ask()).rejects.toMatchObject({
      status: 429,
      code: 'DAILY_LIMIT',
      reason: 'You have used all messages of today.',
    });
  });

  it('throws the error of an error event in the middle of a reply', async () => {
    const error = { statusCode: 503, code: 'MODEL_UNAVAILABLE', message: 'The model is down.' };
    const pieces = [`data: {"type":"delta","text":"Well"}\n\n`, `event: error\ndata: ${JSON.stringify(error)}\n\n`];
    fakeServer({ [STREAM]: () => new Response(bodyOf(pieces)) });
    await expect(ask()).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE', reason: 'The model is down.' });
  });

  it('throws when the stream ends before the done frame', async () => {
    fakeServer({ [STREAM]: () => new Response(bodyOf([`data: {"type":"delta","text":"Well"}\n\n`])) });
    await expect(ask()).rejects.toMatchObject({ reason: 'The reply broke off. Please try again.' });
  });
});
