import { describe, expect, it, jest } from '@jest/globals';
import { connectionTurn } from './connection-turn.js';

describe('the turn of a connection', () => {
  it('comes while the leases are held, also after a long wait for it', async () => {
    const happened: string[] = [];
    let hold: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (hold = resolve));
    const untilLeasesHeld = jest.fn<() => Promise<void>>().mockResolvedValueOnce().mockReturnValueOnce(held);
    const awaitTurn = () => Promise.resolve(void happened.push('turn'));
    const turn = connectionTurn({ untilLeasesHeld }, { awaitTurn }, new AbortController().signal);
    void turn.then(() => happened.push('connects'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(happened).toEqual(['turn']);
    hold();
    await turn;
    expect(happened).toEqual(['turn', 'connects']);
  });

  it('is not taken by a connection that was closed meanwhile', async () => {
    const closing = new AbortController();
    const awaitTurn = jest.fn<() => Promise<void>>().mockResolvedValue();
    const untilLeasesHeld = () => Promise.resolve(closing.abort());
    await connectionTurn({ untilLeasesHeld }, { awaitTurn }, closing.signal);
    expect(awaitTurn).not.toHaveBeenCalled();
  });
});
