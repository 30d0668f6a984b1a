import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useThemeMode } from '../../lib/theme-mode.js';
import { followPointers } from './brain-pointer.js';
import type { BrainNode } from './brain-layout.js';
import { within, type Point } from './brain-space.js';
import { BrainStage } from './brain-stage.js';
import { MAX_ZOOM } from './brain-view-port.js';
import type { KnowledgeItem } from './knowledge.graphql.js';

interface Brain {
  readonly items: readonly KnowledgeItem[];
  readonly mayMove: boolean;
  readonly isMoving: boolean;
  readonly onOpen: (item: KnowledgeItem) => void;
  readonly onMove: (item: KnowledgeItem, to: Point) => void;
}

const NUDGE = 20;
// Whoever holds a key down says only at the end where the item shall be.
const SAVE_AFTER_MS = 600;
const TIP_GAP_PX = 8;
const REVEAL_PX = 48;

/** A brain on a canvas, kept in step with its items, the size of its frame, the theme, and what people do to it. */
export function useBrain({ items, mayMove, isMoving, onOpen, onMove }: Brain) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const links = useRef<HTMLCanvasElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const tip = useRef<HTMLDivElement>(null);
  const stage = useRef<BrainStage | null>(null);
  const [marked, setMarked] = useState<string | null>(null);
  const [zoom, setZoom] = useState(1);
  const [mode] = useThemeMode();

  const point = (id: string | null): void => {
    stage.current?.mark(id);
    setMarked(id);
  };
  const showZoom = (): void => setZoom(stage.current?.view.zoom ?? 1);
  const placeTip = useEffectEvent(() => {
    const node = marked === null ? undefined : stage.current?.nodeOf(marked);
    if (node && tip.current && stage.current) moveTip(tip.current, stage.current, node);
  });
  const opened = useEffectEvent((node: BrainNode) => {
    stage.current?.stop(node);
    onOpen(node.item);
  });
  const dropped = useEffectEvent((node: BrainNode) => onMove(node.item, rounded(node)));
  const pointed = useEffectEvent((node: BrainNode | null) => {
    if (canvas.current) canvas.current.dataset['pointed'] = String(node !== null);
    if ((node?.id ?? null) !== marked) point(node?.id ?? null);
  });
  const mayBeMoved = useEffectEvent(() => mayMove);

  useEffect(() => {
    const { current: surface } = canvas;
    const { current: behind } = links;
    const { current: box } = frame;
    if (!surface || !behind || !box) return;
    const shown = new BrainStage(surface, behind, () => placeTip());
    stage.current = shown;
    const fit = (): void => shown.resize(box.clientWidth, box.clientHeight);
    fit();
    const sizes = new ResizeObserver(fit);
    sizes.observe(box);
    const unfollow = followPointers(surface, shown, {
      mayMove: () => mayBeMoved(),
      onPoint: (node) => pointed(node),
      onOpen: (node) => opened(node),
      onDrop: (node) => dropped(node),
      onView: showZoom,
    });
    return () => {
      unfollow();
      sizes.disconnect();
      shown.destroy();
      stage.current = null;
    };
  }, []);
  useEffect(() => stage.current?.setItems(items), [items]);
  useEffect(() => stage.current?.setMoving(isMoving), [isMoving]);
  useEffect(() => stage.current?.recolor(), [mode]);

  const zoomBy = (change: (shown: BrainStage) => void): void => {
    if (!stage.current) return;
    change(stage.current);
    stage.current.refresh();
    showZoom();
  };
  return {
    canvas,
    links,
    frame,
    tip,
    stage: () => stage.current,
    marked,
    zoom: {
      isZoomed: zoom > 1,
      isClosest: zoom >= MAX_ZOOM,
      by: (factor: number) => zoomBy(({ view }) => view.zoomBy(factor)),
      all: () => zoomBy(({ view }) => view.showAll()),
    },
    mark: (id: string | null) => {
      const node = id === null ? undefined : stage.current?.nodeOf(id);
      if (node) stage.current?.view.reveal(node, REVEAL_PX);
      point(id);
    },
    nudge: useNudge(stage, onMove),
  };
}

/** Moves a node by keys, and says where it is when the keys come to rest. */
function useNudge(stage: { readonly current: BrainStage | null }, onMove: Brain['onMove']) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const save = useEffectEvent((node: BrainNode) => onMove(node.item, rounded(node)));
  useEffect(() => () => clearTimeout(timer.current), []);
  return (id: string, { x, y }: Point): void => {
    const node = stage.current?.nodeOf(id);
    if (!node) return;
    stage.current?.place(node, { x: node.x + x * NUDGE, y: node.y + y * NUDGE });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => save(node), SAVE_AFTER_MS);
  };
}

function rounded(point: Point): Point {
  const { x, y } = within(point);
  return { x: Math.round(x), y: Math.round(y) };
}

/** Above the node, or below it where there is no room. */
function moveTip(tip: HTMLElement, { view, layout }: BrainStage, node: BrainNode): void {
  const { x, y } = view.toScreen(node);
  const reach = layout.radius * view.scale + TIP_GAP_PX;
  const left = Math.max(0, Math.min(view.width - tip.offsetWidth, x - tip.offsetWidth / 2));
  const above = y - reach - tip.offsetHeight;
  tip.style.translate = `${Math.round(left)}px ${Math.round(above < 0 ? y + reach : above)}px`;
}
