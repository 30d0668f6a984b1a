import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useThemeMode } from '../../lib/theme-mode.js';
import type { BrainNode } from './brain-layout.js';
import { listenToPointers, type PointerListeners } from './brain-pointer.js';
import { MAX_ZOOM, type Point, type ViewPort, clampToSpace } from './brain-space.js';
import { BrainStage } from './brain-stage.js';
import type { KnowledgeItem } from './knowledge.graphql.js';

interface Brain {
  readonly items: readonly KnowledgeItem[];
  readonly mayMove: boolean;
  readonly isMoving: boolean;
  readonly onOpen: (item: KnowledgeItem) => void;
  readonly onMove: (item: KnowledgeItem, to: Point) => void;
}

const NUDGE = 20;
// A key that is held down saves only the last position.
const SAVE_AFTER_MS = 600;
const TIP_GAP_PX = 8;
const REVEAL_PX = 48;

/** Connects a brain on a canvas with its items, the theme and the pointer. */
export function useBrain({ items, mayMove, isMoving, onOpen, onMove }: Brain) {
  const [marked, setMarked] = useState<string | null>(null);
  const [zoom, setZoom] = useState(1);
  const [mode] = useThemeMode();
  const {
    stage,
    frame,
    links,
    canvas,
    tip: title,
  } = useStage({
    mayMove: () => mayMove,
    onPoint: (node) => point(node?.id ?? null),
    onOpen: (node) => {
      stage.current?.stop(node);
      onOpen(node.item);
    },
    onDrop: (node) => onMove(node.item, rounded(node)),
    onView: () => showZoom(),
    onDrawn: (shown, tip) => {
      const node = marked === null ? undefined : shown.nodeOf(marked);
      if (node) moveTip(tip, shown, node);
    },
  });
  useEffect(() => stage.current?.setItems(items), [stage, items]);
  useEffect(() => stage.current?.setMoving(isMoving), [stage, isMoving]);
  useEffect(() => stage.current?.recolor(), [stage, mode]);
  const showZoom = (): void => setZoom(stage.current?.view.zoom ?? 1);
  const point = (id: string | null): void => {
    if (id === marked) return;
    stage.current?.mark(id);
    setMarked(id);
  };
  const zoomBy = (change: (view: ViewPort) => void): void => {
    if (stage.current) change(stage.current.view);
    stage.current?.refresh();
    showZoom();
  };
  const mark = (id: string | null): void => {
    const node = id === null ? undefined : stage.current?.nodeOf(id);
    if (node) stage.current?.view.reveal(node, REVEAL_PX);
    point(id);
  };
  return {
    frame,
    links,
    canvas,
    tip: title,
    stage: () => stage.current,
    marked,
    mark,
    zoom: {
      isZoomed: zoom > 1,
      isClosest: zoom >= MAX_ZOOM,
      by: (factor: number) => zoomBy((view) => view.zoomBy(factor)),
      all: () => zoomBy((view) => view.showAll()),
    },
    nudge: useNudge(stage, onMove),
  };
}

interface StageListeners extends PointerListeners {
  readonly onDrawn: (stage: BrainStage, tip: HTMLElement) => void;
}

/** The stage, resized with its frame. */
function useStage(listeners: StageListeners) {
  const frame = useRef<HTMLDivElement>(null);
  const links = useRef<HTMLCanvasElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const tip = useRef<HTMLDivElement>(null);
  const stage = useRef<BrainStage | null>(null);
  const now = useEffectEvent(() => listeners);
  useEffect(() => {
    const [box, behind, surface] = [frame.current, links.current, canvas.current];
    if (!box || !behind || !surface) return;
    const shown = new BrainStage(surface, behind, () => tip.current && now().onDrawn(shown, tip.current));
    stage.current = shown;
    const fit = (): void => shown.resize(box.clientWidth, box.clientHeight);
    fit();
    const sizes = new ResizeObserver(fit);
    sizes.observe(box);
    const removeListeners = listenToPointers(surface, shown, {
      mayMove: () => now().mayMove(),
      onPoint: (node) => {
        surface.dataset['pointed'] = String(node !== undefined);
        now().onPoint(node);
      },
      onOpen: (node) => now().onOpen(node),
      onDrop: (node) => now().onDrop(node),
      onView: () => now().onView(),
    });
    return () => {
      removeListeners();
      sizes.disconnect();
      shown.destroy();
      stage.current = null;
    };
  }, []);
  return { stage, frame, links, canvas, tip };
}

/** Moves a node by keys, and saves its position after the last key. */
function useNudge(stage: { readonly current: BrainStage | null }, onMove: Brain['onMove']) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (id: string, { x, y }: Point): void => {
    const node = stage.current?.nodeOf(id);
    if (!node) return;
    stage.current?.place(node, { x: node.x + x * NUDGE, y: node.y + y * NUDGE });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onMove(node.item, rounded(node)), SAVE_AFTER_MS);
  };
}

function rounded(point: Point): Point {
  const { x, y } = clampToSpace(point);
  return { x: Math.round(x), y: Math.round(y) };
}

/** Places the tooltip above the node, or below it where there is no room. */
function moveTip(tip: HTMLElement, { view, layout }: BrainStage, node: BrainNode): void {
  const { x, y } = view.toScreen(node);
  const reach = layout.radius * view.scale + TIP_GAP_PX;
  const left = Math.max(0, Math.min(view.width - tip.offsetWidth, x - tip.offsetWidth / 2));
  const above = y - reach - tip.offsetHeight;
  tip.style.translate = `${Math.round(left)}px ${Math.round(above < 0 ? y + reach : above)}px`;
}
