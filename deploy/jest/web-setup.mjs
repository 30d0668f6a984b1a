// Runs once in each worker of jest-light-runner that tests the web app: jsdom becomes the browser of the whole worker. The modules of the
// app stay loaded between test files; what a file leaves in the page, the storage, the timers and the mocks is removed before the next one.
import { registerHooks } from 'node:module';
import { JSDOM, VirtualConsole } from 'jsdom';
import jsdomUtils from 'jsdom/lib/jsdom/living/generated/utils.js';
import { isLabelable } from 'jsdom/lib/jsdom/living/helpers/form-controls.js';

const TEST_FILE = /\.test\.tsx?\?\d+$/;
const ASSET = /\.(?:css|svg|png|woff2)(?:\?|$)/;
// Where both have a global, the DOM accepts only jsdom's own, while fetch, which Node brings, needs the rest of Node.
const OF_JSDOM = new Set([
  'Blob',
  'CloseEvent',
  'CustomEvent',
  'DOMException',
  'Event',
  'EventTarget',
  'File',
  'FormData',
  'MessageEvent',
  'Navigator',
  'WebSocket',
  'navigator',
]);
const BOUND = ['addEventListener', 'removeEventListener', 'dispatchEvent'];
const OWN_NAMES = ['window', 'self', 'top', 'parent', 'frames'];

const virtualConsole = new VirtualConsole();
virtualConsole.sendTo(console, { omitJSDOMErrors: true });
virtualConsole.on('jsdomError', (error) => console.error(error));
const { window } = new JSDOM('<!DOCTYPE html>', { url: 'http://localhost/', pretendToBeVisual: true, virtualConsole });

addMissing();
addFastLabels();
defineGlobals();
globalThis.IS_REACT_ACT_ENVIRONMENT = true;
// Its automatic cleanup would register for the first file only.
process.env.RTL_SKIP_AUTO_CLEANUP = 'true';
const { cleanup } = await import('@testing-library/react');
stopElementStacks(await import('react'));
// What tests replace.
const originals = [globalThis, window.navigator, crypto].map((object) => [object, Object.getOwnPropertyDescriptors(object)]);
const SOURCES = new URL('../../web/src/', import.meta.url).href;
let resets = 0;
let generation = 0;

registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    // The runner loads the next test file while the generation of the last one still holds.
    if (generation === 0 || !resolved.url.startsWith(SOURCES) || TEST_FILE.test(resolved.url)) return resolved;
    return { ...resolved, url: `${resolved.url}?generation=${generation}` };
  },
  load(url, context, next) {
    if (ASSET.test(url)) return { format: 'module', shortCircuit: true, source: `export default 'asset';` };
    if (TEST_FILE.test(url)) prepareFile();
    return next(url, context);
  },
});

/** Called when the runner is about to load a test file, whose tests and hooks follow those declared here. */
function prepareFile() {
  const { jest, beforeAll, afterEach } = globalThis;
  // Before the file is loaded: what it computes then must not see the clock of another test.
  jest.useRealTimers();
  generation = 0;
  jest.resetModules = () => {
    generation = resets += 1;
  };
  beforeAll(() => resetPage(jest));
  afterEach(cleanup);
}

function resetPage(jest) {
  jest.useRealTimers();
  jest.restoreAllMocks();
  originals.forEach(([object, descriptors]) => restoreProperties(object, descriptors));
  window.localStorage.clear();
  window.sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  window.document.title = '';
  for (const element of [window.document.documentElement, window.document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  window.document.body.replaceChildren();
}

function restoreProperties(object, descriptors) {
  for (const [name, original] of Object.entries(descriptors)) {
    const { value, get } = Object.getOwnPropertyDescriptor(object, name) ?? {};
    if (value !== original.value || get !== original.get) Object.defineProperty(object, name, original);
  }
  if (object !== globalThis)
    for (const name of Object.getOwnPropertyNames(object)) if (!(name in descriptors)) delete object[name];
}

/** What jsdom lacks and React, the router and antd need. */
function addMissing() {
  const noMatch = (media) => ({
    matches: false,
    media,
    addListener() {},
    removeListener() {},
    addEventListener() {},
    removeEventListener() {},
  });
  window.matchMedia ??= noMatch;
  window.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  window.Element.prototype.scrollIntoView ??= function scrollIntoView() {};
  // jsdom prints an error for the second argument (a pseudo element), which antd passes when it measures scroll bars.
  const getComputedStyle = window.getComputedStyle.bind(window);
  window.getComputedStyle = (element) => getComputedStyle(element);
}

// jsdom walks the whole page for every label that an element may have, which took a tenth of the time of all tests.
function addFastLabels() {
  const { implForWrapper, wrapperForImpl } = jsdomUtils;
  const labelPrototype = Object.getPrototypeOf(implForWrapper(window.document.createElement('label')));
  const { get: findControl } = Object.getOwnPropertyDescriptor(labelPrototype, 'control');
  Object.defineProperty(labelPrototype, 'control', {
    get() {
      const id = this.getAttributeNS(null, 'for');
      if (!id || !this.isConnected) return findControl.call(this);
      const element = this._ownerDocument.getElementById(id);
      return element && isLabelable(element) ? element : null;
    },
  });
  for (const name of ['Input', 'Button', 'Meter', 'Output', 'Progress', 'Select', 'TextArea'])
    Object.defineProperty(window[`HTML${name}Element`].prototype, 'labels', {
      get() {
        const element = implForWrapper(this);
        if (!isLabelable(element)) return null;
        const labels = [...element._ownerDocument.getElementsByTagName('label')];
        return labels.filter(({ control }) => control === element).map(wrapperForImpl);
      },
    });
}

// The development build of React records a stack trace for each element that it creates, until it counted 10,000 of them within a render
// or a second. No test reads them, and they took a seventh of the time of all tests.
function stopElementStacks({ __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals }) {
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Number.MAX_SAFE_INTEGER, set() {} });
}

function defineGlobals() {
  for (const name of Object.getOwnPropertyNames(window)) {
    if (name.startsWith('_') || (name in globalThis && !OF_JSDOM.has(name))) continue;
    const define = (descriptor) => Object.defineProperty(globalThis, name, { configurable: true, ...descriptor });
    if (typeof window[name] === 'function') define({ value: window[name], writable: true });
    else define({ get: () => window[name], set: (value) => (window[name] = value) });
  }
  for (const name of BOUND) globalThis[name] = window[name].bind(window);
  for (const name of OWN_NAMES)
    Object.defineProperty(globalThis, name, { configurable: true, value: globalThis, writable: true });
}
