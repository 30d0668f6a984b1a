import { describe, expect, it } from '@jest/globals';
import { CircuitBreaker } from './circuit-breaker.js';
import { retryAfterOf } from './provider-errors.js';

function aBreaker() {
  const clock = { now: 1000 };
  const breaker = new CircuitBreaker(() => clock.now);
  const fail = (times: number) => {
    for (let time = 0; time < times; time += 1) breaker.failed();
  };
  return { breaker, clock, fail };
}

describe('the circuit breaker', () => {
  it('opens after five failures within ten seconds, and lets one trial request through ten seconds later', () => {
    const { breaker, clock, fail } = aBreaker();
    fail(4);
    breaker.enter();
    fail(1);
    expect(() => breaker.enter()).toThrow('circuit-open');
    clock.now += 9999;
    expect(() => breaker.enter()).toThrow('circuit-open');
    clock.now += 1;
    breaker.enter();
    expect(() => breaker.enter()).toThrow('circuit-open');
    breaker.succeeded();
    breaker.enter();
    breaker.enter();
  });

  it('opens again when the trial request fails, and lets another one through when it was cancelled', () => {
    const { breaker, clock, fail } = aBreaker();
    fail(5);
    clock.now += 10_000;
    breaker.enter();
    breaker.failed();
    expect(() => breaker.enter()).toThrow('circuit-open');
    clock.now += 10_000;
    breaker.enter();
    breaker.abandoned();
    breaker.enter();
  });

  it('stays open as long as the provider asks to wait, says what is left of it, and is not closed by an earlier request', () => {
    const { breaker, clock } = aBreaker();
    breaker.enter();
    breaker.enter();
    breaker.failed(20_000);
    clock.now += 5000;
    expect(() => breaker.enter()).toThrow(expect.objectContaining({ reason: 'circuit-open', retryAfterMs: 15_000 }));
    breaker.succeeded();
    expect(() => breaker.enter()).toThrow('circuit-open');
    clock.now += 15_000;
    breaker.enter();
    breaker.succeeded();
    breaker.enter();
    breaker.failed();
    breaker.enter();
    breaker.enter();
  });

  it('stays open for as long as people are told, ten minutes at most, whatever the provider asks', () => {
    expect(retryAfterOf(new Headers({ 'retry-after': '86400' }))).toBe(600_000);
    const { breaker, clock } = aBreaker();
    breaker.failed(86_400_000);
    clock.now += 599_999;
    expect(() => breaker.enter()).toThrow('circuit-open');
    clock.now += 1;
    breaker.enter();
  });

  it('ignores failures that are old or followed by a success', () => {
    const { breaker, clock, fail } = aBreaker();
    fail(4);
    clock.now += 10_001;
    fail(4);
    breaker.enter();
    breaker.succeeded();
    fail(4);
    breaker.enter();
  });
});
