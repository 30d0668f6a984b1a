import type { EntityManager } from 'typeorm';

/** Saved questions are run when so long nothing changed, or so long after the first change, and so long after the run before; in seconds. */
const QUIET_S = 30;
const MAX_WAIT_S = 300;
export const MIN_BETWEEN_RUNS_S = 300;

const NOTE_CHANGE = `
  insert into knowledge.question_run as r (bot_id, owner_id, changed_at, due_at)
  select bot_id, owner_id, clock_timestamp(), clock_timestamp() + interval '${QUIET_S} seconds'
  from knowledge.saved_question where bot_id = $1 limit 1
  on conflict (bot_id) do update set
    changed_at = coalesce(r.changed_at, excluded.changed_at),
    due_at = greatest(
      least(excluded.due_at, coalesce(r.changed_at, excluded.changed_at) + interval '${MAX_WAIT_S} seconds'),
      r.ran_at + interval '${MIN_BETWEEN_RUNS_S} seconds'
    )`;

/** What the bot finds has changed: its saved questions, if it has some, are to be run. One row of the bot, so the last statement of a transaction. */
export async function noteChange(manager: Pick<EntityManager, 'query'>, botId: string): Promise<void> {
  await manager.query(NOTE_CHANGE, [botId]);
}
