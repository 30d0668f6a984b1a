import type { ReactNode } from 'react';

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
