import { Brain, Plus } from 'lucide-react';
import { useId, useState, type ComponentProps, type DragEvent, type ReactNode } from 'react';
import { useListFocus } from '../lib/focus.js';
import { Button } from '../ui/button.js';
import { Badge, Meter, Spinner } from '../ui/indicators.js';
import { Section } from '../ui/section.js';
import { State } from '../ui/state.js';
import './brain.css';

interface OfferProps {
  /** Drag type: it can be dropped on a BrainZone of the same kind. */
  readonly kind: string;
  readonly id: string;
  /** An emoji. */
  readonly icon: string;
  readonly name: string;
  readonly text: string;
  readonly addLabel: string;
  readonly isBusy: boolean;
  readonly onAdd: (id: string) => void;
  /** Beside the name. */
  readonly note?: ReactNode;
  /** Below the text. */
  readonly children?: ReactNode;
}

/** Something that can be added to a brain: by a click on the row, by its button, or by dragging it to the zone. */
export function Offer({ kind, id, icon, name, text, addLabel, isBusy, onAdd, note, children }: OfferProps) {
  return (
    <li
      className="bar offer"
      draggable={!isBusy}
      onDragStart={(event) => startDrag(event, kind, id)}
      onClick={() => !isBusy && onAdd(id)}
      data-busy={isBusy}
    >
      <span className="icon-box brain-icon" aria-hidden="true">
        {icon}
      </span>
      <div className="breakable grow brain-words">
        <p className="row brain-name">
          {name} {note}
        </p>
        <p className="note">{text}</p>
        {children}
      </div>
      {/* The click is handled by the row. aria-disabled, because a disabled button would lose the focus. */}
      <Button size="sm" isIcon aria-label={addLabel} aria-disabled={isBusy}>
        {isBusy ? <Spinner /> : <Plus size={16} aria-hidden="true" />}
      </Button>
    </li>
  );
}

interface BrainItemProps {
  /** An emoji. */
  readonly icon: string;
  readonly name: string;
  readonly trigger: string;
  readonly actions: ReactNode;
  /** Below the name. */
  readonly children?: ReactNode;
}

/** A command in a list: icon, name and trigger, with its actions. */
export const BrainItem = ({ icon, name, trigger, actions, children, ...rest }: BrainItemProps & ComponentProps<'li'>) => (
  <li {...rest} className={`bar brain-item ${rest.className ?? ''}`}>
    <span className="icon-box brain-icon" aria-hidden="true">
      {icon}
    </span>
    <div className="breakable grow brain-words">
      <p className="row brain-name">
        {name} <code>{trigger}</code>
      </p>
      {children}
    </div>
    <div className="bar brain-item-actions">{actions}</div>
  </li>
);

interface ListProps {
  readonly label: string;
  readonly ids: readonly string[];
  readonly className: string;
  readonly children: ReactNode;
}

/** A list that keeps the keyboard focus when rows are removed. */
export const FocusKeepingList = ({ label, ids, className, children }: ListProps) => (
  <ul aria-label={label} className={className} {...useListFocus<HTMLUListElement>(ids)}>
    {children}
  </ul>
);

interface BrainZoneProps {
  readonly kind: string;
  readonly title: string;
  readonly count: string;
  readonly hint: string;
  /** Texts of an empty brain; null when it is not empty. */
  readonly empty: { readonly title: string; readonly text: string } | null;
  readonly onDrop: (id: string) => void;
  readonly children: ReactNode;
}

/** The bot's brain: its content, and the drop zone for more. */
export function BrainZone({ kind, title, count, hint, empty, onDrop, children }: BrainZoneProps) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const dragOver = (event: DragEvent): void => {
    if (!isDragOf(event, kind)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setOver(true);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const dropped = droppedId(event, kind);
    if (dropped !== null) onDrop(dropped);
  };
  return (
    <section
      className="card card-body stack gap-sm brain-zone"
      aria-labelledby={id}
      data-over={isOver}
      onDragEnter={dragOver}
      onDragOver={dragOver}
      onDragLeave={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget as Node | null) && setOver(false)}
      onDrop={drop}
    >
      <header className="row row-between brain-head">
        <h2 id={id}>{title}</h2>
        <Badge tone="primary">{count}</Badge>
      </header>
      {children}
      {empty ? (
        <State icon={Brain} title={empty.title} text={empty.text} heading="h3" />
      ) : (
        <p className="note brain-hint">{hint}</p>
      )}
    </section>
  );
}

interface Fact {
  readonly label: string;
  readonly value: string;
  /** Shown as a meter too. */
  readonly share?: { readonly value: number; readonly max: number };
}

export const LearningAnalytics = ({ title, facts }: { readonly title: string; readonly facts: readonly Fact[] }) => (
  <Section title={title} className="card card-body">
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
  </Section>
);

const dragType = (kind: string): string => `application/x-kith-${kind}`;

/** Attaches the id of the dragged element; it can be dropped on zones of the same kind. */
function startDrag({ dataTransfer }: DragEvent, kind: string, id: string): void {
  dataTransfer.setData(dragType(kind), JSON.stringify({ id }));
  dataTransfer.effectAllowed = 'copy';
}

/** Whether the dragged element is of this kind. Browsers reveal its data on drop only. */
const isDragOf = ({ dataTransfer }: DragEvent, kind: string): boolean => [...dataTransfer.types].includes(dragType(kind));

/** Id of the dropped element; null, with a warning in the console, when it cannot be read. */
function droppedId({ dataTransfer }: DragEvent, kind: string): string | null {
  const data = dataTransfer.getData(dragType(kind));
  try {
    const value: unknown = JSON.parse(data);
    if (typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string') return value.id;
    throw new TypeError('no id');
  } catch (error) {
    // oxlint-disable-next-line no-console -- docs/specification.md
    console.warn('cannot read the dropped element', error);
    return null;
  }
}
