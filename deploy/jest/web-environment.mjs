// jsdom with the globals that it lacks and that React, Apollo, the router and antd need.
import jsdomEnvironment from 'jest-environment-jsdom';

const Base = jsdomEnvironment.default ?? jsdomEnvironment.TestEnvironment ?? jsdomEnvironment;
const NODE_GLOBALS = [
  'fetch',
  'Request',
  'Response',
  'Headers',
  'TextEncoder',
  'TextDecoder',
  'TextDecoderStream',
  'ReadableStream',
  'WritableStream',
  'TransformStream',
  'structuredClone',
];

// Based on timers, because Node's MessageChannel would keep the worker alive after the last test.
class TimerMessageChannel {
  constructor() {
    this.port1 = this.port('port2');
    this.port2 = this.port('port1');
  }

  port(other) {
    return {
      onmessage: null,
      postMessage: (data) => setTimeout(() => this[other].onmessage?.({ data })),
      close() {},
    };
  }
}

class NoResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

const noMatch = (media) => ({
  matches: false,
  media,
  addListener() {},
  removeListener() {},
  addEventListener() {},
  removeEventListener() {},
});

export default class WebEnvironment extends Base {
  async setup() {
    await super.setup();
    for (const name of NODE_GLOBALS) this.global[name] ??= globalThis[name];
    // The router passes its signal to Request, and Node's Request accepts Node's signals only.
    for (const name of ['AbortController', 'AbortSignal']) this.global[name] = globalThis[name];
    this.global.MessageChannel ??= TimerMessageChannel;
    this.global.ResizeObserver ??= NoResizeObserver;
    this.global.matchMedia ??= noMatch;
    this.global.Element.prototype.scrollIntoView ??= function scrollIntoView() {};
    // jsdom prints an error for the second argument (a pseudo element), which antd passes when it measures scroll bars.
    const getComputedStyle = this.global.getComputedStyle.bind(this.global);
    this.global.getComputedStyle = (element) => getComputedStyle(element);
    this.global.IS_REACT_ACT_ENVIRONMENT = true;
  }
}
