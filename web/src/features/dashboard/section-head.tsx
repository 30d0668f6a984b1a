import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '../../lib/i18n.js';
import { Badge } from '../../ui/badge.js';

interface SectionHeadProps {
  readonly id: string;
  readonly bots: readonly { readonly status: string }[] | undefined;
  /** The other layout. */
  readonly other: { readonly to: string; readonly label: string };
  readonly children?: ReactNode;
}

/** 'Your AI Companions', how many of them are online, and a quiet way to the other layout. */
export function SectionHead({ id, bots, other, children }: SectionHeadProps) {
  const online = bots?.filter((bot) => bot.status === 'online').length ?? 0;
  return (
    <div className="bot-section-head">
      <h2 id={id}>{t('dashboard.companions')}</h2>
      {bots && bots.length > 0 && (
        <span className="bot-counts">
          <Badge tone="success">{t('dashboard.onlineCount', { count: online })}</Badge>
          <Badge>{t('dashboard.offlineCount', { count: bots.length - online })}</Badge>
        </span>
      )}
      {children}
      <Link className="layout-link" to={other.to}>
        {other.label}
      </Link>
    </div>
  );
}
