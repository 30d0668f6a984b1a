import { memo, useId, useMemo, useState, type KeyboardEvent } from 'react';
import { t } from '../../lib/i18n.js';
import type { BrainNode } from './brain-layout.js';
import { DIRECTIONS, inReadingOrder, neighbour, type Point } from './brain-space.js';
import { statusKey, typeKey } from './knowledge-kinds.js';
import type { KnowledgeItem } from './knowledge.graphql.js';

interface BrainNodesProps {
  readonly id: string;
  readonly items: readonly KnowledgeItem[];
  /** Where they are now. */
  readonly nodes: () => readonly BrainNode[];
  readonly mayMove: boolean;
  readonly onFocus: (id: string | null) => void;
  readonly onOpen: (item: KnowledgeItem) => void;
  readonly onNudge: (id: string, by: Point) => void;
}

/** The nodes as a list of buttons in reading order: one stop for Tab, arrows go to the neighbours, Enter opens. */
export function BrainNodes({ id, items, nodes, mayMove, onFocus, onOpen, onNudge }: BrainNodesProps) {
  const keysId = useId();
  const [current, setCurrent] = useState<string | null>(null);
  const ordered = useMemo(() => inReadingOrder(items), [items]);
  // Who was focused may be gone, or not match any more.
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
  /** Where Tab stops. */
  readonly isStop: boolean;
}

const Node = memo(function Node({ id, item, isStop }: NodeProps) {
  const { title, type, status } = item;
  const label = t('knowledge.brain.node', {
    title,
    type: t(`knowledge.types.${typeKey(type)}`),
    status: t(`knowledge.status.${statusKey(status)}`),
  });
  return (
    <li>
      <button id={id} data-item={item.id} type="button" tabIndex={isStop ? 0 : -1} aria-label={label} />
    </li>
  );
});
