import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Metrics, type Config, type Logger } from '@kith/kit';
import type { Engine } from '@kith/proto';
import { ReplyModeration } from '../src/care/reply-moderation.js';
import type { ReplyWriter } from '../src/replies/reply-writer.js';
import { StreamedReply } from '../src/replies/streamed-reply.js';
import { TURN } from './a-turn.js';

const ENGLISH = Array.from(
  { length: 10 },
  (_, at) => `Boat number ${at} leaves the old pier as soon as the tide allows it to sail. `,
);
const CHINESE = Array.from({ length: 13 }, (_, at) => `第${at}条船在涨潮的时候离开旧码头，然后沿着海岸慢慢开往北边的灯塔。`);
const SENTENCE_MS = 150;

interface Check {
  readonly input: string;
  readonly response: ServerResponse;
}

let server: Server;
let moderation: ReplyModeration;
let metrics: Metrics;
let warnings: number;
let checks: string[];
let onCheck: (check: Check) => unknown;

const answer = (response: ServerResponse, flagged = false): void => {
  const found = { flagged, categories: { sexual: flagged } };
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ results: [found] }));
};
const flags =
  (word: string) =>
  ({ input, response }: Check): void =>
    answer(response, input.includes(word));

// The client of the endpoint is loaded with the first check.
beforeAll(() => import('openai'));
beforeEach(async () => {
  checks = [];
  warnings = 0;
  onCheck = flags('undressed');
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { input } = JSON.parse(body) as { input: string };
      checks.push(input);
      void onCheck({ input, response });
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const config = { OPENAI_API_KEY: 'stand-in', OPENAI_MODERATION: 'on', OPENAI_BASE_URL: baseUrl } as unknown as Config;
  metrics = new Metrics();
  moderation = new ReplyModeration(metrics, config, { warn: () => (warnings += 1) } as unknown as Logger);
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Read to its end: what came at which time, in milliseconds. */
async function read(texts: readonly string[], { everyMs = SENTENCE_MS, engine = 'openai' as Engine } = {}) {
  const writer: ReplyWriter = {
    engine,
    isCharged: true,
    async *write() {
      for (const text of texts) {
        yield { kind: 'text', text };
        if (everyMs > 0) await after(everyMs);
      }
      yield { kind: 'end', isTruncated: false, sources: [], usage: null, tokens: 1 };
    },
  };
  const streamed = new StreamedReply(TURN, writer, undefined, moderation);
  const startedAt = performance.now();
  const pieces: { readonly text: string; readonly atMs: number }[] = [];
  let error: unknown;
  try {
    for await (const text of streamed.pieces(new AbortController().signal))
      pieces.push({ text, atMs: performance.now() - startedAt });
  } catch (thrown) {
    error = thrown;
  }
  const shown = pieces.map(({ text }) => text).join('');
  return { pieces, shown, error, tookMs: performance.now() - startedAt, kept: streamed.reply.reply };
}

const outcomes = async (): Promise<Record<string, number>> => {
  const { values } = await metrics.moderatedReplies.get();
  return Object.fromEntries(values.map(({ labels, value }) => [String(labels.outcome), value]));
};

describe('a reply that a moderation endpoint checks', () => {
  it.each([
    ['English', ENGLISH],
    ['Chinese', CHINESE],
  ])('streams sentence by sentence in %s', async (_language, sentences) => {
    // The first check opens a connection.
    await read(['Hi.'], { everyMs: 0 });
    const { pieces, shown } = await read(sentences);
    expect(shown).toBe(sentences.join(''));
    expect(pieces.length).toBeGreaterThan(4);
    expect(pieces[0]?.text).toBe(sentences[0]);
    expect(pieces[0]?.atMs).toBeLessThan((SENTENCE_MS * sentences.length) / 2);
    // Each piece ends with a sentence.
    expect(pieces.filter(({ text }) => !/[.。]\s*$/.test(text))).toEqual([]);
  });

  it('streams what has no sentences yet', async () => {
    const words = Array.from({ length: 30 }, (_, at) => `word${at} `);
    const { pieces, shown } = await read(words, { everyMs: 50 });
    expect(shown).toBe(words.join(''));
    expect(pieces.length).toBeGreaterThan(2);
    expect(pieces[0]?.atMs).toBeLessThan(1200);
  });

  it('is checked whole, each part with what came before it', async () => {
    await read(ENGLISH);
    const text = ENGLISH.join('');
    let upTo = 0;
    for (const input of checks) {
      const at = text.indexOf(input);
      expect(at).toBeGreaterThanOrEqual(0);
      expect(at).toBeLessThanOrEqual(Math.max(0, upTo - 300));
      upTo = at + input.length;
    }
    expect(upTo).toBe(text.length);
  });

  it('shows nothing of a sentence that is flagged, nor of what follows it, and keeps nothing', async () => {
    for (const everyMs of [0, SENTENCE_MS]) {
      const { shown, error, kept } = await read([...ENGLISH.slice(0, 4), 'They undressed. ', ...ENGLISH.slice(4)], { everyMs });
      expect(error).toMatchObject({ reason: 'adult' });
      expect(ENGLISH.slice(0, 4).join('').startsWith(shown)).toBe(true);
      expect(kept).toBe('');
    }
  });

  it('is withheld for a sentence that came in two checks', async () => {
    onCheck = flags('They undressed');
    const { error, kept } = await read([...ENGLISH.slice(0, 2), 'They ', 'undressed. ', 'Bye.'], { everyMs: 500 });
    expect(error).toMatchObject({ reason: 'adult' });
    expect(kept).toBe('');
  });

  it('is checked whole when it is written faster than it is checked, in few parts', async () => {
    onCheck = async ({ response }) => {
      await after(50);
      answer(response);
    };
    const { shown, tookMs } = await read(
      Array.from({ length: 180 }, () => ENGLISH.join('').slice(0, 100)),
      { everyMs: 0 },
    );
    expect(shown).toHaveLength(18_000);
    expect(checks.length).toBeLessThan(20);
    expect(tookMs).toBeLessThan(5000);
  });

  it('is held back no longer than a check takes while the endpoint is slow', async () => {
    onCheck = async ({ response }) => {
      await after(400);
      answer(response);
    };
    const { pieces, shown } = await read(ENGLISH);
    expect(shown).toBe(ENGLISH.join(''));
    expect(pieces.length).toBeGreaterThan(2);
    expect(checks.length).toBeLessThan(ENGLISH.length);
  });

  it('is shown while the endpoint refuses, and says so once in the log; a pause that it asks for is kept', async () => {
    onCheck = ({ response }) => response.writeHead(429, { 'retry-after': '60' }).end('{}');
    const { pieces, shown } = await read(ENGLISH);
    expect(shown).toBe(ENGLISH.join(''));
    expect(pieces.length).toBeGreaterThan(4);
    expect([checks.length, warnings]).toEqual([1, 1]);
    expect(await outcomes()).toEqual({ unchecked: pieces.length });
  });

  it('is shown while the endpoint fails', async () => {
    onCheck = ({ response }) => response.writeHead(500).end('{}');
    const { shown } = await read(CHINESE);
    expect(shown).toBe(CHINESE.join(''));
    expect(checks.length).toBeLessThanOrEqual(5);
  });

  it('is shown when the endpoint hangs, after the time of a check', async () => {
    onCheck = () => undefined;
    const { shown, tookMs } = await read(ENGLISH);
    expect(shown).toBe(ENGLISH.join(''));
    expect(tookMs).toBeLessThan(8000);
  });

  it('of the own server is not held back at all', async () => {
    const { pieces } = await read(['One ', 'two. ', 'Three.'], { everyMs: 20, engine: 'local' });
    expect(checks).toEqual([]);
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces[0]?.atMs).toBeLessThan(200);
  });
});

describe('many replies at once', () => {
  it('share what the endpoint is asked', async () => {
    const replies = await Promise.all(Array.from({ length: 10 }, () => read(ENGLISH)));
    expect(replies.map(({ shown }) => shown)).toEqual(Array.from({ length: 10 }, () => ENGLISH.join('')));
    // Alone each would ask about seven times.
    expect(checks.length).toBeLessThan(45);
  });
});
