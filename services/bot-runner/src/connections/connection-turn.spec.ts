import { describe, expect, it, jest } from '@jest/globals';
import { connectionTurn } from './connection-turn.js';

/** Leases that the test holds and loses, and a pace that counts the turns it gave; `inTurn` runs when one comes. */
function underTest(inTurn: (turns: number) => void = () => undefined) {
  const closing = new AbortController();
  let isHeld = true;
  const waiting: (() => void)[] = [];
  const hold = (): void => {
    isHeld = true;
    for (const resolve of waiting.splice(0)) resolve();
  };
  const lose = (): void => void (isHeld = false);
  const leases = {
    areLeasesHeld: () => isHeld,
    untilLeasesHeld: () => (isHeld ? Promise.resolve() : new Promise<void>((resolve) => waiting.push(resolve))),
  };
  const awaitTurn = jest.fn(async () => inTurn(awaitTurn.mock.calls.length));
  const begin = (): Promise<void> => connectionTurn(leases, { awaitTurn }, closing.signal);
  return { begin, leases, hold, lose, awaitTurn, closing };
}

const isOver = (turn: Promise<void>): Promise<boolean> =>
  Promise.race([turn.then(() => true), new Promise<boolean>((resolve) => setImmediate(() => resolve(false)))]);

describe('the turn of a connection', () => {
  it('is one while the leases are held', async () => {
    const { begin, awaitTurn } = underTest();
    expect(await isOver(begin())).toBe(true);
    expect(awaitTurn).toHaveBeenCalledTimes(1);
  });

  it('is taken again after the next renewal where it came while the leases were not held', async () => {
    const { begin, hold, lose, awaitTurn } = underTest((turns) => (turns < 3 ? lose() : undefined));
    const turn = begin();
    expect(await isOver(turn)).toBe(false);
    expect(awaitTurn).toHaveBeenCalledTimes(1);
    hold();
    expect(await isOver(turn)).toBe(false);
    expect(awaitTurn).toHaveBeenCalledTimes(2);
    hold();
    expect(await isOver(turn)).toBe(true);
    expect(awaitTurn).toHaveBeenCalledTimes(3);
  });

  it('is not taken by a connection that was closed meanwhile', async () => {
    const { begin, hold, lose, awaitTurn, closing } = underTest();
    lose();
    const turn = begin();
    closing.abort();
    expect(await isOver(turn)).toBe(true);
    hold();
    expect(await isOver(begin())).toBe(true);
    expect(awaitTurn).not.toHaveBeenCalled();
  });

  it('is not awaited by a connection that is closed, nor are the leases after it', async () => {
    const { leases, closing } = underTest();
    const turn = connectionTurn(leases, { awaitTurn: () => new Promise<void>(() => undefined) }, closing.signal);
    expect(await isOver(turn)).toBe(false);
    closing.abort();
    expect(await isOver(turn)).toBe(true);
    const {
      begin,
      lose,
      awaitTurn,
      closing: closingInTurn,
    } = underTest(() => {
      lose();
      closingInTurn.abort();
    });
    expect(await isOver(begin())).toBe(true);
    expect(awaitTurn).toHaveBeenCalledTimes(1);
  });
});
