import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ChannelSettings, RunnableBot } from '@kith/proto';
import { ModeratedBots } from './moderated-bots.js';
import { probedBot, type Probed, type SettingRow } from './setting-probes.js';
import { SETTING_ROWS } from './setting-rows.js';

/** What a runner is told of a bot and is no setting of its owner. */
const NO_SETTING: ReadonlySet<string> = new Set([
  'botId',
  'ownerId',
  'applicationId',
  'version',
  'startedAt',
  'channelSettings',
] satisfies (keyof RunnableBot)[]);
/** When probes begin after a change, in milliseconds: the setting has to act on one of them. */
const PROBES_AT_MS = [0, 200, 500, 1000, 1900];

let bots: ModeratedBots;
beforeAll(async () => {
  bots = await ModeratedBots.open({}, { REPLY_MERGE_WINDOW_MS: '300' });
}, 30_000);
afterAll(() => bots.harness.close());

describe('the settings that act on a running bot', () => {
  it('each have a row', () => {
    const ofBot = Object.keys(RunnableBot.shape).filter((field) => !NO_SETTING.has(field));
    const wanted = [...Object.keys(ChannelSettings.shape), ...ofBot];
    expect(SETTING_ROWS.map(({ setting }) => setting).toSorted()).toEqual(wanted.toSorted());
  });

  it.each(SETTING_ROWS)(
    'act within two seconds, on the session that the bot has: $setting',
    async (row) => {
      const on = await probedBot(bots, row);
      expect(await row.probe(on)).toBe(row.before);
      const { connections } = bots.harness.discord.stats;
      await bots.harness.bots.change(on.botId, row.change(on));
      await expect(probed(on, row)).resolves.toContain(row.after);
      if (!row.renewsSession) expect(bots.harness.discord.stats.connections).toBe(connections);
      // Further connections of this bot would count for the next one.
      await bots.harness.bots.stop(on.botId);
      await bots.harness.bots.waitForState(on.botId, 'stopped');
    },
    30_000,
  );
});

/** What the probes give that begin within two seconds, until the setting acts. */
async function probed(on: Probed, { probe, after }: SettingRow): Promise<string[]> {
  const beganMs = Date.now();
  const results: string[] = [];
  const running: Promise<unknown>[] = [];
  for (const atMs of PROBES_AT_MS) {
    await sleep(Math.max(0, beganMs + atMs - Date.now()));
    if (results.includes(after)) return results;
    running.push(probe(on).then((result) => results.push(result)));
  }
  await Promise.all(running);
  return results;
}
