import { type LucideIcon, Maximize, Pause, Play, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, memo, type ReactNode, useId, useMemo, useState, useSyncExternalStore } from 'react';
import { t } from '../../lib/i18n.js';
import { Button } from '../../ui/button.js';
import type { BrainNode } from './brain-layout.js';
import { DIRECTIONS, inReadingOrder, neighbour, type Point } from './brain-space.js';
import type { KnowledgeItem } from './knowledge.graphql.js';
import { useBrain } from './use-brain.js';
import './brain.css';

interface BrainViewProps {
  readonly items: readonly KnowledgeItem[];
  readonly mayMove: boolean;
  readonly onOpen: (item: KnowledgeItem) => void;
  readonly onMove: (item: KnowledgeItem, to: Point) => void;
  /** Shown below the canvas. */
  readonly children: ReactNode;
}

/** The items as floating nodes on a canvas, with a hidden list of them for keyboards and screen readers. */
export function BrainView({ items, mayMove, onOpen, onMove, children }: BrainViewProps) {
  const id = useId();
  const isStill = useReducedMotion();
  const [isPaused, setPaused] = useState(false);
  const { frame, links, canvas, tip, stage, zoom, marked, mark, nudge } = useBrain({
    items,
    mayMove,
    isMoving: !isStill && !isPaused,
    onOpen: (item) => {
      // The focus returns there when the dialog closes.
      document.getElementById(`${id}-${item.id}`)?.focus({ preventScroll: true });
      onOpen(item);
    },
    onMove,
  });
  const title = items.find((item) => item.id === marked)?.title;
  return (
    <section className="card brain-card" aria-label={t('knowledge.brain.label')}>
      <div ref={frame} className="brain-space">
        <canvas ref={links} className="brain-links" aria-hidden="true" />
        <canvas ref={canvas} className="brain-canvas" data-zoomed={zoom.isZoomed} aria-hidden="true" />
        <BrainNodes
          id={id}
          items={items}
          nodes={() => stage()?.layout.nodes ?? []}
          mayMove={mayMove}
          onFocus={mark}
          onOpen={(item) => {
            const node = stage()?.nodeOf(item.id);
            if (node) stage()?.stop(node);
            onOpen(item);
          }}
          onNudge={nudge}
        />
        <div ref={tip} className="brain-tip" aria-hidden="true" hidden={title === undefined}>
          {title}
        </div>
      </div>
      <footer className="row row-between brain-foot">
        <p className="note">{t(mayMove ? 'knowledge.brain.hint' : 'knowledge.brain.readOnlyHint')}</p>
        {children}
        <BrainTools zoom={zoom} isPaused={isPaused} onPause={isStill ? null : setPaused} />
      </footer>
    </section>
  );
}

interface BrainNodesProps {
  readonly id: string;
  readonly items: readonly KnowledgeItem[];
  /** With their current positions. */
  readonly nodes: () => readonly BrainNode[];
  readonly mayMove: boolean;
  readonly onFocus: (id: string | null) => void;
  readonly onOpen: (item: KnowledgeItem) => void;
  readonly onNudge: (id: string, by: Point) => void;
}

