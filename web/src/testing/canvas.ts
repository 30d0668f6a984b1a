import { jest } from '@jest/globals';

// Stubs of canvas and IntersectionObserver, which jsdom lacks: drawing does nothing and everything is visible.
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

class VisibleObserver {
  observe = jest.fn();
  disconnect = jest.fn();
}
Object.assign(globalThis, { OffscreenCanvas: NoOffscreenCanvas, IntersectionObserver: VisibleObserver });
