import { jest } from '@jest/globals';

// jsdom has no canvas to draw on and sees nothing: what is drawn goes nowhere, and everything is in sight.
HTMLCanvasElement.prototype.getContext = (() => null) as typeof HTMLCanvasElement.prototype.getContext;
HTMLElement.prototype.setPointerCapture ??= () => undefined;

class NoOffscreenCanvas {
  constructor(
    readonly width: number,
    readonly height: number,
  ) {}
  getContext(): null {
    return null;
  }
  transferToImageBitmap(): object {
    return {};
  }
}

class SeesAll {
  observe = jest.fn();
  disconnect = jest.fn();
}
Object.assign(globalThis, { OffscreenCanvas: NoOffscreenCanvas, IntersectionObserver: SeesAll });
