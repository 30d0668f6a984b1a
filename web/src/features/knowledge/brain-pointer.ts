import type { BrainNode } from './brain-layout.js';
import type { Point } from './brain-space.js';
import type { BrainStage } from './brain-stage.js';

/** A longer way is a drag instead of a click. */
const DRAG_PX = 5;
const WHEEL_ZOOM = 1.0025;

/** What the pointer does to the brain. */
export interface PointerListeners {
  readonly mayMove: () => boolean;
  readonly onPoint: (node: BrainNode | undefined) => void;
  readonly onOpen: (node: BrainNode) => void;
  readonly onDrop: (node: BrainNode) => void;
  readonly onView: () => void;
}

interface Press {
  readonly node: BrainNode | undefined;
  readonly from: Point;
  /** From the centre of the node to the pointer. */
  readonly grip: Point;
  at: Point;
  isDrag: boolean;
}

/** Pointer events of the brain: a click opens, a drag moves a node or the view, two fingers or Ctrl and the wheel zoom. Returns a function that removes the listeners. */
export function listenToPointers(canvas: HTMLCanvasElement, stage: BrainStage, listeners: PointerListeners): () => void {
  const pointers = new BrainPointers(canvas, stage, listeners);
  const all = Object.entries({
    pointerdown: pointers.down,
    pointermove: pointers.move,
    pointerup: pointers.up,
    pointercancel: pointers.cancel,
    pointerleave: pointers.leave,
    wheel: pointers.wheel,
    touchstart: pointers.touch,
  }) as [string, EventListener][];
  // Not passive, because they prevent scrolling of the page.
  for (const [name, listener] of all) canvas.addEventListener(name, listener, { passive: false });
  return () => {
    for (const [name, listener] of all) canvas.removeEventListener(name, listener);
  };
}

class BrainPointers {
  private readonly presses = new Map<number, Press>();

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly stage: BrainStage,
    private readonly listeners: PointerListeners,
  ) {}

  readonly down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    const at = this.placeOf(event);
    const node = this.presses.size === 0 ? this.stage.nodeAt(at) : undefined;
    const centre = node ? this.stage.view.toScreen(node) : at;
    this.presses.set(event.pointerId, { node, from: at, at, grip: { x: at.x - centre.x, y: at.y - centre.y }, isDrag: false });
    this.canvas.setPointerCapture(event.pointerId);
  };

  readonly move = (event: PointerEvent): void => {
    const at = this.placeOf(event);
    const press = this.presses.get(event.pointerId);
    if (!press) return this.listeners.onPoint(this.stage.nodeAt(at));
    press.isDrag ||= Math.hypot(at.x - press.from.x, at.y - press.from.y) > DRAG_PX;
    const before = press.at;
    press.at = at;
    if (this.presses.size > 1) return this.pinch(press, before);
    if (press.isDrag) this.drag(press, before);
  };

  readonly up = (event: PointerEvent): void => {
    const press = this.release(event);
    if (!press?.node) return;
    if (!press.isDrag) return this.listeners.onOpen(press.node);
    if (this.listeners.mayMove()) this.listeners.onDrop(press.node);
  };

  readonly cancel = (event: PointerEvent): void => {
    const press = this.release(event);
    if (press?.node && press.isDrag && this.listeners.mayMove()) this.stage.putBack(press.node);
  };

  readonly leave = (): void => {
    if (this.presses.size === 0) this.listeners.onPoint(undefined);
  };

  /** Without Ctrl the page scrolls. Browsers send the pinch of a trackpad as a wheel event with Ctrl. */
  readonly wheel = (event: WheelEvent): void => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.zoom(WHEEL_ZOOM ** -event.deltaY, this.placeOf(event));
  };

  /** A touch on a node, or on a zoomed brain, does not scroll the page. */
  readonly touch = (event: TouchEvent): void => {
    const [finger] = event.changedTouches;
    if (!event.cancelable || !finger) return;
    const isOnNode = this.stage.nodeAt(this.placeOf(finger)) !== undefined && this.listeners.mayMove();
    if (isOnNode || !this.stage.view.isWhole || event.touches.length > 1) event.preventDefault();
  };

  private drag({ node, at, grip }: Press, before: Point): void {
    if (node && this.listeners.mayMove()) {
      this.stage.place(node, this.stage.view.toSpace({ x: at.x - grip.x, y: at.y - grip.y }));
      this.listeners.onPoint(node);
    } else if (!node) {
      this.stage.view.moveBy(at.x - before.x, at.y - before.y);
      this.stage.refresh();
    }
  }

  private pinch(moved: Press, before: Point): void {
    const other = [...this.presses.values()].find((press) => press !== moved);
    if (!other) return;
    // Prevents a click at the end of the pinch.
    moved.isDrag = true;
    other.isDrag = true;
    const gap = (one: Point): number => Math.max(1, Math.hypot(one.x - other.at.x, one.y - other.at.y));
    this.zoom(gap(moved.at) / gap(before), { x: (moved.at.x + other.at.x) / 2, y: (moved.at.y + other.at.y) / 2 });
  }

  private zoom(factor: number, at: Point): void {
    this.stage.view.zoomBy(factor, at);
    this.stage.refresh();
    this.listeners.onView();
  }

  private release({ pointerId }: PointerEvent): Press | undefined {
    const press = this.presses.get(pointerId);
    this.presses.delete(pointerId);
    return press;
  }

  private placeOf({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): Point {
    const { left, top } = this.canvas.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }
}
