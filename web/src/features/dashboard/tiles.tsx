import { Bot, Coins, MessageSquare, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatNumber, formatUntil, isUnlimited } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { Meter } from '../../ui/meter.js';
import type { DashboardBot, DashboardUsage } from './dashboard.graphql.js';

interface TilesProps {
  readonly bots: readonly DashboardBot[] | undefined;
  readonly total: number | undefined;
  readonly usage: DashboardUsage | undefined;
}

/** Measured values only (decision M9); what is not known yet is a dash. */
export function Tiles({ bots, total, usage }: TilesProps) {
  const online = bots?.filter((bot) => bot.status === 'online').length;
  return (
    <dl className="tiles">
      <Tile
        icon={Bot}
        label={t('dashboard.activeBots')}
        value={online}
        note={total === undefined ? undefined : t('dashboard.ofTotal', { count: total })}
      >
        {online !== undefined && total !== undefined && <Meter value={online} max={total} label={t('dashboard.activeBots')} />}
      </Tile>
      <Tile icon={MessageSquare} label={t('dashboard.messages')} value={usage?.used} note={usage && messageNote(usage)}>
        {usage && !isUnlimited(usage.dailyLimit) && (
          <Meter value={usage.used} max={usage.dailyLimit} isLimit label={t('dashboard.messages')} />
        )}
      </Tile>
      <Tile icon={Coins} label={t('dashboard.credits')} value={usage?.credits} note={usage && t('dashboard.creditsNote')} />
    </dl>
  );
}

interface TileProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly value: number | undefined;
  readonly note: string | undefined;
  readonly children?: ReactNode;
}

function Tile({ icon: Icon, label, value, note, children }: TileProps) {
  return (
    <div className="card tile">
      <dt className="tile-label">
        <Icon size={16} aria-hidden="true" />
        {label}
      </dt>
      <dd className="tile-value">
        {value === undefined ? '—' : formatNumber(value)} {note !== undefined && <span className="tile-note">{note}</span>}
      </dd>
      {children !== undefined && <dd className="tile-meter">{children}</dd>}
    </div>
  );
}

const messageNote = (usage: DashboardUsage): string =>
  isUnlimited(usage.dailyLimit)
    ? t('dashboard.unlimited')
    : t('dashboard.ofLimit', { limit: formatNumber(usage.dailyLimit), time: formatUntil(usage.resetsAt, Date.now()) });
