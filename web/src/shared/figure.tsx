import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../lib/i18n.js';

interface FigureProps {
  readonly icon: LucideIcon;
  readonly label: string;
  /** The measured value; a dash while there is none (docs/decisions.md M9). */
  readonly value: string | undefined;
  /** Says that this value is not recorded over time, so that there is no trend to show (docs/decisions.md M9, N2). */
  readonly isTrendless?: boolean;
  readonly note?: string | undefined;
  /** A meter. */
  readonly children?: ReactNode;
}

/** One measured value as a card in a `<dl className="columns fours">`. */
export const Figure = ({ icon: Icon, label, value = '—', isTrendless = false, note, children }: FigureProps) => (
  <div className="card figure">
    <dt className="figure-label">
      <Icon size={16} aria-hidden="true" />
      {label}
    </dt>
    <dd className="figure-value">
      {value}{' '}
      {isTrendless && (
        <span className="figure-trend" title={t('analytics.noTrendWhy')}>
          {t('analytics.noTrend')}
        </span>
      )}
    </dd>
    {note !== undefined && <dd className="note">{note}</dd>}
    {children ? <dd>{children}</dd> : null}
  </div>
);
