import { PLAN_CATALOGUE, type Plan } from '@kith/proto';
import { Activity, Bot, Coins, Cpu, Gem, MemoryStick, MessageSquare, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCap, formatFinePercent, formatNumber, formatPercent, isUnlimited } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { Meter } from '../../ui/indicators.js';
import type { DashboardBot, DashboardUsage, MachineUsage } from './dashboard.graphql.js';

interface TilesProps {
  readonly list: { readonly total: number; readonly bots: readonly DashboardBot[] } | undefined;
  readonly machine: MachineUsage | undefined;
  readonly usage: DashboardUsage | undefined;
}

export function Tiles({ list, machine, usage }: TilesProps) {
  return (
    <dl className="tiles">
      <ActiveBots list={list} />
      <MachineTile icon={Cpu} label={t('dashboard.cpu')} percent={machine?.system.cpuUsage} format={formatPercent} />
      <MachineTile
        icon={MemoryStick}
        label={t('dashboard.memory')}
        percent={machine?.system.memoryUsage}
        format={formatFinePercent}
      />
      <Tile
        icon={Coins}
        label={t('dashboard.credits')}
        value={usage && formatNumber(usage.credits)}
        note={usage && t('dashboard.creditsNote')}
      />
    </dl>
  );
}

interface MachineTileProps extends Pick<TileProps, 'icon' | 'label'> {
  readonly percent: number | undefined;
  readonly format: (percent: number) => string;
}

function MachineTile({ percent, format, ...rest }: MachineTileProps) {
  if (percent === undefined) return <Tile {...rest} value={undefined} />;
  return (
    <Tile {...rest} value={format(percent)} note={t('dashboard.ofMachine')}>
      <Meter value={percent} max={100} label={rest.label} />
    </Tile>
  );
}

function ActiveBots({ list }: Pick<TilesProps, 'list'>) {
  const online = list?.bots.filter((bot) => bot.status === 'online').length;
  return (
    <Tile
      icon={Bot}
      label={t('dashboard.activeBots')}
      value={online === undefined ? undefined : formatNumber(online)}
      note={list && t('dashboard.ofTotal', { count: list.total })}
      aside={list && <Trend />}
    >
      {list && online !== undefined && <Meter value={online} max={list.total} label={t('dashboard.activeBots')} />}
    </Tile>
  );
}

/** The number of online bots is not recorded over time, so no trend is shown (docs/decisions.md M9). */
const Trend = () => (
  <span className="note tile-trend" title={t('analytics.noTrendWhy')}>
    {t('analytics.noTrend')}
  </span>
);

export function ClassicTiles({ list, machine, plan }: Omit<TilesProps, 'usage'> & { readonly plan: Plan }) {
  const today = machine?.usage.activity.at(-1)?.count;
  const { label, maxBots } = PLAN_CATALOGUE[plan];
  return (
    <dl className="tiles">
      <Tile
        icon={Bot}
        label={t('classic.totalBots')}
        value={list && formatNumber(list.total)}
        note={list && t('classic.online', { count: list.bots.filter((bot) => bot.status === 'online').length })}
      />
      <Tile
        icon={MessageSquare}
        label={t('classic.messages')}
        value={today === undefined ? undefined : formatNumber(today)}
        note={remainingText(machine?.usage.tokens.dailyLimit, today)}
      />
      <Tile
        icon={Activity}
        label={t('classic.system')}
        value={machine && formatPercent(machine.system.cpuUsage)}
        note={machine && t('classic.systemNote')}
      />
      <Tile
        icon={Gem}
        label={t('classic.plan')}
        value={label}
        note={t('classic.maxBots', { count: maxBots, limit: formatCap(maxBots) })}
      />
    </dl>
  );
}

/** How many messages are left today: 0 when credits paid beyond the limit, undefined while a count is missing. */
function remainingText(dailyLimit: number | null | undefined, today: number | undefined): string | undefined {
  if (typeof dailyLimit !== 'number') return undefined;
  if (isUnlimited(dailyLimit)) return t('classic.unlimited');
  return today === undefined ? undefined : t('classic.remaining', { count: Math.max(0, dailyLimit - today) });
}

interface TileProps {
  readonly icon: LucideIcon;
  readonly label: string;
  /** The measured value; a dash while there is none (docs/decisions.md M9). */
  readonly value: string | undefined;
  readonly note?: string | undefined;
  readonly aside?: ReactNode;
  readonly children?: ReactNode;
}

function Tile({ icon: Icon, label, value = '—', note, aside, children }: TileProps) {
  return (
    <div className="card figure tile">
      <dt className="figure-label">
        <Icon size={16} aria-hidden="true" />
        {label}
      </dt>
      <dd className="figure-value">
        {aside}
        {value} {note !== undefined && <span className="note tile-note">{note}</span>}
      </dd>
      {children ? <dd className="tile-meter">{children}</dd> : null}
    </div>
  );
}
