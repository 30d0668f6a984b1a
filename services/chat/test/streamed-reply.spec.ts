import { EventEmitter, once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Metrics, type Config, type Logger } from '@kith/kit';
import { ReplyModeration } from '../src/care/reply-moderation.js';
import { StreamedReply } from '../src/replies/streamed-reply.js';
import type { ReplyWriter } from '../src/replies/reply-writer.js';
import { TURN } from './a-turn.js';

describe('an endless reply', () => {
  it.each([
    ['in words', 'on and on '],
    ['without spaces', 'onandon'],
    ['in an address', 'https://a.example/onandon'],
    ['in a key', `ghp_${'a'.repeat(40)}`],
    ['in pieces of 10 MB', 'on '.repeat(3_500_000)],
  ])('%s is cut off [S72]', async (_how, piece) => {
    let pieces = 0;
    const endless: ReplyWriter = {
      engine: 'openai',
      isCharged: true,
      async *write() {
        for (;;) {
          pieces += 1;
          yield { kind: 'text', text: piece };
        }
      },
    };
    const draft = new StreamedReply(TURN, endless);
    await draft.finish(new AbortController().signal);
    expect(draft.isTruncated).toBe(true);
    expect(draft.text.length).toBeLessThanOrEqual(19_000);
    expect(pieces).toBeLessThan(19_000);
  });
});

describe('a reply that a moderation endpoint checks', () => {
  const FIRST = `${'The tide is high at noon. '.repeat(12)}\n`;
  const NEXT = 'The ferry leaves at six. '.repeat(80);
  const config = (baseUrl: string) =>
    ({ OPENAI_API_KEY: 'stand-in', OPENAI_MODERATION: 'on', OPENAI_BASE_URL: baseUrl }) as unknown as Config;
  let server: Server;
  let onCheck: (response: ServerResponse, check: number) => void;
  const allow = (response: ServerResponse) => {
    response.setHeader('content-type', 'application/json').end('{"results":[{"flagged":false,"categories":{}}]}');
  };

  beforeEach(async () => {
    let checks = 0;
    server = createServer((_request, response) => onCheck(response, (checks += 1))).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const replyOf = (pieces: readonly string[], onEnd: () => unknown = () => undefined): StreamedReply => {
    const writer: ReplyWriter = {
      engine: 'openai',
      isCharged: true,
      async *write() {
        for (const text of pieces) yield { kind: 'text', text };
        await onEnd();
        yield { kind: 'end', isTruncated: false, sources: [], usage: null, tokens: 1 };
      },
    };
    const silent = { warn: () => undefined } as unknown as Logger;
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    return new StreamedReply(TURN, writer, undefined, new ReplyModeration(new Metrics(), config(baseUrl), silent));
  };

  it('is whole when nothing is wrong with it', async () => {
    onCheck = allow;
    const streamed = replyOf([FIRST, NEXT, 'Bye.']);
    await streamed.finish(new AbortController().signal);
    expect(streamed.reply).toMatchObject({ reply: `${FIRST}${NEXT}Bye.`, truncated: false });
  });

  it.each([
    ['in the middle', [FIRST, NEXT, 'Bye.']],
    ['at its end', [FIRST, 'Bye.']],
  ])(
    'keeps the part that was shown, marked as cut and charged, when it is stopped while a part is checked %s',
    async (_where, pieces) => {
      const stopping = new AbortController();
      onCheck = (response, check) => (check === 1 ? allow(response) : stopping.abort());
      const streamed = replyOf(pieces);
      const shown: string[] = [];
      await streamed.finish(stopping.signal, (text) => shown.push(text));
      expect([streamed.text, streamed.isTruncated, streamed.isCharged]).toEqual([shown.at(-1), true, true]);
      expect(FIRST.startsWith(streamed.text.trimEnd())).toBe(true);
      expect(streamed.text.length).toBeGreaterThan(240);
    },
  );

  it('is cancelled when it is stopped before any of it was shown', async () => {
    const stopping = new AbortController();
    onCheck = () => stopping.abort();
    const streamed = replyOf([FIRST, NEXT]);
    await expect(streamed.finish(stopping.signal)).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(streamed.text).toBe('');
  });

  it('has none of the text that is held back when its reader leaves', async () => {
    onCheck = allow;
    const leaving = new AbortController();
    const reader = new EventEmitter();
    const read = once(reader, 'read');
    const streamed = replyOf([FIRST, 'Not checked yet. And more.'], () => {
      reader.emit('read');
      return once(reader, 'left');
    });
    const pieces = streamed.pieces(leaving.signal);
    const { value: shown } = await pieces.next();
    const next = pieces.next();
    await read;
    expect([streamed.text, streamed.isTruncated]).toEqual([shown, true]);
    leaving.abort();
    reader.emit('left');
    await next;
    expect([streamed.text, streamed.isTruncated]).toEqual([shown, true]);
  });
});
