import { describe, expect, it, jest } from '@jest/globals';
import { Keyring, type Events } from '@kith/kit';
import { OpenedTexts } from './opened-texts.js';

const BOT = '00000000-0000-4000-8000-0000000000b1';
const OTHER = '00000000-0000-4000-8000-0000000000b2';
const placeOf = (botId: string): string => `chat.message.question.${botId}.web-${botId}-1`;
const PLACE = placeOf(BOT);

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
  it('are given without decrypting them again, at the place that they were encrypted for alone', async () => {
    const { keyring, here, decrypted } = await replicas();
    const stored = keyring.encrypt('The ferry leaves at nine.', PLACE);
    const read = () => expect(here.decrypt(stored, PLACE)).toBe('The ferry leaves at nine.');
    expect([decrypted(read), decrypted(read)]).toEqual([1, 0]);
    expect(() => here.decrypt(stored, placeOf(OTHER))).toThrow();
    expect(() => here.decrypt(`${stored}x`, PLACE)).toThrow();
    expect(here.decrypt(keyring.encrypt('At ten.', PLACE), PLACE)).toBe('At ten.');
  });

  it('are given without decrypting them at all where this process encrypted them, unless messages of their bot were just deleted', async () => {
    const { keyring, here, decrypted } = await replicas();
    const [first, second] = [keyring.encrypt('At nine.', PLACE), keyring.encrypt('At ten.', PLACE)];
    here.keep(first, PLACE, 'At nine.');
    expect(decrypted(() => expect(here.decrypt(first, PLACE)).toBe('At nine.'))).toBe(0);
    expect(() => here.decrypt(first, placeOf(OTHER))).toThrow();
    await here.dropEverywhere(BOT);
    here.keep(second, PLACE, 'At ten.');
    expect(decrypted(() => expect(here.decrypt(second, PLACE)).toBe('At ten.'))).toBe(1);
  });

  it('of a bot are dropped in all replicas when messages of it are deleted, and none that was read before is kept after that', async () => {
    const { keyring, here, there, decrypted } = await replicas();
    const [stored, others] = [keyring.encrypt('My boat is Petrel.', PLACE), keyring.encrypt('Mine is Gull.', placeOf(OTHER))];
    const read = (texts: OpenedTexts) => () => void texts.decrypt(stored, PLACE);
    const readOther = (texts: OpenedTexts) => () => void texts.decrypt(others, placeOf(OTHER));
    for (const each of [here, there]) for (const work of [read(each), readOther(each)]) work();
    await here.dropEverywhere(BOT);
    for (const each of [here, there]) {
      expect([decrypted(readOther(each)), decrypted(read(each))]).toEqual([0, 1]);
      // By a reply that read it from the database before it was deleted.
      expect(decrypted(read(each))).toBe(1);
    }
  });

  it('leave the memory of the process after five minutes, whether or not somebody asks for them', async () => {
    jest.useFakeTimers();
    try {
      // To the cache a text of the moment 0 has no age.
      jest.advanceTimersByTime(1000);
      const { keyring, here } = await replicas();
      here.keep(keyring.encrypt('At nine.', PLACE), PLACE, 'At nine.');
      jest.advanceTimersByTime(299_000);
      expect(here['opened'].size).toBe(1);
      jest.advanceTimersByTime(2000);
      expect(here['opened'].size).toBe(0);
    } finally {
      jest.useRealTimers();
    }
  });
});
