import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anActor, waitFor, type DiscordBot } from '@kith/kit/testing';
import { runner, systemPages, type Actor, type InstalledSystem } from '@kith/proto';
import { DataSource } from 'typeorm';
import { MusicBot } from '../../src/systems/music-bot/music-bot.service.js';
import { SessionStore } from '../../src/systems/music-bot/session-store.js';
import { TrackStore } from '../../src/systems/music-bot/track-store.js';
import { RunnerHarness } from '../runner-harness.js';
import { RadioServer } from './radio-station.js';
import { hzOf, longTone as tone, loudestOf, oggOf, tonePackets } from './sounds.js';

const SYSTEM = 'music-bot';
const PACKET_MS = 20;

interface On {
  readonly bot: DiscordBot;
  readonly botId: string;
  readonly channelId: string;
  readonly actor: Actor;
}

let harness: RunnerHarness;
let folder: string;
let env: NodeJS.ProcessEnv;
let radio: RadioServer;
let child: ChildProcess;
let members = 0;
const newMember = (): string => String(940_000_000_000_000_000n + BigInt(++members));

beforeAll(async () => {
  harness = await RunnerHarness.open({ identifyEveryMs: 0 });
  folder = await mkdtemp(join(tmpdir(), 'music-'));
  const trusted = join(folder, 'cert.pem');
  radio = await RadioServer.open();
  radio.second = tonePackets(50, { hz: 660 });
  await writeFile(trusted, `${await harness.discord.voice.certificate()}${radio.certificate.cert}`);
  // A process of its own, because it trusts the certificate of the stand-in through NODE_EXTRA_CA_CERTS.
  env = { NODE_EXTRA_CA_CERTS: trusted, DISCORD_VOICE: 'true', RADIO_ALLOW: radio.origin };
  child = await harness.startProcess({ env });
}, 60_000);
afterAll(async () => {
  await harness.close();
  await radio.close();
  await rm(folder, { recursive: true });
});

async function aBot(settings: InstalledSystem['settings'] = {}): Promise<On> {
  const { bot, botId } = harness.addBot();
  const { id: channelId } = harness.discord.addChannel(bot, { name: 'music', type: 2 });
  await harness.bots.change(botId, { systems: [{ systemId: SYSTEM, settings }] });
  await harness.bots.start(botId);
  await harness.bots.waitForState(botId, 'online');
  await waitFor('the command', () => harness.discord.commandsOf(bot).some(({ name }) => name === 'play'));
  return { bot, botId, channelId, actor: { ...anActor(), userId: harness.bots.runnableOf(botId).ownerId } };
}

async function upload({ botId, actor }: Pick<On, 'botId' | 'actor'>, title: string, file: Buffer, as: Actor = actor) {
  const { key, bytes } = await harness.runtime.files.put(actor.userId, Readable.from([file]), 1e8);
  const answer = harness.runtime.rpc.ask(systemPages.addFile, {
    actor: as,
    botId,
    systemId: SYSTEM,
    ...(title === '' ? {} : { title }),
    file: { key, bytes, name: 'Ship Song.ogg' },
  });
  return { key, message: await answer.then(({ message }) => message) };
}

const answered = (interactionId: string) =>
  waitFor('the answer', () => {
    const response = harness.discord.responseTo(interactionId);
    return response && !response.isDeferred ? response : undefined;
  });
async function use({ bot }: On, name: string, authorId: string, options: Record<string, unknown> = {}): Promise<string> {
  return (await answered(harness.discord.invokeCommand({ bot, name, authorId, options }))).content;
}
/** A member in the voice channel of the bot. */
function aListener({ bot, channelId }: On, id = newMember()): string {
  harness.discord.setMember(bot.guildId, { id });
  harness.discord.voice.join({ guildId: bot.guildId, userId: id, channelId });
  return id;
}
const placeOf = ({ bot }: On): string | null =>
  harness.discord.voice.channelOf({ guildId: bot.guildId, userId: bot.applicationId });
/** The packets with sound that arrived: between tracks the client sends silence. */
const heardBy = async ({ bot }: On) =>
  ((await harness.discord.voice.heard(bot))?.packets ?? []).filter(({ opus }) => opus.length > 3);
