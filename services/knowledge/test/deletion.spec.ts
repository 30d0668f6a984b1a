import { existsSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppError, chat, knowledge, systemPages } from '@kith/proto';
import { fixture, fixtureService, waitFor } from '@kith/kit/testing';
import { OrphanedFileSweep } from '../src/files/file-cleanup.js';
import { knowledgeUnderTest, type KnowledgeUnderTest } from './knowledge-under-test.js';
import { aPng } from './sample-files.js';

let kith: KnowledgeUnderTest;
beforeAll(async () => {
  kith = await knowledgeUnderTest(undefined, { hasChat: false });
});
afterAll(() => kith.stop());

describe('a deleted bot', () => {
  it('gets no row and no file from calls whose owner was checked before the deletion', async () => {
    const owner = kith.anOwner();
    await kith.teach(owner, {});
    await kith.purge(owner.botId);
    for (const late of [() => kith.teach(owner, {}), () => kith.upload(owner, 'x.png', aPng())])
      await expect(late()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await kith.filesOf(owner)).toEqual([]);
    for (const table of ['item', 'chunk', 'posting', 'kstat', 'klex'])
      expect(await kith.query(`select 1 from knowledge.${table} where bot_id = $1`, [owner.botId])).toEqual([]);
  });

  it('leaves nothing behind when it is deleted while items are created', async () => {
    const owner = kith.anOwner();
    const lessons = Array.from({ length: 12 }, (_, n) =>
      n % 2 ? kith.upload(owner, 'x.png', aPng()) : kith.teach(owner, { title: `T ${n}` }),
    );
    await lessons[0];
    const outcomes = await Promise.allSettled([kith.purge(owner.botId), ...lessons]);
    expect(outcomes[0]?.status).toBe('fulfilled');
    expect(await kith.query('select 1 from knowledge.item where bot_id = $1', [owner.botId])).toEqual([]);
    expect(await kith.filesOf(owner)).toEqual([]);
  });

  it('with many items loses a part of them with each call, and all in the end, their files and words included', async () => {
    const owner = kith.anOwner();
    await kith.upload(owner, 'x.png', aPng());
    await kith.query(MANY_ITEMS, [owner.botId, owner.actor.userId, 400]);
    await kith.query(`insert into knowledge.klex (bot_id, lex, df) select $1, 'w' || n, 1 from generate_series(1, 2000) n`, [
      owner.botId,
    ]);
    const left = async () => (await kith.query('select 1 from knowledge.item where bot_id = $1', [owner.botId])).length;
    expect(await kith.ask(knowledge.purge, { botId: owner.botId })).toEqual({ isDone: false });
    expect(await left()).toBeGreaterThan(0);
    // From the first call on.
    await expect(kith.teach(owner, {})).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await kith.purge(owner.botId);
    expect([await left(), await kith.filesOf(owner)]).toEqual([0, []]);
    expect(await kith.query('select 1 from knowledge.klex where bot_id = $1', [owner.botId])).toEqual([]);
  });

  it('with thousands of words loses them without a look at those that are similar, however old the statistics of the table are', async () => {
    const owner = kith.anOwner();
    const used = async (): Promise<Usage> => (await kith.query<Usage>(USAGE))[0] ?? { deleted: 0, lookedUp: 0 };
    const before = await used();
    await kith.query(`insert into knowledge.klex (bot_id, lex, df) select $1, 'w' || n, 1 from generate_series(1, 2000) n`, [
      owner.botId,
    ]);
    await kith.purge(owner.botId);
    // Postgres counts a moment later.
    const after = await waitFor(
      'the counts of the table',
      async () => {
        const now = await used();
        return now.deleted >= before.deleted + 2000 ? now : undefined;
      },
      30_000,
    );
    expect(after.lookedUp).toBe(before.lookedUp);
  });

  it('is itself forgotten a day later', async () => {
    const [one, two] = [kith.anOwner(), kith.anOwner()];
    await kith.purge(one.botId);
    await kith.query(`update knowledge.purged_bot set purged_at = now() - interval '25 hours' where bot_id = $1`, [one.botId]);
    await kith.purge(two.botId);
    expect(await kith.query('select bot_id from knowledge.purged_bot where bot_id = any($1)', [[one.botId, two.botId]])).toEqual([
      { bot_id: two.botId },
    ]);
  });
});

interface Usage {
  readonly deleted: number;
  readonly lookedUp: number;
}

const USAGE = `
  select t.n_tup_del::int as deleted, i.idx_scan::int as "lookedUp"
  from pg_stat_user_tables t join pg_stat_user_indexes i using (relid) where i.indexrelname = 'klex_trigram'`;

const MANY_ITEMS = `
  insert into knowledge.item (bot_id, owner_id, title, content, type, tags, position, status)
  select $1::uuid, $2::uuid, 'Item ' || n, 'Some words', 'text', '{}', '{"x":0,"y":0}', 'ready' from generate_series(1, $3::int) as n`;

describe('orphaned files', () => {
  const pictures = new Set<string>();
  const music = new Set<string>();
  let isChatDown = false;
  let neighbour: Awaited<ReturnType<typeof fixtureService>>;
  let runner: typeof neighbour;
  beforeAll(async () => {
    neighbour = await fixtureService(kith.runtime, 'chat', [
      fixture(chat.keptFiles, ({ keys }) => {
        if (isChatDown) throw new AppError('UNAVAILABLE');
        return { keys: keys.filter((key) => pictures.has(key)) };
      }),
    ]);
    runner = await fixtureService(kith.runtime, 'bot-runner', [
      fixture(systemPages.keptFiles, ({ keys }) => ({ keys: keys.filter((key) => music.has(key)) })),
    ]);
  });
  afterAll(() => Promise.all([neighbour.close(), runner.close()]));
  const age = (key: string) => utimesSync(join(kith.runtime.config.DATA_DIR, 'files', key), 0, 0);

  it('are removed after a day, while files of items, images of chat, files of systems and new files stay', async () => {
    const owner = kith.anOwner();
    const { id: itemId } = await kith.upload(owner, 'x.png', aPng());
    const kept = await kith.ask(knowledge.file, { ...owner, itemId });
    const [old, fresh] = [await kith.put(owner, 'Of a message.'), await kith.put(owner, 'Of a message.')];
    const image = await kith.put(owner, 'Drawn by a bot.');
    pictures.add(image.key);
    const song = await kith.put(owner, 'Music of a bot.');
    music.add(song.key);
    const gone = kith.anOwner();
    const last = await kith.put(gone, 'Of a deleted account.');
    for (const { key } of [kept, old, image, song, last]) age(key);
    const orphans = kith.services.get('knowledge')?.app.get(OrphanedFileSweep);
    await orphans?.sweep();
    const stored = await Promise.all([kept, fresh, image, song, old, last].map(({ key }) => kith.isStored(key)));
    expect(stored).toEqual([true, true, true, true, false, false]);
    age(gone.actor.userId);
    await orphans?.sweep();
    expect(existsSync(join(kith.runtime.config.DATA_DIR, 'files', gone.actor.userId))).toBe(false);
  });

  it('stay while chat cannot be asked whether they are its images', async () => {
    const owner = kith.anOwner();
    const { key } = await kith.put(owner, 'Perhaps a image.');
    age(key);
    isChatDown = true;
    const orphans = kith.services.get('knowledge')?.app.get(OrphanedFileSweep);
    await expect(orphans?.sweep()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await kith.isStored(key)).toBe(true);
    isChatDown = false;
    await orphans?.sweep();
    expect(await kith.isStored(key)).toBe(false);
  });
});
