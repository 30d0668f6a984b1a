import { Bot, Coins, Cpu, MemoryStick } from 'lucide-react';
import { formatFinePercent, formatNumber, formatPercent } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { Meter } from '../../ui/meter.js';
import type { DashboardBot, DashboardUsage, MachineUsage } from './dashboard.graphql.js';
import { Tile } from './tile.js';

interface TilesProps {
  readonly list: { readonly total: number; readonly bots: readonly DashboardBot[] } | undefined;
  readonly machine: MachineUsage | undefined;
  readonly usage: DashboardUsage | undefined;
}

export function Tiles({ list, machine, usage }: TilesProps) {
  return (
    <dl className="tiles">
      <ActiveBots list={list} />
      <Tile
        icon={Cpu}
        label={t('dashboard.cpu')}
        value={machine && formatPercent(machine.system.cpuUsage)}
        note={machine && t('dashboard.ofMachine')}
      >
        {machine && <Meter value={machine.system.cpuUsage} max={100} label={t('dashboard.cpu')} />}
      </Tile>
      <Tile
        icon={MemoryStick}
        label={t('dashboard.memory')}
        value={machine && formatFinePercent(machine.system.memoryUsage)}
        note={machine && t('dashboard.ofMachine')}
      >
        {machine && <Meter value={machine.system.memoryUsage} max={100} label={t('dashboard.memory')} />}
      </Tile>
      <Tile
        icon={Coins}
        label={t('dashboard.credits')}
        value={usage && formatNumber(usage.credits)}
        note={usage && t('dashboard.creditsNote')}
      />
    </dl>
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

/** Nothing records how many were online before: a dash and what it means, never a fixed figure (decision M9). */
const Trend = () => (
  <span className="tile-trend" title={t('dashboard.noTrendWhy')}>
    {t('dashboard.noTrend')}
  </span>
);
