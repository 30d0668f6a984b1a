import type { ReactNode } from 'react';
import { t } from '../lib/i18n.js';

/** Small spinner inside a control whose text says what is loading. */
export const Spinner = () => <span className="spinner" aria-hidden="true" />;

/** Full-page spinner. A label is visible; without one the text is for screen readers only. */
export function PageSpinner({ label }: { readonly label?: string }) {
  return (
    <div className="page-center" role="status">
      <span className="spinner spinner-page" aria-hidden="true" />
      <span className={label ? 'muted' : 'sr-only'}>{label ?? t('common.loading')}</span>
    </div>
  );
}

export type Tone = 'neutral' | 'success' | 'warning' | 'danger' | 'primary' | 'accent';

interface BadgeProps {
  readonly tone?: Tone;
  readonly hasDot?: boolean;
  readonly children: ReactNode;
}

export function Badge({ tone = 'neutral', hasDot, children }: BadgeProps) {
  return (
    <span className={`badge badge-${tone}`}>
      {hasDot && <span className="dot" aria-hidden="true" />}
      {children}
    </span>
  );
}

interface MeterProps {
  readonly value: number;
  readonly max: number;
  readonly label: string;
  /** Shown in red when full. */
  readonly isLimit?: boolean;
}

export function Meter({ value, max, label, isLimit = false }: MeterProps) {
  const share = max > 0 ? Math.min(1, value / max) : 0;
  return (
    <div
      className="meter"
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(value, max)}
    >
      <div className="meter-fill" data-full={isLimit && share >= 1} style={{ width: `${share * 100}%` }} />
    </div>
  );
}

interface SkeletonProps {
  readonly width?: number | string;
  readonly height: number;
}

export const Skeleton = ({ width = '100%', height }: SkeletonProps) => <div className="skeleton" style={{ width, height }} />;