const heard = (on: On, count: number) =>
  waitFor(`${count} packets`, async () => ((await heardBy(on)).length >= count ? heardBy(on) : undefined), 30_000);
const page = ({ actor, botId, bot }: On) =>
  harness.runtime.rpc.ask(systemPages.get, { actor, botId, systemId: SYSTEM, guildId: bot.guildId });
const rowsOf = async (on: On, id: string) => (await page(on)).sections.find((section) => section.id === id)?.rows ?? [];
const act = ({ actor, botId, bot }: On, action: string, more: { rowId?: string; values?: Record<string, string> }) =>
  harness.runtime.rpc.ask(systemPages.act, { actor, botId, systemId: SYSTEM, guildId: bot.guildId, action, ...more });
const addStation = (on: On, name: string, path: string) =>
  act(on, 'add-station', { values: { name, address: `${radio.origin}${path}` } });
const filesOf = (key: string) => readFile(join(harness.runtime.config.DATA_DIR, 'files', key)).catch(() => null);

describe('music that the owner uploaded', () => {
  it('is heard in the voice channel, each packet once and in order, as fast as it is played, and the next after it', async () => {
    const on = await aBot();
    const expected = tonePackets(100);
    expect((await upload(on, 'First *song*', oggOf(expected))).message).toBe('“First *song*” can be played now.');
    await upload(on, 'Second song', tone(1, 880));
    const member = aListener(on);
    expect(await use(on, 'play', member, { title: 'first *SONG*' })).toBe(String.raw`🎵 Playing **First \*song\*** (0:02).`);
    expect(await use(on, 'play', member, { title: 'Second song' })).toBe('Number 1 in the queue: **Second song** (0:01).');
    expect(placeOf(on)).toBe(on.channelId);
    const packets = await heard(on, 150);
    const first = packets.slice(0, 100);
    expect(first.map(({ opus }) => opus)).toEqual(expected);
    for (const [index, { sequence, timestamp }] of first.entries()) {
      expect((sequence - (first[0]?.sequence ?? 0) + 65_536) % 65_536).toBe(index);
      expect((timestamp - (first[0]?.timestamp ?? 0) + 2 ** 32) % 2 ** 32).toBe(index * 960);
    }
    const tookMs = (first.at(-1)?.receivedAtMs ?? 0) - (first[0]?.receivedAtMs ?? 0);
    // On a busy machine the first packets are heard late.
    expect(tookMs).toBeGreaterThan(99 * PACKET_MS * 0.5);
    expect(hzOf(packets.slice(100).map(({ opus }) => opus))).toBeCloseTo(880, -1);
    const all = await harness.discord.voice.heard(on.bot);
    expect([all?.refused, (all?.offeredDaveVersion ?? 0) > 0]).toEqual([0, true]);
    await waitFor('the end of the queue', async () => (await rowsOf(on, 'queue')).length === 0);
    expect(await use(on, 'stop', member)).toBe('I stopped and emptied the queue.');
    await waitFor('the bot to leave', () => placeOf(on) === null);
  }, 90_000);

  it('is paused, made quieter, skipped and stopped, by those who listen; the page shows the queue and takes out of it, and companions of other owners play on', async () => {
    const [on, foreign] = await Promise.all([aBot(), aBot()]);
    await upload(foreign, 'Foreign', tone(60));
    await use(foreign, 'play', aListener(foreign), { title: 'Foreign' });
    const [foreignFirst] = await heard(foreign, 1);
    await upload(on, 'Long', tone(60));
    await upload(on, 'Other', tone(60, 880));
    // Several, because one member may not use many commands at once.
    const [member, second, third] = [aListener(on), aListener(on), aListener(on)];
    expect(await use(on, 'skip', third)).toMatch(/not playing anything/);
    await use(on, 'play', member, { title: 'Long' });
    await use(on, 'play', member, { title: 'Other' });
    const full = await heard(on, 20);
    expect(await use(on, 'pause', second)).toBe('Paused. `/pause` goes on.');
    expect((await rowsOf(on, 'queue')).map(({ cells }) => cells)).toEqual([
      ['Long', '1:00', 'paused'],
      ['Other', '1:00', 'in the queue'],
    ]);
    expect(await use(on, 'volume', second, { percent: 30 })).toBe('The volume is 30 % now.');
    expect(await use(on, 'pause', second)).toBe('Going on.');
    await waitFor('a quieter tone', async () => {
      const newest = (await heardBy(on)).slice(-20).map(({ opus }) => opus);
      return loudestOf(newest) < 0.5 * loudestOf(full.map(({ opus }) => opus));
    });
    const stranger = newMember();
    harness.discord.setMember(on.bot.guildId, { id: stranger });
    expect(await use(on, 'skip', stranger)).toBe('You have to be in my voice channel for that.');
    expect(await use(on, 'skip', third)).toBe('Skipped **Long**. 🎵 Playing **Other** (1:00).');
    await waitFor('the other tone', async () => hzOf((await heardBy(on)).slice(-20).map(({ opus }) => opus)) > 800);
    expect(await use(on, 'queue', member)).toMatch(
      new RegExp(String.raw`🎵 \*\*Other\*\* \(1:00\), for <@${member}> – at 0:0\d`),
    );
    const [row] = await rowsOf(on, 'queue');
    await act(on, 'take-out', { rowId: row?.id ?? '' });
    expect(await use(on, 'queue', second)).toMatch(/queue is empty/);
    await expect(act(on, 'take-out', { rowId: row?.id ?? '' })).rejects.toThrow();
    // A bot that leaves and comes back is heard from the beginning.
    const [stillFirst] = await heard(foreign, (await heardBy(foreign)).length + 75);
    expect(stillFirst).toEqual(foreignFirst);
    await use(on, 'stop', member);
    harness.discord.voice.leave({ guildId: foreign.bot.guildId, userId: foreign.bot.applicationId });
  }, 90_000);

  it('begins as loud as the setting says, and goes on about where it was after its socket was lost and the process was killed', async () => {
    const [on, other] = await Promise.all([aBot({ volume: 30 }), aBot()]);
    await addStation(other, 'Harbour', '/live');
    await use(other, 'play', aListener(other), { title: 'Harbour' });
    await heard(other, 1);
    // A second of another tone, to which it must not go back.
    const [first, rest] = [tonePackets(50, { hz: 660 }), tonePackets(50)];
    await upload(on, 'Endless', oggOf([first, ...Array.from({ length: 60 }, () => rest)].flat()));
    const member = aListener(on);
    await use(on, 'play', member, { title: 'Endless' });
    const quiet = await heard(on, 20);
    expect(loudestOf(quiet.map(({ opus }) => opus))).toBeLessThan(6000);
    await harness.discord.voice.interrupt(on.bot, 4015);
    // The position is saved every five seconds.
    await heard(on, (await heardBy(on)).length + 330);
    await harness.end(child, 'SIGKILL');
    child = await harness.startProcess({ env });
    // A new session of the voice server counts from the beginning.
    const again = await waitFor(
      'the bot again',
      async () => {
        const packets = await heardBy(on);
        return packets.length > 20 && packets.length < 300 ? packets : undefined;
      },
      30_000,
    );
    expect(hzOf(again.map(({ opus }) => opus))).toBeCloseTo(440, -1);
    expect(placeOf(on)).toBe(on.channelId);
    await waitFor('the radio again', async () => radio.listening === 1 && (await heardBy(other)).length > 0, 30_000);
    harness.discord.voice.leave({ guildId: other.bot.guildId, userId: other.bot.applicationId });
    await waitFor('the end of the radio', () => radio.listening === 0);
    harness.discord.voice.leave({ guildId: on.bot.guildId, userId: on.bot.applicationId });
    await waitFor('the end', async () => (await rowsOf(on, 'queue')).length === 0);
  }, 120_000);

  it('is offered while a member types, only that of the companion, and refused in words to whom it is not for', async () => {
    const [on, foreign] = [await aBot({ djRole: '' }), await aBot()];
    await upload(on, 'River', tone(60));
    await upload(foreign, 'Riverside', tone(1));
    const typed = harness.discord.invokeCommand({ bot: on.bot, name: 'play', options: { title: 'RIV' }, isTyping: true });
    const choices = await waitFor('the choices', () => harness.discord.responseTo(typed)?.choices);
    expect(choices).toEqual([{ name: 'River', value: 'River' }]);
    const outside = newMember();
    harness.discord.setMember(on.bot.guildId, { id: outside });
    expect(await use(on, 'play', outside, { title: 'River' })).toBe('Please join a voice channel first.');
    const member = aListener(on);
    expect(await use(on, 'play', member, { title: 'Riverside' })).toMatch(/no music with this title/);
    await use(on, 'play', member, { title: 'River' });
    const { id: elsewhere } = harness.discord.addChannel(on.bot, { name: 'other', type: 2 });
    const other = aListener({ ...on, channelId: elsewhere });
    expect(await use(on, 'play', other, { title: 'River' })).toBe(`I am in <#${on.channelId}> already. Please join me there.`);
    const dj = harness.discord.addRole(on.bot.guildId, { name: 'DJ' });
    await harness.bots.change(on.botId, { systems: [{ systemId: SYSTEM, settings: { djRole: dj } }] });
    const guest = aListener(on);
    await waitFor('the DJ role', async () => (await use(on, 'volume', guest, { percent: 50 })) === 'Only DJs may do that here.');
    harness.discord.setMember(on.bot.guildId, { id: guest, roles: [dj] });
    expect(await use(on, 'volume', guest, { percent: 50 })).toBe('The volume is 50 % now.');
    expect(await use(on, 'skip', member)).toMatch(/^Skipped/);
    await harness.bots.change(on.botId, { systems: [] });
    await waitFor('the bot to leave when the system is removed', () => placeOf(on) === null);
  }, 90_000);

  it('is not played where the companion may not connect, which its owner is told until it may', async () => {
    const on = await aBot();
    await upload(on, 'Song', tone(5));
    const member = aListener(on);
    harness.discord.setOverwrites(on.channelId, [{ id: on.bot.guildId, of: 'role', allow: [], deny: ['connect'] }]);
    expect(await use(on, 'play', member, { title: 'Song' })).toBe('I need the permission “Connect” in your voice channel.');
    const { problems } = await harness.runtime.rpc.ask(runner.problems, { actor: on.actor, botId: on.botId });
    expect(problems).toMatchObject([{ action: 'play-music', permission: 'Connect' }]);
    expect(placeOf(on)).toBeNull();
  }, 60_000);
});

