import type { DatabaseSpec } from '@kith/kit';
import { Runner1763712000000 } from './migrations/1763712000000-runner.js';
import { ProblemEntity } from './problems/problem.entity.js';
import { MessageTraceEntity } from './traces/message-trace.entity.js';

/** What the runners keep in Postgres. */
export const database: DatabaseSpec = {
  schema: 'runner',
  entities: [ProblemEntity, MessageTraceEntity],
  migrations: [Runner1763712000000],
};
