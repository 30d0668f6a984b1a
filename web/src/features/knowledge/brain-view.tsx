import { Maximize, Pause, Play, ZoomIn, ZoomOut } from 'lucide-react';
import { useId, useState } from 'react';
import { t } from '../../lib/i18n.js';
import { Button } from '../../ui/button.js';
import { BrainNodes } from './brain-nodes.js';
import type { Point } from './brain-space.js';
import type { KnowledgeItem } from './knowledge.graphql.js';
import { useBrain } from './use-brain.js';
import { useReducedMotion } from './use-reduced-motion.js';
import './brain.css';

interface BrainViewProps {
  readonly items: readonly KnowledgeItem[];
  readonly mayMove: boolean;
  readonly onOpen: (item: KnowledgeItem) => void;
  readonly onMove: (item: KnowledgeItem, to: Point) => void;
}

const ZOOM_STEP = 1.5;

/** The items as floating nodes. What is drawn on the canvas stands in a list above it too, for keyboards and screen readers. */
export function BrainView({ items, mayMove, onOpen, onMove }: BrainViewProps) {
  const id = useId();
  const isStill = useReducedMotion();
  const [isPaused, setPaused] = useState(false);
  const { canvas, links, frame, tip, stage, zoom, marked, mark, nudge } = useBrain({
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
        <div className="brain-tools">
          {!isStill && (
            <Button
              size="sm"
              isIcon
              aria-label={t(isPaused ? 'knowledge.brain.play' : 'knowledge.brain.pause')}
              onClick={() => setPaused(!isPaused)}
            >
              {isPaused ? <Play size={16} aria-hidden="true" /> : <Pause size={16} aria-hidden="true" />}
            </Button>
          )}
          <Button
            size="sm"
            isIcon
            aria-label={t('knowledge.brain.zoomOut')}
            disabled={!zoom.isZoomed}
            onClick={() => zoom.by(1 / ZOOM_STEP)}
          >
            <ZoomOut size={16} aria-hidden="true" />
          </Button>
          <Button
            size="sm"
            isIcon
            aria-label={t('knowledge.brain.zoomIn')}
            disabled={zoom.isClosest}
            onClick={() => zoom.by(ZOOM_STEP)}
          >
            <ZoomIn size={16} aria-hidden="true" />
          </Button>
          <Button size="sm" isIcon aria-label={t('knowledge.brain.fit')} disabled={!zoom.isZoomed} onClick={zoom.all}>
            <Maximize size={16} aria-hidden="true" />
          </Button>
        </div>
      </div>
      <p className="brain-note">{t(mayMove ? 'knowledge.brain.hint' : 'knowledge.brain.readOnlyHint')}</p>
    </section>
  );
}
