import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { RunningService } from '@kith/kit';
import { ownerDatabase, waitFor } from '@kith/kit/testing';
import { queues } from '@kith/proto';
import { database } from '../src/database.js';
import { RunnerHarness } from './runner-harness.js';

let harness: RunnerHarness;
const running: RunningService[] = [];
beforeAll(async () => {
  harness = await RunnerHarness.open({ identifyEveryMs: 0 });
});
afterEach(async () => {
  harness.chat.isPurged = () => true;
  await Promise.all(running.splice(0).map((service) => harness.stopInProcess(service)));
});
afterAll(() => harness.close());

async function start(): Promise<RunningService> {
  const service = await harness.startInProcess();
  running.push(service);
  return service;
}

/** The first removal of a deleted bot, which is on no runner. */
async function remove(ownerId: string, botId: string = randomUUID()): Promise<string> {
  await harness.runtime.queues.add(queues.removals, `remove-${botId}-1`, { ownerId, botId, isLast: false });
  return botId;
}
const callsFor = (botId: string): number => harness.chat.purged.filter((one) => one === botId).length;
const begun = (botId: string) => waitFor('its removal', () => callsFor(botId) > 0);
/** That no job is left, running ones included. */
const ended = () =>
  waitFor('the end of the jobs', async () => (await harness.runtime.queues.depth(queues.removals)) === 0, 20_000);

describe('the data of a deleted bot', () => {
  it('is deleted a part at a time, with pauses, until nothing is left', async () => {
    await start();
    let left = 5;
    harness.chat.isPurged = () => (left -= 1) === 0;
    const botId = await remove(randomUUID());
    await ended();
    expect([callsFor(botId), harness.purgedKnowledge.includes(botId)]).toEqual([5, true]);
  });

  it('waits for that of another bot of the owner, and not for that of other owners', async () => {
    await start();
    const frequent = randomUUID();
    const first = randomUUID();
    let end = (): void => undefined;
    const held = new Promise<void>((resolve) => (end = resolve));
    harness.chat.isPurged = () => harness.chat.purged.at(-1) !== first || held.then(() => true);
    await remove(frequent, first);
    await begun(first);
    const [second, other] = [await remove(frequent), await remove(randomUUID())];
    await begun(other);
    await sleep(500);
    expect(callsFor(second)).toBe(0);
    end();
    await ended();
    expect(callsFor(second)).toBe(1);
  });

  it('lets another bot of the owner have its turn after some seconds, and is deleted after it', async () => {
    await start();
    let isHeld = true;
    const frequent = randomUUID();
    const first = randomUUID();
    harness.chat.isPurged = () => !isHeld || harness.chat.purged.at(-1) !== first;
    await remove(frequent, first);
    await begun(first);
    const second = await remove(frequent);
    await waitFor('the turn of the second', () => callsFor(second) > 0, 30_000);
    const before = callsFor(first);
    await waitFor('the next turn of the first', () => callsFor(first) > before, 10_000);
    isHeld = false;
    await ended();
  }, 60_000);

  it('that is being deleted when the runner stops keeps nothing waiting, and is deleted after the restart', async () => {
    const service = await start();
    harness.chat.isPurged = () => false;
    const botId = await remove(randomUUID());
    await begun(botId);
    const startedAt = performance.now();
    await service.stopWork();
    expect(performance.now() - startedAt).toBeLessThan(2000);
    const before = callsFor(botId);
    await sleep(300);
    expect(callsFor(botId)).toBe(before);
    await Promise.all(running.splice(0).map((one) => harness.stopInProcess(one)));
    harness.chat.isPurged = () => true;
    await start();
    await waitFor('the rest', () => callsFor(botId) === before + 1);
    await ended();
  });

  it('that is being deleted when the runner is killed is deleted by another one', async () => {
    const child = await harness.startProcess();
    harness.chat.isPurged = () => false;
    const botId = await remove(randomUUID());
    await begun(botId);
    await harness.end(child, 'SIGKILL');
    const before = callsFor(botId);
    harness.chat.isPurged = () => true;
    const other = await harness.startProcess();
    await waitFor('the rest', () => callsFor(botId) > before, 30_000);
    await ended();
    await harness.end(other, 'SIGTERM');
  }, 60_000);

  it('of ten thousand cases goes in batches, and no other bot loses one', async () => {
    await start();
    const owner = await ownerDatabase(harness, database);
    const [botId, other] = [randomUUID(), randomUUID()];
    for (const one of [botId, other]) await owner.query(MANY_CASES, [one, 10_000]);
    await owner.query(NOTED_DELETIONS);
    await remove(randomUUID(), botId);
    await waitFor('their end', async () => (await owner.query<unknown[]>(LEFT, [botId])).length === 0, 30_000);
    await ended();
    const sizes = (await owner.query<{ rows: number }[]>('select rows from runner.noted_deletion')).map(({ rows }) => rows);
    expect([sizes.reduce((sum, rows) => sum + rows, 0), Math.max(...sizes) < 10_000]).toEqual([10_000, true]);
    expect(await owner.query(`select count(*)::int as n from runner.moderation_case where bot_id = $1`, [other])).toEqual([
      { n: 10_000 },
    ]);
    await owner.query('drop function runner.note_deletion cascade');
    await owner.destroy();
  }, 60_000);
});

const LEFT = 'select from runner.moderation_case where bot_id = $1 limit 1';
const MANY_CASES = `
  insert into runner.moderation_case (bot_id, owner_id, guild_id, channel_id, message_id, member_id, member_name, rule, actions, is_dry_run)
  select $1, gen_random_uuid(), 'g', 'c', 'm' || n, 'u' || n % 50, 'Member', 'spam', '{delete}', false from generate_series(1, $2::int) as n`;
const NOTED_DELETIONS = `
  create table runner.noted_deletion (rows int);
  create function runner.note_deletion() returns trigger language plpgsql security definer as $$ begin
    insert into runner.noted_deletion select count(*) from old_rows;
    return null;
  end $$;
  create trigger a_note after delete on runner.moderation_case
    referencing old table as old_rows for each statement execute function runner.note_deletion()`;
