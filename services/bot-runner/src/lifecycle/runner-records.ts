import type { Provider } from '@nestjs/common';
import { Reminders } from '../commands/reminders.service.js';
import { CaseStore } from '../moderation/case-store.js';
import { ProactiveLog } from '../proactive/proactive-log.js';
import { Problems } from '../problems/problems.service.js';
import { Reports } from '../reports/reports.service.js';
import { Systems } from '../systems/systems.js';
import { Traces } from '../traces/traces.service.js';

interface Records {
  /** Deletes all of a deleted bot. */
  purge(botId: string): Promise<void>;
}

/** What the runners keep of a bot for longer than a moment. */
export class RunnerRecords implements Records {
  constructor(
    private readonly systems: Pick<Systems, 'all' | 'find'>,
    private readonly others: readonly Records[],
  ) {}

  /** Removes what a system wrote into servers, also when it is installed: the caller asks first whether it still is to be removed. */
  async withdraw(botId: string, systemId: string): Promise<void> {
    await this.systems.find(systemId)?.withdraw?.(botId);
  }

  async purge(botId: string): Promise<void> {
    const all: readonly Records[] = [...this.others, ...this.systems.all()];
    await Promise.all(all.map((records) => records.purge(botId)));
  }
}

export const RUNNER_RECORDS: Provider = {
  provide: RunnerRecords,
  inject: [Systems, Problems, Traces, CaseStore, Reminders, Reports, ProactiveLog],
  useFactory: (systems: Systems, ...others: readonly Records[]) => new RunnerRecords(systems, others),
};
