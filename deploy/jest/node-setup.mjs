// Runs in each worker of jest-light-runner before its tests: programs that tests start must not inherit the options of the worker,
// and every test and hook gets a time limit, which that runner does not have.
// Far more than any test takes alone, as a busy machine may be ten times slower.
let defaultLimitMs = 60_000;
// A test may replace the timers.
const { setTimeout: startTimer, clearTimeout: stopTimer } = globalThis;

delete process.env.NODE_OPTIONS;
// Only tells TypeScript that a function is a mock; the runner does not have it.
globalThis.jest.mocked = (value) => value;
// Holds for the tests and hooks that are declared after it.
globalThis.jest.setTimeout = (limitMs) => {
  defaultLimitMs = limitMs;
};
for (const name of ['beforeAll', 'beforeEach', 'afterAll', 'afterEach']) {
  const original = globalThis[name];
  globalThis[name] = (fn, limitMs) => original(limited(fn, limitMs));
}
const limitTest = (original) => (title, fn, limitMs) => original(title, limited(fn, limitMs));
const limitEach = (each) => (table) => limitTest(each(table));
for (const name of ['it', 'test']) {
  const original = globalThis[name];
  globalThis[name] = Object.assign(limitTest(original), {
    each: limitEach(original.each),
    only: Object.assign(limitTest(original.only), { each: limitEach(original.only.each) }),
    skip: original.skip,
  });
}

/** The function with a time limit; an error after `limitMs` fails the test, as with Jest's own runner. */
function limited(fn, limitMs = defaultLimitMs) {
  return async (...values) => {
    let timer;
    const timeout = new Promise((_resolve, reject) => {
      timer = startTimer(() => reject(new Error(`Exceeded the time limit of ${limitMs} ms.`)), limitMs);
    });
    try {
      return await Promise.race([fn(...values), timeout]);
    } finally {
      stopTimer(timer);
    }
  };
}
