import type { BrainNode } from './brain-layout.js';
import type { Point } from './brain-space.js';
import type { BrainStage } from './brain-stage.js';

/** From so many pixels on it is a drag, and no click any more. */
const DRAG_PX = 5;
const WHEEL_ZOOM = 1.0025;

interface Listeners {
  readonly mayMove: () => boolean;
  readonly onPoint: (node: BrainNode | null) => void;
  readonly onOpen: (node: BrainNode) => void;
  readonly onDrop: (node: BrainNode) => void;
  readonly onView: () => void;
}

interface Press {
  readonly node: BrainNode | undefined;
  readonly from: Point;
  /** From the middle of the node to where it was taken. */
  readonly grip: Point;
  at: Point;
  isDrag: boolean;
}

/** Mouse, pen and fingers on the brain: click opens, dragging moves a node or what is shown, two fingers or Ctrl and the wheel zoom. */
export function followPointers(canvas: HTMLCanvasElement, stage: BrainStage, listeners: Listeners): () => void {
  const presses = new Map<number, Press>();
  const placeOf = (event: MouseEvent): Point => {
    const { left, top } = canvas.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };

  const down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    const at = placeOf(event);
    const node = presses.size === 0 ? stage.nodeAt(at) : undefined;
    const middle = node ? stage.view.toScreen(node) : at;
    presses.set(event.pointerId, { node, from: at, at, grip: { x: at.x - middle.x, y: at.y - middle.y }, isDrag: false });
    canvas.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent): void => {
    const at = placeOf(event);
    const press = presses.get(event.pointerId);
    if (!press) return listeners.onPoint(stage.nodeAt(at) ?? null);
    press.isDrag ||= Math.hypot(at.x - press.from.x, at.y - press.from.y) > DRAG_PX;
    const before = press.at;
    press.at = at;
    if (presses.size > 1) return pinch(press, before);
    if (!press.isDrag) return;
    if (press.node && listeners.mayMove()) {
      stage.place(press.node, stage.view.toSpace({ x: at.x - press.grip.x, y: at.y - press.grip.y }));
      listeners.onPoint(press.node);
    } else if (!press.node) moveView(at, before);
  };
  const up = (event: PointerEvent): void => {
    const press = presses.get(event.pointerId);
    presses.delete(event.pointerId);
    if (!press?.node) return;
    if (!press.isDrag) return listeners.onOpen(press.node);
    if (listeners.mayMove()) listeners.onDrop(press.node);
  };
  const cancel = (event: PointerEvent): void => {
    const press = presses.get(event.pointerId);
    presses.delete(event.pointerId);
    if (press?.node && press.isDrag && listeners.mayMove()) stage.putBack(press.node);
  };
  const wheel = (event: WheelEvent): void => {
    // Without Ctrl the page scrolls. A trackpad's pinch comes with it.
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    zoom(WHEEL_ZOOM ** -event.deltaY, placeOf(event));
  };
  // A finger on a node or on a part of the brain moves that, and not the page.
  const touch = (event: TouchEvent): void => {
    const [finger] = event.changedTouches;
    if (!event.cancelable || !finger) return;
    const { left, top } = canvas.getBoundingClientRect();
    const isOnNode = stage.nodeAt({ x: finger.clientX - left, y: finger.clientY - top }) !== undefined;
    if ((isOnNode && listeners.mayMove()) || !stage.view.isWhole || event.touches.length > 1) event.preventDefault();
  };

  const moveView = (at: Point, before: Point): void => {
    stage.view.moveBy(at.x - before.x, at.y - before.y);
    stage.refresh();
  };
  const zoom = (factor: number, at: Point): void => {
    stage.view.zoomBy(factor, at);
    stage.refresh();
    listeners.onView();
  };
  const pinch = (moved: Press, before: Point): void => {
    const other = [...presses.values()].find((press) => press !== moved);
    if (!other) return;
    moved.isDrag = other.isDrag = true;
    const gap = (one: Point): number => Math.max(1, Math.hypot(one.x - other.at.x, one.y - other.at.y));
    zoom(gap(moved.at) / gap(before), { x: (moved.at.x + other.at.x) / 2, y: (moved.at.y + other.at.y) / 2 });
  };

  const leave = (): void => {
    if (presses.size === 0) listeners.onPoint(null);
  };
  const handlers = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: cancel, pointerleave: leave };
  const all = Object.entries({ ...handlers, wheel, touchstart: touch }) as [string, EventListener][];
  // Not passive: what is done here is not done to the page.
  for (const [name, listener] of all) canvas.addEventListener(name, listener, { passive: false });
  return () => {
    for (const [name, listener] of all) canvas.removeEventListener(name, listener);
  };
}
