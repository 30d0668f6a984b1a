import { describe, expect, it } from '@jest/globals';
import { StreamedReply } from '../src/replies/streamed-reply.js';
import type { ReplyContext, ReplyWriter } from '../src/replies/reply-writer.js';
import { aPersona } from './a-persona.js';

const TURN: ReplyContext = {
  persona: aPersona(),
  requestId: 'r',
  question: 'Go on',
  author: 'user',
  authorName: null,
  history: [],
  passages: [],
  attachments: [],
  coverage: 0,
  boundary: 'kb-x',
};

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
