import { describe, expect, it, jest } from '@jest/globals';
import { Keyring, type Events } from '@kith/kit';
import { OpenedTexts } from './opened-texts.js';
import { sealed } from './sealed-texts.js';

const BOT = '00000000-0000-4000-8000-0000000000b1';
const OTHER = '00000000-0000-4000-8000-0000000000b2';

type Exchange = Parameters<OpenedTexts['read']>[1];

/** An exchange of which this was asked, as it is stored. */
function stored(keyring: Keyring, question: string, botId = BOT): Exchange {
  const ids = { botId, requestId: `web-${botId}-1` };
  const texts = { authorName: '', question, reply: 'Ok.', files: '', sources: [], citedPassages: '' };
  return { ...ids, ...sealed(keyring, { ...ids, ...texts }) };
}

const textsOf = (question: string) => ({ authorName: '', question, reply: 'Ok.', files: '' });

/** Two replicas of the service, which hear each other's events. */
async function replicas() {
  const keyring = new Keyring(`k1:${Buffer.alloc(32, 7).toString('base64')}`);
  const decrypt = jest.spyOn(keyring, 'decrypt');
  const listeners = new Set<(data: { botId: string }) => void>();
  const events = {
    publish: async (_event: unknown, data: { botId: string }) => listeners.forEach((listener) => listener(data)),
    subscribe: async (_event: unknown, listener: (data: { botId: string }) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as Events;
  const [here, there] = [new OpenedTexts(keyring, events), new OpenedTexts(keyring, events)];
  for (const each of [here, there]) await each.onModuleInit();
  /** How many of these calls decrypt. */
  const decrypted = (work: () => void): number => {
    decrypt.mockClear();
    work();
    return decrypt.mock.calls.length;
  };
  return { keyring, here, there, decrypted };
}

describe('texts that were decrypted before', () => {
  it('are given without decrypting them again, while the same is stored and for the exchange that they were encrypted for alone', async () => {
    const { keyring, here, decrypted } = await replicas();
    const exchange = stored(keyring, 'When does the ferry leave?');
    const read = () => expect(here.read(BOT, exchange)).toEqual(textsOf('When does the ferry leave?'));
    expect([decrypted(read), decrypted(read)]).toEqual([2, 0]);
    expect(() => here.read(OTHER, exchange)).toThrow();
    for (const column of ['question', 'reply'] as const) {
      expect(() => here.read(BOT, { ...exchange, [column]: `x${exchange[column]}` })).toThrow();
      expect(decrypted(read)).toBe(0);
    }
    expect(here.read(BOT, stored(keyring, 'And back?'))).toEqual(textsOf('And back?'));
  });

  it('are given without decrypting them at all where this process encrypted them, unless messages of their bot were just deleted', async () => {
    const { keyring, here, decrypted } = await replicas();
    const [first, second] = [stored(keyring, 'At nine?'), stored(keyring, 'At ten?')];
    here.keep(BOT, first, textsOf('At nine?'));
    expect(decrypted(() => expect(here.read(BOT, first).question).toBe('At nine?'))).toBe(0);
    expect(() => here.read(OTHER, first)).toThrow();
    await here.dropEverywhere(BOT);
    here.keep(BOT, second, textsOf('At ten?'));
    expect(decrypted(() => expect(here.read(BOT, second).question).toBe('At ten?'))).toBe(2);
  });

  it('of a bot are dropped in all replicas when messages of it are deleted, and none that was read before is kept after that', async () => {
    const { keyring, here, there, decrypted } = await replicas();
    const [exchange, others] = [stored(keyring, 'My boat is Petrel.'), stored(keyring, 'Mine is Gull.', OTHER)];
    const read = (texts: OpenedTexts) => () => void texts.read(BOT, exchange);
    const readOther = (texts: OpenedTexts) => () => void texts.read(OTHER, others);
    for (const each of [here, there]) for (const work of [read(each), readOther(each)]) work();
    await here.dropEverywhere(BOT);
    for (const each of [here, there]) {
      expect([decrypted(readOther(each)), decrypted(read(each))]).toEqual([0, 2]);
      // By a reply that read it from the database before it was deleted.
      expect(decrypted(read(each))).toBe(2);
    }
  });

  it('leave the memory of the process after five minutes, whether or not somebody asks for them', async () => {
    jest.useFakeTimers();
    try {
      // To the cache a text of the moment 0 has no age.
      jest.advanceTimersByTime(1000);
      const { keyring, here } = await replicas();
      here.keep(BOT, stored(keyring, 'At nine?'), textsOf('At nine?'));
      jest.advanceTimersByTime(299_000);
      expect(here['opened'].size).toBe(1);
      jest.advanceTimersByTime(2000);
      expect(here['opened'].size).toBe(0);
    } finally {
      jest.useRealTimers();
    }
  });
});
