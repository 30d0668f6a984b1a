import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../lib/i18n.js';

export type StepState = 'done' | 'current' | 'later';

interface StepProps {
  readonly n: number;
  readonly count: number;
  readonly title: string;
  readonly state: StepState;
  /** Shown when it is done. */
  readonly summary?: string | undefined;
  readonly drawing?: ReactNode;
  readonly children: ReactNode;
}

/** A step of the guide. Only the current one shows what to do. */
export const Step = ({ n, count, title, state, summary, drawing, children }: StepProps) => (
  <li className="card card-body connect-step" data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
    <span className="connect-number" aria-hidden="true">
      {state === 'done' ? <Check size={18} /> : n}
    </span>
    <div>
      <h2>
        <span className="sr-only">
          {t('connect.step', { n, count })}
          {state === 'done' && `, ${t('connect.done')}`}:{' '}
        </span>
        {title}
      </h2>
      {state === 'done' && summary !== undefined && <p className="connect-summary">{summary}</p>}
      {state === 'current' && (
        <div className="connect-body">
          <div className="stack">{children}</div>
          {drawing}
        </div>
      )}
    </div>
  </li>
);
