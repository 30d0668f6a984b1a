import { Injectable } from '@nestjs/common';
import { Reminders } from '../commands/reminders.service.js';
import { CaseStore } from '../moderation/case-store.js';
import { Problems } from '../problems/problems.service.js';
import { Reports } from '../reports/reports.service.js';
import { Systems } from '../systems/systems.js';
import { Traces } from '../traces/traces.service.js';

/** What the runners keep of a bot in Postgres. */
@Injectable()
export class RunnerRecords {
  constructor(
    private readonly problems: Problems,
    private readonly traces: Traces,
    private readonly cases: CaseStore,
    private readonly reminders: Reminders,
    private readonly reports: Reports,
    private readonly systems: Systems,
  ) {}

  /** Deletes all of a deleted bot. */
  async purge(botId: string): Promise<void> {
    const all = [this.problems, this.traces, this.cases, this.reminders, this.reports, ...this.systems.all()];
    await Promise.all(all.map((records) => records.purge(botId)));
  }
}
