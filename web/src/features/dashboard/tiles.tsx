import { PLAN_CATALOGUE, type Plan } from '@kith/proto';
import { Activity, Bot, Coins, Cpu, Gem, MemoryStick, MessageSquare } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { formatCap, formatFinePercent, formatNumber, formatPercent, isUnlimited } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { useUser } from '../../shared/auth.js';
import { Figure } from '../../shared/figure.js';
import { Meter } from '../../ui/indicators.js';
import type { DashboardBot, DashboardUsage, MachineUsage } from './dashboard.graphql.js';

interface TilesProps {
  readonly list: { readonly total: number; readonly bots: readonly DashboardBot[] } | undefined;
  readonly machine: MachineUsage | undefined;
  readonly usage: DashboardUsage | undefined;
}

/** The host's CPU and memory stand among them for administrators, in a fold for others (docs/decisions.md D8). */
export function Tiles({ list, machine, usage }: TilesProps) {
  const { isAdmin } = useUser();
  return (
    <>
      <dl className="columns fours">
        <ActiveBots list={list} />
        {isAdmin && <MachineTiles machine={machine} />}
        <Figure
          icon={Coins}
          label={t('dashboard.credits')}
          value={usage && formatNumber(usage.credits)}
          note={usage && t(isUnlimited(usage.dailyLimit) ? 'dashboard.creditsUnused' : 'dashboard.creditsNote')}
        />
      </dl>
      {!isAdmin && (
        <MachineFold>
          <MachineTiles machine={machine} />
        </MachineFold>
      )}
    </>
  );
}

const MachineFold = ({ children }: { readonly children: ReactNode }) => (
  <details className="machine-fold">
    <summary className="small">{t('dashboard.machine')}</summary>
    <dl className="columns fours">{children}</dl>
  </details>
);

const MachineTiles = ({ machine }: Pick<TilesProps, 'machine'>) => (
  <>
    <MachineTile icon={Cpu} label={t('dashboard.cpu')} percent={machine?.system.cpuUsage} format={formatPercent} />
    <MachineTile
      icon={MemoryStick}
      label={t('dashboard.memory')}
      percent={machine?.system.memoryUsage}
      format={formatFinePercent}
    />
  </>
);

interface MachineTileProps extends Pick<ComponentProps<typeof Figure>, 'icon' | 'label'> {
  readonly percent: number | undefined;
  readonly format: (percent: number) => string;
}

function MachineTile({ percent, format, ...rest }: MachineTileProps) {
  if (percent === undefined) return <Figure {...rest} value={undefined} />;
  return (
    <Figure {...rest} value={format(percent)} note={t('dashboard.ofMachine')}>
      <Meter value={percent} max={100} label={rest.label} />
    </Figure>
  );
}

function ActiveBots({ list }: Pick<TilesProps, 'list'>) {
  const online = list?.bots.filter((bot) => bot.status === 'online').length;
  return (
    <Figure
      icon={Bot}
      label={t('dashboard.activeBots')}
      value={online === undefined ? undefined : formatNumber(online)}
      note={list && t('dashboard.ofTotal', { count: list.total })}
    >
      {list && online !== undefined && <Meter value={online} max={list.total} label={t('dashboard.activeBots')} />}
    </Figure>
  );
}

export function ClassicTiles({ list, machine, plan }: Omit<TilesProps, 'usage'> & { readonly plan: Plan }) {
  const { isAdmin } = useUser();
  const today = machine?.usage.activity.at(-1)?.count;
  const { label, maxBots } = PLAN_CATALOGUE[plan];
  const system = (
    <Figure
      icon={Activity}
      label={t('classic.system')}
      value={machine && formatPercent(machine.system.cpuUsage)}
      note={machine && t('classic.systemNote')}
    />
  );
  const tiles = (
    <dl className="columns fours">
      <Figure
        icon={Bot}
        label={t('classic.totalBots')}
        value={list && formatNumber(list.total)}
        note={list && t('classic.online', { count: list.bots.filter((bot) => bot.status === 'online').length })}
      />
      <Figure
        icon={MessageSquare}
        label={t('classic.messages')}
        value={today === undefined ? undefined : formatNumber(today)}
        note={remainingText(machine?.usage.tokens.dailyLimit, today)}
      />
      {isAdmin && system}
      <Figure
        icon={Gem}
        label={t('classic.plan')}
        value={label}
        note={t('classic.maxBots', { count: maxBots, limit: formatCap(maxBots) })}
      />
    </dl>
  );
  return (
    <>
      {tiles}
      {!isAdmin && <MachineFold>{system}</MachineFold>}
    </>
  );
}

/** How many messages are left today: 0 when credits paid beyond the limit, undefined while a count is missing. */
function remainingText(dailyLimit: number | null | undefined, today: number | undefined): string | undefined {
  if (typeof dailyLimit !== 'number') return undefined;
  if (isUnlimited(dailyLimit)) return t('classic.unlimited');
  return today === undefined ? undefined : t('classic.remaining', { count: Math.max(0, dailyLimit - today) });
}
