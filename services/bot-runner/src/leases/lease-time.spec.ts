import { describe, expect, it } from '@jest/globals';
import { LeaseTime } from './lease-time.js';

describe('the time of leases', () => {
  const LEASE_MS = 10_000;
  const connected = () => true;
  const isHeld = async (time: LeaseTime): Promise<boolean> =>
    Promise.race([time.untilHeld().then(() => true), new Promise<boolean>((resolve) => setImmediate(() => resolve(false)))]);

  it('begins with the first renewal, and with each one when its command was sent, not when the answer came', async () => {
    let nowMs = 500;
    const time = new LeaseTime(LEASE_MS, connected, () => nowMs);
    expect(await isHeld(time)).toBe(false);
    await time.extend(async () => void (nowMs += 3000));
    expect(await isHeld(time)).toBe(true);
    nowMs = 500 + LEASE_MS - 1;
    expect(await isHeld(time)).toBe(true);
    nowMs += 1;
    expect(await isHeld(time)).toBe(false);
  });

  it('is over after a renewal that failed, and who waits goes on after the next one that does not', async () => {
    let nowMs = 0;
    const time = new LeaseTime(LEASE_MS, connected, () => nowMs);
    await time.extend(async () => undefined);
    nowMs = LEASE_MS;
    const waiting = time.untilHeld();
    await expect(time.extend(() => Promise.reject(new Error('Redis is away')))).rejects.toThrow('Redis is away');
    expect(await isHeld(time)).toBe(false);
    await time.extend(async () => undefined);
    await waiting;
    expect(await isHeld(time)).toBe(true);
  });

  it('is over while Redis is not connected, and after that until the next renewal', async () => {
    let isConnected = true;
    const time = new LeaseTime(
      LEASE_MS,
      () => isConnected,
      () => 0,
    );
    await time.extend(async () => undefined);
    expect(await isHeld(time)).toBe(true);
    isConnected = false;
    expect(await isHeld(time)).toBe(false);
    // The subscriber, which the other runners count, may still be away.
    await time.extend(async () => undefined);
    expect(await isHeld(time)).toBe(false);
    isConnected = true;
    expect(await isHeld(time)).toBe(false);
    await time.extend(async () => undefined);
    expect(await isHeld(time)).toBe(true);
    // It broke off and was there again before anybody asked.
    time.end();
    expect(await isHeld(time)).toBe(false);
    await time.extend(async () => undefined);
    expect(await isHeld(time)).toBe(true);
  });

  it('does not begin with a renewal during which a connection broke off, also when it is there again', async () => {
    const time = new LeaseTime(LEASE_MS, connected, () => 0);
    await time.extend(async () => time.end());
    expect(await isHeld(time)).toBe(false);
    await time.extend(async () => undefined);
    expect(await isHeld(time)).toBe(true);
  });
});
