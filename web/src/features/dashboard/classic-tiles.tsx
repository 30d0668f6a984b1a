import { PLAN_CATALOGUE, type Plan } from '@kith/proto';
import { Activity, Bot, Gem, MessageSquare } from 'lucide-react';
import { formatCap, formatNumber, formatPercent, isUnlimited } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import type { DashboardBot, MachineUsage } from './dashboard.graphql.js';
import { Tile } from './tile.js';

interface ClassicTilesProps {
  readonly list: { readonly total: number; readonly bots: readonly DashboardBot[] } | undefined;
  readonly machine: MachineUsage | undefined;
  readonly plan: Plan;
}

export function ClassicTiles({ list, machine, plan }: ClassicTilesProps) {
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
        note={remainder(machine?.usage.tokens.dailyLimit, today)}
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

/** What is left of the day; past the limit, where credits paid, nothing is. Not said while it is not known. */
function remainder(dailyLimit: number | null | undefined, today: number | undefined): string | undefined {
  if (typeof dailyLimit !== 'number') return undefined;
  if (isUnlimited(dailyLimit)) return t('classic.unlimited');
  return today === undefined ? undefined : t('classic.remaining', { count: Math.max(0, dailyLimit - today) });
}
