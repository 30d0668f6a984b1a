import { Injectable } from '@nestjs/common';
import { Reminders } from '../commands/reminders.service.js';
import { CaseStore } from '../moderation/case-store.js';
import { Problems } from '../problems/problems.service.js';
import { Traces } from '../traces/traces.service.js';

/** What the runners keep of a bot in Postgres. */
@Injectable()
export class RunnerRecords {
  constructor(
    private readonly problems: Problems,
    private readonly traces: Traces,
    private readonly cases: CaseStore,
    private readonly reminders: Reminders,
  ) {}

  /** Deletes all of a deleted bot. */
  async purge(botId: string): Promise<void> {
    await Promise.all([this.problems, this.traces, this.cases, this.reminders].map((records) => records.purge(botId)));
  }
}
