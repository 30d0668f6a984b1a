import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface TileProps {
  readonly icon: LucideIcon;
  readonly label: string;
  /** Measured, or a dash while it is not (decision M9). */
  readonly value: string | undefined;
  readonly note?: string | undefined;
  /** Beside the value. */
  readonly aside?: ReactNode;
  /** Below the value. */
  readonly children?: ReactNode;
}

export function Tile({ icon: Icon, label, value = '—', note, aside, children }: TileProps) {
  return (
    <div className="card figure tile">
      <dt className="figure-label">
        <Icon size={16} aria-hidden="true" />
        {label}
      </dt>
      <dd className="figure-value">
        {aside}
        {value} {note !== undefined && <span className="tile-note">{note}</span>}
      </dd>
      {children ? <dd className="tile-meter">{children}</dd> : null}
    </div>
  );
}
