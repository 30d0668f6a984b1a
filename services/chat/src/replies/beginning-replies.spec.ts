import { describe, expect, it } from '@jest/globals';
import { BeginningReplies } from './beginning-replies.js';

describe('what is done behind a reply', () => {
  it('begins at once when no other reply is without a text', async () => {
    const replies = new BeginningReplies();
    replies.begin()();
    const startedAt = performance.now();
    await replies.none();
    expect(performance.now() - startedAt).toBeLessThan(20);
  });

  it('waits until all replies that have begun have their first text', async () => {
    const replies = new BeginningReplies();
    const steps: string[] = [];
    const [one, other] = [replies.begin(), replies.begin()];
    const waiting = replies.none().then(() => steps.push('behind'));
    one();
    one();
    await Promise.resolve();
    steps.push('first text');
    other();
    await waiting;
    expect(steps).toEqual(['first text', 'behind']);
  });

  it('waits no longer than a moment, however many replies begin', async () => {
    const replies = new BeginningReplies();
    const beginning = setInterval(() => replies.begin(), 5);
    replies.begin();
    const startedAt = performance.now();
    await replies.none();
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(49);
    clearInterval(beginning);
  });

  it('does not wait for a reply whose model takes long', async () => {
    const replies = new BeginningReplies();
    replies.begin();
    await new Promise((resolve) => setTimeout(resolve, 110));
    const startedAt = performance.now();
    await replies.none();
    expect(performance.now() - startedAt).toBeLessThan(20);
  });
});
