import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface FigureProps {
  readonly icon: LucideIcon;
  readonly label: string;
  /** The measured value; a dash while there is none (docs/decisions.md M9). */
  readonly value: string | undefined;
  readonly note?: string | undefined;
  /** A meter. */
  readonly children?: ReactNode;
}

/** One measured value as a card in a `<dl className="columns fours">`. */
export const Figure = ({ icon: Icon, label, value = '—', note, children }: FigureProps) => (
  <div className="card figure">
    <dt className="figure-label">
      <Icon size={16} aria-hidden="true" />
      {label}
    </dt>
    <dd className="figure-value">{value}</dd>
    {note !== undefined && <dd className="note">{note}</dd>}
    {children ? <dd>{children}</dd> : null}
  </div>
);
