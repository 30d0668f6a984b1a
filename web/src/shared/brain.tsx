import { Brain, Plus } from 'lucide-react';
import { useId, useState, type DragEvent, type ReactNode } from 'react';
import { useKeptFocus } from '../lib/focus.js';
import { Button } from '../ui/button.js';
import { Badge, Meter, Spinner } from '../ui/indicators.js';
import { State } from '../ui/state.js';
import './brain.css';

interface OfferProps {
  /** What it is, for the place where it may be dropped. */
  readonly kind: string;
  readonly id: string;
  /** An emoji. */
  readonly icon: string;
  readonly name: string;
  readonly text: string;
  readonly addLabel: string;
  readonly isBusy: boolean;
  readonly onAdd: (id: string) => void;
  /** Stands beside the name. */
  readonly note?: ReactNode;
  /** Stands below the text. */
  readonly children?: ReactNode;
}

/** Something a brain can take up: by a click anywhere on it, by its button, or by dragging it there. */
export function Offer({ kind, id, icon, name, text, addLabel, isBusy, onAdd, note, children }: OfferProps) {
  return (
    <li
      className="offer"
      draggable={!isBusy}
      onDragStart={(event) => carry(event, kind, id)}
      onClick={() => !isBusy && onAdd(id)}
      data-busy={isBusy}
    >
      <span className="icon-box brain-icon" aria-hidden="true">
        {icon}
      </span>
      <div className="brain-words">
        <p className="brain-name">
          {name} {note}
        </p>
        <p className="note">{text}</p>
        {children}
      </div>
      {/* Its click is the row's. Not disabled while busy: the focus would be lost. */}
      <Button size="sm" isIcon aria-label={addLabel} aria-disabled={isBusy}>
        {isBusy ? <Spinner /> : <Plus size={16} aria-hidden="true" />}
      </Button>
    </li>
  );
}

interface ListProps {
  readonly label: string;
  readonly ids: readonly string[];
  readonly className: string;
  readonly children: ReactNode;
}

/** A list whose rows come and go under the hands of the user. */
export const LivingList = ({ label, ids, className, children }: ListProps) => (
  <ul aria-label={label} className={className} {...useKeptFocus<HTMLUListElement>(ids)}>
    {children}
  </ul>
);

interface BrainZoneProps {
  readonly kind: string;
  readonly title: string;
  readonly count: string;
  readonly hint: string;
  /** Words for a brain with nothing in it. */
  readonly empty: { readonly title: string; readonly text: string } | null;
  readonly onDrop: (id: string) => void;
  readonly children: ReactNode;
}

/** The bot's brain: what it has taken up, and where more can be dropped. */
export function BrainZone({ kind, title, count, hint, empty, onDrop, children }: BrainZoneProps) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const dragOver = (event: DragEvent): void => {
    if (!carries(event, kind)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setOver(true);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const dropped = carried(event, kind);
    if (dropped !== null) onDrop(dropped);
  };
  return (
    <section
      className="card brain-zone"
      aria-labelledby={id}
      data-over={isOver}
      onDragEnter={dragOver}
      onDragOver={dragOver}
      onDragLeave={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget as Node | null) && setOver(false)}
      onDrop={drop}
    >
      <header className="brain-head">
        <h2 id={id}>{title}</h2>
        <Badge tone="primary">{count}</Badge>
      </header>
      {children}
      {empty ? <State icon={Brain} title={empty.title} text={empty.text} heading="h3" /> : <p className="brain-hint">{hint}</p>}
    </section>
  );
}

interface Fact {
  readonly label: string;
  readonly value: string;
  /** Shown as a bar too. */
  readonly share?: { readonly value: number; readonly max: number };
}

export function LearningAnalytics({ title, facts }: { readonly title: string; readonly facts: readonly Fact[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="card card-body">
      <h2 id={id} className="card-title">
        {title}
      </h2>
      <dl className="columns brain-facts">
        {facts.map(({ label, value, share }) => (
          <div key={label}>
            <dt className="note">{label}</dt>
            <dd>
              {value}
              {share && <Meter label={label} {...share} />}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const typeOf = (kind: string): string => `application/x-kith-${kind}`;

/** Puts the id of what is dragged on the event; `kind` says where it may be dropped. */
export function carry({ dataTransfer }: DragEvent, kind: string, id: string): void {
  dataTransfer.setData(typeOf(kind), JSON.stringify({ id }));
  dataTransfer.effectAllowed = 'copy';
}

/** Whether the dragged thing is of this kind; what it is can be read on the drop only. */
export const carries = ({ dataTransfer }: DragEvent, kind: string): boolean => [...dataTransfer.types].includes(typeOf(kind));

/** The id of what was dropped; null, and a line in the browser's log, when it cannot be read (part 2, section 8). */
export function carried({ dataTransfer }: DragEvent, kind: string): string | null {
  const data = dataTransfer.getData(typeOf(kind));
  try {
    const value: unknown = JSON.parse(data);
    if (typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string') return value.id;
    throw new TypeError('no id');
  } catch (error) {
    // oxlint-disable-next-line no-console -- the specification asks for it
    console.warn('What was dropped cannot be read', error);
    return null;
  }
}
