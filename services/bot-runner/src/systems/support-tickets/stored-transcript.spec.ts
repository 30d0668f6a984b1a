import { describe, expect, it } from '@jest/globals';
import { Keyring } from '@kith/kit';
import { decryptLines, encryptLines, partsOfPage, readPage } from './stored-transcript.js';

const keyring = new Keyring(`k1:${Buffer.alloc(32, 7).toString('base64')}`);
const TICKET = { botId: 'bot', eventId: 'event' };
const linesOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ authorId: 'a', author: 'Kim', at: '2026-01-01T00:00:00Z', text: `line ${at}` }));

/** As Postgres answers the statement for a page. */
function pageOf(stored: readonly string[], page: { readonly limit: number; readonly offset: number }) {
  const [first, last] = partsOfPage(page);
  return readPage(keyring, TICKET, stored.slice(first, last + 1), page);
}

describe('a stored transcript', () => {
  it.each([0, 1, 24, 25, 26, 50, 120])('of %i lines is read page by page, each line once', (count) => {
    const stored = encryptLines(keyring, TICKET, linesOf(count));
    for (const limit of [1, 10, 25, 30, 100]) {
      const read = [];
      for (let offset = 0; offset < count || offset === 0; offset += limit) {
        const lines = pageOf(stored, { limit, offset });
        expect(lines.length).toBeLessThanOrEqual(limit);
        read.push(...lines);
      }
      expect(read).toEqual(linesOf(count));
    }
  });

  it('has no lines behind its end', () => {
    const stored = encryptLines(keyring, TICKET, linesOf(120));
    expect(pageOf(stored, { limit: 10, offset: 1000 })).toEqual([]);
  });

  it('cannot be decrypted with its parts in another order, or in another ticket', () => {
    const [first = '', second = ''] = encryptLines(keyring, TICKET, linesOf(50));
    expect(() => decryptLines(keyring, TICKET, [second, first])).toThrow();
    expect(() => decryptLines(keyring, { ...TICKET, eventId: 'other' }, [first, second])).toThrow();
  });

  it('reads a page of ten lines from at most two parts, wherever it lies', () => {
    for (const offset of [0, 95, 1990, 1995]) {
      const [first, last] = partsOfPage({ limit: 10, offset });
      expect(last - first).toBeLessThanOrEqual(1);
    }
  });
});