describe('a radio station', () => {
  it('is added when it sends sound, played until it is deleted, and connected to again when the connection was lost', async () => {
    const on = await aBot();
    expect((await page(on)).forms[0]?.description).toContain(`Allowed here: ${new URL(radio.origin).host}.`);
    expect((await addStation(on, 'Harbour', '/live')).message).toBe('Members can play “Harbour” with /play now.');
    expect((await rowsOf(on, 'stations')).map(({ cells }) => cells)).toEqual([
      ['Harbour', `${radio.origin}/live`, 'can be played'],
    ]);
    await waitFor('the end of the trial', () => radio.listening === 0);
    const typed = harness.discord.invokeCommand({ bot: on.bot, name: 'play', options: { title: 'harb' }, isTyping: true });
    const choices = await waitFor('the choices', () => harness.discord.responseTo(typed)?.choices);
    expect(choices).toEqual([{ name: 'Harbour', value: 'Harbour' }]);
    const member = aListener(on);
    expect(await use(on, 'play', member, { title: 'harbour' })).toBe('📻 Playing **Harbour** (radio).');
    expect(await use(on, 'play', member, { title: 'Harbour' })).toMatch(/^Number 1 in the queue.*no end: `\/skip`/);
    expect(hzOf((await heard(on, 50)).map(({ opus }) => opus))).toBeCloseTo(660, -1);
    expect(await use(on, 'queue', member)).toMatch(/^📻 \*\*Harbour\*\* \(radio\), for <@\d+>\n1\. /);
    const [before, listened] = [(await heardBy(on)).length, radio.listened];
    radio.drop();
    await waitFor('another connection', () => radio.listened > listened);
    await heard(on, before + 50);
    const [row] = await rowsOf(on, 'stations');
    await act(on, 'remove-station', { rowId: row?.id ?? '' });
    expect([await rowsOf(on, 'stations'), await rowsOf(on, 'queue')]).toEqual([[], []]);
    await waitFor('the end of the sound', () => radio.listening === 0);
    await expect(act(on, 'remove-station', { rowId: row?.id ?? '' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await use(on, 'stop', aListener(on));
  }, 60_000);

  it('is refused with the reason at its field, and said to have ended in the channel when it cannot be played later', async () => {
    const on = await aBot();
    const answer = (path: string, status: number, headers: Record<string, string>) =>
      radio.answers.set(path, (_request, response) => void response.writeHead(status, headers).end('nothing'));
    answer('/playlist', 200, { 'content-type': 'audio/x-mpegurl' });
    answer('/page', 200, { 'content-type': 'text/html' });
    answer('/silent', 200, { 'content-type': 'audio/mpeg' });
    answer('/elsewhere', 302, { location: 'https://localhost/live' });
    answer('/insecure', 302, { location: 'http://127.0.0.1/live' });
    answer('/round', 302, { location: '/round' });
    answer('/moved', 302, { location: '/live' });
    const refused = async (path: string, name = 'Other') =>
      addStation(on, name, path).catch((error: { code: string; details: unknown }) => JSON.stringify(error));
    for (const [path, problem] of [
      ['/nothing', 'error (404)'],
      ['/playlist', 'is a playlist'],
      ['/page', 'no stream in MP3 or Ogg Opus'],
      ['/silent', 'came no sound'],
      ['/elsewhere', 'has not allowed'],
      ['/insecure', 'begin with https'],
      ['/round', 'too many times'],
    ] as const)
      expect([path, await refused(path)]).toEqual([path, expect.stringContaining(problem)]);
    await upload(on, 'Song', tone(1));
    expect(await refused('/live', 'SONG')).toContain('already');
    await addStation(on, 'Other', '/moved');
    expect(await refused('/live', 'other')).toContain('already');
    await expect(upload(on, 'OTHER', tone(1))).rejects.toMatchObject({ code: 'BAD_INPUT' });
    answer('/moved', 503, {});
    await use(on, 'play', aListener(on), { title: 'Other' });
    const said = '📻 I stopped **Other**. The server of this address answered with an error (503).';
    await waitFor('what it says', () => harness.discord.allMessages().some(({ content }) => content === said));
    await waitFor('the next in the queue', async () => (await rowsOf(on, 'queue')).length === 0);
    await use(on, 'stop', aListener(on));
  }, 60_000);
});

describe('an upload', () => {
  it('of another user, of no sound, of a title that exists or for a companion of another owner is refused, and its file deleted', async () => {
    const on = await aBot();
    const first = await upload(on, '', tone(1));
    expect((await rowsOf(on, 'music')).map(({ cells }) => cells)).toEqual([['Ship Song', '0:01', 'can be played']]);
    expect(await filesOf(first.key)).toBeNull();
    await expect(upload(on, 'ship SONG', tone(1))).rejects.toMatchObject({ code: 'BAD_INPUT' });
    await expect(upload(on, 'Picture', Buffer.from('\x89PNG'))).rejects.toMatchObject({ code: 'UNSUPPORTED_MEDIA' });
    await expect(upload(on, 'Broken', oggOf([]))).rejects.toMatchObject({ code: 'BAD_INPUT' });
    await expect(upload(on, 'Foreign', tone(1), anActor())).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const stranger = anActor();
    await expect(upload({ botId: on.botId, actor: stranger }, 'Mine', tone(1))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await rowsOf(on, 'music')).toHaveLength(1);
    const [row] = await rowsOf(on, 'music');
    await act(on, 'remove', { rowId: row?.id ?? '' });
    expect(await rowsOf(on, 'music')).toEqual([]);
  }, 60_000);
});

describe('a runner without voice', () => {
  it('says so in the answers and on the page, keeps what was uploaded, and forgets members and deleted companions', async () => {
    const on = await aBot();
    await upload(on, 'Kept', tone(1));
    expect((await page(on)).notice).toBeUndefined();
    await harness.end(child, 'SIGTERM');
    const service = await harness.startInProcess();
    const query = <T>(sql: string, values: unknown[]): Promise<T[]> => service.app.get(DataSource).query(sql, values);
    const member = aListener(on);
    await waitFor('the bot', async () => (await use(on, 'play', member, { title: 'Kept' })).includes('not switched on'), 30_000);
    await query('insert into runner.music_station (bot_id, owner_id, name, address) values ($1, $2, $3, $4)', [
      on.botId,
      on.actor.userId,
      'Harbour',
      'https://radio.example/live',
    ]);
    const { notice, forms } = await page(on);
    expect([notice, forms]).toEqual([expect.stringMatching(/has not switched voice on/), []]);
    expect((await rowsOf(on, 'stations'))[0]?.cells[2]).toBe('Who runs this Kith has not allowed this address.');
    const [track] = await query<{ id: string; key: string }>(
      'select id, file_key as key from runner.music_track where bot_id = $1',
      [on.botId],
    );
    expect((await service.app.get(MusicBot).keptFiles([track?.key ?? '', 'other/file'])).length).toBe(1);
    const queued = [{ id: '1', trackId: track?.id, title: 'Kept', durationMs: 1000, memberId: member }];
    await query(
      `insert into runner.music_session (bot_id, guild_id, owner_id, voice_channel_id, queue) values ($1, $2, $3, $4, $5)
       on conflict (bot_id, guild_id) do update set queue = excluded.queue`,
      [on.botId, on.bot.guildId, on.actor.userId, on.channelId, JSON.stringify(queued)],
    );
    await service.app.get(MusicBot).forgetMember(on.botId, member);
    const [session] = await query<{ queue: unknown }>('select queue from runner.music_session where bot_id = $1', [on.botId]);
    expect(session?.queue).toEqual([{ ...queued[0], memberId: null }]);
    // A preparation that a killed process has left.
    await query(`update runner.music_track set state = 'preparing', attempt_at = now() where id = $1`, [track?.id]);
    const store = service.app.get(TrackStore);
    const claimed = await store.claim();
    expect(claimed).toMatchObject({ id: track?.id, attempts: 1 });
    // What waits for its turn is not tried again, and one attempt at a time begins.
    if (!claimed) throw new Error('not claimed');
    expect([await store.claim(), await store.begin(claimed), await store.begin(claimed)]).toEqual([null, true, false]);
    const { key: fileKey } = await harness.runtime.files.put(on.actor.userId, Readable.from([Buffer.alloc(1)]), 1);
    const other = await store.add({ botId: on.botId, ownerId: on.actor.userId, title: 'Other', fileKey, bytes: 1 });
    await query('update runner.music_track set bytes = $2 where id = $1', [other.id, 500 * 1024 * 1024]);
    await expect(store.finish(claimed, Buffer.alloc(1), 20)).rejects.toThrow(/500 MB/);
    await query('update runner.music_track set attempt_at = now(), attempts = 3 where id = $1', [other.id]);
    expect(await store.claim()).toBeNull();
    expect((await store.list(on.botId, { limit: 9, offset: 0 })).tracks.map(({ state }) => state)).toEqual([
      'preparing',
      'failed',
    ]);
    await service.app.get(MusicBot).purge(on.botId);
    const place = { botId: on.botId, guildId: on.bot.guildId, ownerId: on.actor.userId };
    expect(await service.app.get(SessionStore).update(place, () => ({ volume: 1 }))).toBe(false);
    expect(await service.app.get(SessionStore).end(place, on.channelId)).toBe(false);
    expect(await query('select bot_id from runner.music_session where bot_id = $1', [on.botId])).toEqual([]);
    expect([await rowsOf(on, 'stations'), await filesOf(track?.key ?? '')]).toEqual([[], null]);
  }, 90_000);
});
