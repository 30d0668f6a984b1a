import type { Provider } from '@nestjs/common';
import { Reminders } from '../commands/reminders.service.js';
import { CaseStore } from '../moderation/case-store.js';
import { ProactiveLog } from '../proactive/proactive-log.js';
import { Problems } from '../problems/problems.service.js';
import { Reports } from '../reports/reports.service.js';
import type { SystemHandler } from '../systems/system-handler.js';
import { Systems } from '../systems/systems.js';
import { Traces } from '../traces/traces.service.js';

interface Records {
  /** Deletes all of a deleted bot. */
  purge(botId: string): Promise<void>;
}

/** What the runners keep of a bot for longer than a moment. */
export class RunnerRecords {
  constructor(
    private readonly systems: Pick<Systems, 'all' | 'find'>,
    private readonly others: readonly Records[],
  ) {}

  /** Removes what a system wrote into servers, as long as `isDue` answers that it is still to be removed. */
  async withdraw(botId: string, systemId: string, isDue: () => Promise<boolean>): Promise<void> {
    await this.systems.find(systemId)?.withdraw?.(botId, isDue);
  }

  /** Removes what the systems of a deleted bot wrote into servers, and then what they keep of it. */
  async withdrawAll(botId: string): Promise<void> {
    for (const system of this.systems.all().filter(canWithdraw)) {
      await system.withdraw?.(botId, () => Promise.resolve(true));
      await system.purge(botId);
    }
  }

  /** `isWithdrawing`: what `withdrawAll` needs, and deletes, stays. */
  async purge(botId: string, isWithdrawing: boolean): Promise<void> {
    const systems = this.systems.all().filter((system) => !isWithdrawing || !canWithdraw(system));
    const all: readonly Records[] = [...this.others, ...systems];
    await Promise.all(all.map((records) => records.purge(botId)));
  }
}

const canWithdraw = ({ withdraw }: SystemHandler): boolean => withdraw !== undefined;

export const RUNNER_RECORDS: Provider = {
  provide: RunnerRecords,
  inject: [Systems, Problems, Traces, CaseStore, Reminders, Reports, ProactiveLog],
  useFactory: (systems: Systems, ...others: readonly Records[]) => new RunnerRecords(systems, others),
};
