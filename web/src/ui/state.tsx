import { type LucideIcon, CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

interface StateProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text?: string;
  readonly tone?: 'calm' | 'danger';
  readonly heading?: 'h1' | 'h2' | 'h3';
  /** Buttons or links. */
  readonly children?: ReactNode;
}

/** Message in place of content that is empty, missing or failed. */
export function State({ icon: Icon, title, text, tone = 'calm', heading: Heading = 'h2', children }: StateProps) {
  return (
    <div className={`state state-${tone}`}>
      <span className="state-icon" aria-hidden="true">
        <Icon size={26} />
      </span>
      <Heading>{title}</Heading>
      {text !== undefined && <p className="muted">{text}</p>}
      {children !== undefined && <div className="state-actions">{children}</div>}
    </div>
  );
}

const ICONS = { info: Info, warning: TriangleAlert, danger: CircleAlert } as const;

interface NoticeProps {
  readonly tone: keyof typeof ICONS;
  /** Announced when it appears. */
  readonly isAlert?: boolean;
  readonly children: ReactNode;
}

export function Notice({ tone, isAlert, children }: NoticeProps) {
  const Icon = ICONS[tone];
  return (
    <div className={`notice notice-${tone}`} role={isAlert ? 'alert' : undefined}>
      <Icon size={16} aria-hidden="true" />
      <div>{children}</div>
    </div>
  );
}
