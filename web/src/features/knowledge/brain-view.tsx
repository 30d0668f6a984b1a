import { useId, useState, type ReactNode } from 'react';
import { t } from '../../lib/i18n.js';
import { BrainNodes } from './brain-nodes.js';
import type { Point } from './brain-space.js';
import { BrainTools } from './brain-tools.js';
import type { KnowledgeItem } from './knowledge.graphql.js';
import { useBrain } from './use-brain.js';
import { useReducedMotion } from './use-reduced-motion.js';
import './brain.css';

interface BrainViewProps {
  readonly items: readonly KnowledgeItem[];
  readonly mayMove: boolean;
  readonly onOpen: (item: KnowledgeItem) => void;
  readonly onMove: (item: KnowledgeItem, to: Point) => void;
  /** Stands in its foot. */
  readonly children: ReactNode;
}

/** The items as floating nodes. What is drawn on the canvas stands in a list above it too, for keyboards and screen readers. */
export function BrainView({ items, mayMove, onOpen, onMove, children }: BrainViewProps) {
  const id = useId();
  const isStill = useReducedMotion();
  const [isPaused, setPaused] = useState(false);
  const { frame, links, canvas, tip, stage, zoom, marked, mark, nudge } = useBrain({
    items,
    mayMove,
    isMoving: !isStill && !isPaused,
    onOpen: (item) => {
      // Where the focus comes back to when the dialog closes.
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
      <footer className="brain-foot">
        <p className="brain-note">{t(mayMove ? 'knowledge.brain.hint' : 'knowledge.brain.readOnlyHint')}</p>
        {children}
        <BrainTools zoom={zoom} isPaused={isPaused} onPause={isStill ? null : setPaused} />
      </footer>
    </section>
  );
}
