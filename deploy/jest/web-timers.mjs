// Runs in each worker that tests the web app, after the test functions were defined: fake timers as in a browser, which has no
// `setImmediate` and no `process.nextTick`. With fakes of both, no answer of a server would arrive.
import timers from 'node:timers';

const { jest, setImmediate, queueMicrotask } = globalThis;
const { nextTick } = process;
const { useFakeTimers } = jest;

jest.useFakeTimers = ({ advanceTimers = false } = {}) => {
  useFakeTimers();
  Object.assign(globalThis, { setImmediate, queueMicrotask });
  timers.setImmediate = setImmediate;
  process.nextTick = nextTick;
  if (advanceTimers) setTimeout.clock.setTickMode({ mode: 'interval', delta: 20 });
  return jest;
};
jest.advanceTimersByTimeAsync = (ms) => setTimeout.clock.tickAsync(ms);
