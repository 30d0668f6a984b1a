import { describe, expect, it } from '@jest/globals';
import { stateActionOf } from './state-action.js';

describe('what can be done about the state of a bot', () => {
  it.each([
    ['online', { kind: 'stop' }],
    ['starting', { kind: 'stop' }],
    ['reconnecting', { kind: 'stop' }],
    ['stopped', { kind: 'start' }],
    ['failed', { kind: 'start' }],
    ['paused_by_plan', { kind: 'comparePlans', to: '/pricing' }],
    ['taken_down', { kind: 'readTerms', to: '/terms' }],
  ] as const)('is the same everywhere: %s', (runtimeState, action) => {
    expect(stateActionOf(runtimeState)).toEqual(action);
  });
});
