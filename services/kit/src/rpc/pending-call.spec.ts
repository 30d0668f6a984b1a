import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { callScope } from './protocol.js';
import { Deadlines, PendingCall, type AnswerListener, type Request } from './pending-call.js';

describe('the deadlines of pending calls', () => {
  let calls: Map<string, PendingCall>;
  let ended: { readonly id: string; readonly lateMs: number; readonly scope: unknown }[];
  let deadlines: Deadlines;
  let onDeadline: (call: PendingCall) => void;

  beforeEach(() => {
    calls = new Map();
    ended = [];
    onDeadline = ({ id, endsAt }) => {
      calls.delete(id);
      ended.push({ id, lateMs: performance.now() - endsAt, scope: callScope.getStore() });
    };
    deadlines = new Deadlines(calls, (call) => onDeadline(call));
  });
  afterEach(() => deadlines.close());

  const start = (id: string, ms: number): void => {
    const call = new PendingCall(id, {} as Request, {} as AnswerListener, {}, 0, performance.now() + ms);
    calls.set(id, call);
    deadlines.add(call);
  };
  const ids = () => ended.map(({ id }) => id);

  it('end each call at its own, whatever the order in which they were started', async () => {
    for (const [id, ms] of [
      ['c', 120],
      ['a', 20],
      ['d', 180],
      ['b', 70],
    ] as const)
      start(id, ms);
    await wait(40);
    start('e', 190);
    await wait(260);
    expect(ids()).toEqual(['a', 'b', 'c', 'd', 'e']);
    for (const { lateMs } of ended) expect(lateMs).toBeGreaterThanOrEqual(0);
  });

  it('do not end a call that has been answered, nor any after closing', async () => {
    for (const [id, ms] of [
      ['answered', 20],
      ['left', 40],
      ['closed', 120],
    ] as const)
      start(id, ms);
    calls.delete('answered');
    await wait(80);
    deadlines.close();
    await wait(80);
    expect(ids()).toEqual(['left']);
  });

  it('hold for a call that is started while another one ends, and longer than a timer of Node can wait', async () => {
    const end = onDeadline;
    onDeadline = (call) => {
      end(call);
      if (call.id === 'first') start('repeated', 20);
    };
    start('first', 20);
    start('in forty days', 40 * 86_400_000);
    await wait(120);
    expect(ids()).toEqual(['first', 'repeated']);
  });

  it('end calls outside of the scope of the call that set the timer', async () => {
    callScope.run({ meta: {} }, () => start('a', 20));
    await wait(60);
    expect(ended).toMatchObject([{ id: 'a', scope: undefined }]);
  });
});