/** The nodes as buttons in reading order: one tab stop, arrows move to the neighbours, Enter opens. */
function BrainNodes({ id, items, nodes, mayMove, onFocus, onOpen, onNudge }: BrainNodesProps) {
  const keysId = useId();
  const [current, setCurrent] = useState<string | null>(null);
  const ordered = useMemo(() => inReadingOrder(items), [items]);
  // The focused item may have been deleted or filtered out.
  const stop = items.some((item) => item.id === current) ? current : ordered[0]?.id;
  const focus = (to: string | undefined): void => {
    if (to !== undefined) document.getElementById(`${id}-${to}`)?.focus({ preventScroll: true });
  };

  const itemAt = (target: EventTarget): KnowledgeItem | undefined =>
    target instanceof HTMLElement ? items.find((item) => item.id === target.dataset['item']) : undefined;

  const press = (event: KeyboardEvent): void => {
    const direction = DIRECTIONS[event.key as keyof typeof DIRECTIONS] as Point | undefined;
    const edge = { Home: ordered[0], End: ordered.at(-1) }[event.key];
    if ((!direction && !edge) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const from = nodes().find((node) => node.id === stop);
    if (edge) focus(edge.id);
    else if (!direction || !from) return;
    else if (!event.shiftKey) focus(neighbour(nodes(), from, direction)?.id);
    else if (mayMove) onNudge(from.id, direction);
  };
  return (
    <>
      <ul
        className="sr-only brain-nodes"
        aria-label={t('knowledge.items')}
        aria-describedby={keysId}
        onKeyDown={press}
        onFocus={({ target }) => {
          const item = itemAt(target);
          setCurrent(item?.id ?? null);
          onFocus(item?.id ?? null);
        }}
        onBlur={() => onFocus(null)}
        onClick={({ target }) => {
          const item = itemAt(target);
          if (item) onOpen(item);
        }}
      >
        {ordered.map((item) => (
          <Node key={item.id} id={`${id}-${item.id}`} item={item} isStop={item.id === stop} />
        ))}
      </ul>
      <p id={keysId} className="sr-only">
        {t('knowledge.brain.keys')}
      </p>
    </>
  );
}

interface NodeProps {
  readonly id: string;
  readonly item: KnowledgeItem;
  /** The one tab stop of the list. */
  readonly isStop: boolean;
}

const Node = memo(function Node({ id, item, isStop }: NodeProps) {
  const { title, type, status } = item;
  const label = t('knowledge.brain.node', {
    title,
    type: t(`knowledge.types.${type}`),
    status: t(`knowledge.status.${status}`),
  });
  return (
    <li>
      <button id={id} data-item={item.id} type="button" tabIndex={isStop ? 0 : -1} aria-label={label} />
    </li>
  );
});

const ZOOM_STEP = 1.5;

interface BrainToolsProps {
  readonly zoom: {
    readonly isZoomed: boolean;
    readonly isClosest: boolean;
    readonly by: (factor: number) => void;
    readonly all: () => void;
  };
  readonly isPaused: boolean;
  /** Null when the user prefers reduced motion. */
  readonly onPause: ((isPaused: boolean) => void) | null;
}

/** Buttons for motion and zoom. */
const BrainTools = ({ zoom, isPaused, onPause }: BrainToolsProps) => (
  <div className="row">
    {onPause && (
      <Tool
        icon={isPaused ? Play : Pause}
        label={t(isPaused ? 'knowledge.brain.play' : 'knowledge.brain.pause')}
        onClick={() => onPause(!isPaused)}
      />
    )}
    <Tool icon={ZoomOut} label={t('knowledge.brain.zoomOut')} isOff={!zoom.isZoomed} onClick={() => zoom.by(1 / ZOOM_STEP)} />
    <Tool icon={ZoomIn} label={t('knowledge.brain.zoomIn')} isOff={zoom.isClosest} onClick={() => zoom.by(ZOOM_STEP)} />
    <Tool icon={Maximize} label={t('knowledge.brain.fit')} isOff={!zoom.isZoomed} onClick={zoom.all} />
  </div>
);

interface ToolProps {
  readonly icon: LucideIcon;
  readonly label: string;
  /** By aria-disabled, so that the button keeps the focus. */
  readonly isOff?: boolean;
  readonly onClick: () => void;
}

const Tool = ({ icon: Icon, label, isOff = false, onClick }: ToolProps) => (
  <Button size="sm" isIcon aria-label={label} aria-disabled={isOff} onClick={() => !isOff && onClick()}>
    <Icon size={16} aria-hidden="true" />
  </Button>
);

const query = (): MediaQueryList => matchMedia('(prefers-reduced-motion: reduce)');

/** Whether the system asks for reduced motion. */
const useReducedMotion = (): boolean => useSyncExternalStore(onChange, () => query().matches);

function onChange(listener: () => void): () => void {
  const asked = query();
  asked.addEventListener('change', listener);
  return () => asked.removeEventListener('change', listener);
}
