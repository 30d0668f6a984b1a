import { describe, expect, it } from '@jest/globals';
import { Draft } from '../src/replies/draft.js';
import type { Turn, Writer } from '../src/writer.js';
import { aPersona } from './a-persona.js';

const TURN: Turn = {
  persona: aPersona(),
  requestId: 'r',
  question: 'Go on',
  authorName: null,
  history: [],
  passages: [],
  attachments: [],
  coverage: 0,
  boundary: 'kb-x',
};

describe('a reply that runs away', () => {
  it.each([
    ['word by word', 'on and on '],
    ['without a space', 'onandon'],
  ])('S72: is cut off, %s', async (_how, piece) => {
    let pieces = 0;
    const endless: Writer = {
      engine: 'openai',
      async *write() {
        for (;;) {
          pieces += 1;
          yield { kind: 'text', text: piece };
        }
      },
    };
    const draft = new Draft(TURN, endless);
    await draft.finish(new AbortController().signal);
    expect(draft.isTruncated).toBe(true);
    expect(draft.text.length).toBeLessThanOrEqual(19_000);
    expect(pieces).toBeLessThan(19_000);
  });
});
