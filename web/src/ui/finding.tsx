import { CircleAlert, CircleCheck, CircleHelp, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import './finding.css';

const ICONS = { ok: CircleCheck, note: Info, problem: CircleAlert, unknown: CircleHelp } as const;
export type FindingState = keyof typeof ICONS;

interface FindingProps {
  /** Of the text, for what describes the action. */
  readonly id?: string;
  readonly state: FindingState;
  /** The state in words. */
  readonly label: string;
  readonly text: ReactNode;
  /** The button or link that mends it. */
  readonly children?: ReactNode;
}

/** One row of a list of findings. */
export function Finding({ id, state, label, text, children }: FindingProps) {
  const Icon = ICONS[state];
  return (
    <li className="finding" data-state={state}>
      <Icon size={18} aria-hidden="true" className="finding-icon" />
      <p id={id}>
        <span className="sr-only">{`${label}: `}</span>
        <span>{text}</span>
      </p>
      {children}
    </li>
  );
}
