import { EventEmitter, getEventListeners } from 'node:events';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from '@jest/globals';
import { waitFor } from '@kith/kit/testing';
import type { GatewayVoiceState } from 'discord-api-types/v10';
import type { DesiredBotsSource } from '../../connections/desired-bots.js';
import type { ConnectedBot } from '../../messages/connected-bot.js';
import { MUSIC_BOT_ID } from './definition.js';
import { MusicPlayers } from './music-players.js';
import type { MusicSession, SessionChange } from './session.js';
import type { SessionStore } from './session-store.js';
import type { SystemPosts } from '../system-posts.js';
import type { QueueSound } from './queue-sound.js';
import { VoiceLinks } from './voice-links.js';
import { VoicePlayer, type VoiceLibrary } from './voice-player.js';
import type { VoiceSupport } from './voice-support.js';

const PLACE = { botId: 'bot', guildId: '1', ownerId: 'owner' };
const [A, B, C] = ['10', '11', '12'];

/** As much of the voice library as a player uses. */
function aLibrary() {
  const joined: string[] = [];
  const audio: EventEmitter[] = [];
  let left = 0;
  const library = {
    NoSubscriberBehavior: { Pause: 'pause' },
    AudioPlayerStatus: { Idle: 'idle' },
    VoiceConnectionStatus: { Ready: 'ready', Disconnected: 'disconnected' },
    StreamType: { Opus: 'opus' },
    createAudioPlayer: () => {
      const nothing = (): void => undefined;
      audio.push(Object.assign(new EventEmitter(), { play: nothing, stop: nothing, pause: nothing, unpause: nothing }));
      return audio.at(-1);
    },
    createAudioResource: () => ({ playbackDuration: 0 }),
    joinVoiceChannel: ({ channelId, adapterCreator }: { channelId: string; adapterCreator(methods: object): unknown }) => {
      joined.push(channelId);
      adapterCreator({ onVoiceStateUpdate: () => undefined });
      const connection = { state: { status: 'ready' }, subscribe: () => undefined, destroy: () => (left += 1) };
      return Object.assign(new EventEmitter(), connection);
    },
  } as unknown as VoiceLibrary;
  return { library, joined, audio, left: () => left };
}

function aConnection() {
  const connected = {
    bot: { botId: PLACE.botId },
    ownUserId: '99',
    closed: new AbortController().signal,
    shard: { index: 0, count: 1 },
    hasMessageContent: () => true,
    sendVoiceState: () => true,
  } as unknown as ConnectedBot;
  return connected;
}

const queued = (id: string) => ({ id, trackId: id, title: id, durationMs: 1000, memberId: null });

let stop: () => Promise<void> = () => Promise.resolve();
afterEach(() => stop());

function playersOf() {
  const voice = aLibrary();
  const opened: string[] = [];
  const kept: { session: MusicSession; write: () => Promise<void> } = {
    session: {
      ...PLACE,
      voiceChannelId: A,
      textChannelId: null,
      queue: [queued('a'), queued('b')],
      positionMs: 0,
      isPaused: false,
      volume: null,
      applied: [],
    },
    write: () => Promise.resolve(),
  };
  const update = async (_place: unknown, decide: (session: MusicSession) => SessionChange | null): Promise<boolean> => {
    await kept.write();
    const change = decide(kept.session);
    kept.session = { ...kept.session, ...change };
    return change !== null;
  };
  const playing = () => Promise.resolve([kept.session].filter(({ voiceChannelId }) => voiceChannelId !== null));
  const sessions = { playing, update, setPosition: () => Promise.resolve() };
  const broken = new Set<string>();
  const open = (_botId: string, { trackId }: { trackId: string }): Promise<Readable> => {
    opened.push(trackId);
    return broken.has(trackId) ? Promise.reject(new Error('no such file')) : Promise.resolve(Readable.from([]));
  };
  const bot = { systems: [{ systemId: MUSIC_BOT_ID, settings: {} }], serverId: null };
  const links = new VoiceLinks();
  links.open(aConnection());
  links.listeners.begin(PLACE.botId, PLACE.guildId, []);
  const players = new MusicPlayers(
    sessions as unknown as SessionStore,
    { open } as unknown as QueueSound,
    links,
    { problem: null, library: () => Promise.resolve(voice.library) } as unknown as VoiceSupport,
    { bots: { isLoaded: true, all: () => [bot], get: () => bot } } as unknown as DesiredBotsSource,
    {} as SystemPosts,
  );
  const nothing = (): void => undefined;
  const noted: string[] = [];
  Object.assign(players, {
    metrics: { voiceConnections: { set: nothing } },
    logger: { warn: nothing, debug: nothing },
    traces: { notDone: (_place: unknown, _of: string, why: string) => noted.push(why) },
  });
  stop = () => players.onModuleDestroy();
  const tell = (channelId: string | null): void =>
    links.receiverOf(PLACE.botId, PLACE.guildId)?.onOwnState({ channel_id: channelId } as GatewayVoiceState);
  return { ...voice, opened, kept, players, tell, broken, noted };
}

/** Lets looks at the sessions happen, as changes in this process trigger them. */
async function look(players: MusicPlayers, times = 3): Promise<void> {
  for (let time = 0; time < times; time++) {
    players.trigger();
    for (let step = 0; step < 5; step++) await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('the players of music', () => {
  it('go on with the next of the queue when a track cannot be opened, which the owner reads', async () => {
    const { players, opened, broken, noted } = playersOf();
    broken.add('a');
    await look(players);
    expect(opened).toEqual(['a', 'b']);
    expect(noted).toEqual(['I could not play **a**.']);
  });

  it('go on with the next of the queue when the end of a track could not be written at first', async () => {
    const { players, audio, kept, opened } = playersOf();
    await look(players);
    expect(opened).toEqual(['a']);
    let isDown = true;
    kept.write = () => (isDown ? Promise.reject(new Error('database away')) : Promise.resolve());
    audio[0]?.emit('idle');
    await look(players);
    expect(opened).toEqual(['a']);
    isDown = false;
    await look(players);
    expect([opened, kept.session.queue.map(({ id }) => id)]).toEqual([['a', 'b'], ['b']]);
  });

  it('leave and join the channel of a session that was stopped and began elsewhere between two looks, but follow the bot when it was moved', async () => {
    const { players, kept, joined, left, tell } = playersOf();
    await look(players);
    kept.session = { ...kept.session, voiceChannelId: B };
    await look(players, 1);
    // Discord says that the bot is out.
    tell(null);
    await waitFor('the other channel', () => joined.length === 2);
    await look(players);
    expect([joined, left()]).toEqual([[A, B], 1]);
    tell(B);
    let write: () => void = () => undefined;
    kept.write = () => new Promise((resolve) => (write = resolve));
    tell(C);
    await look(players);
    expect(kept.session.voiceChannelId).toBe(B);
    write();
    await look(players);
    expect([kept.session.voiceChannelId, joined, left()]).toEqual([C, [A, B], 1]);
  });
});

describe('what Discord says of the voice channel of a bot', () => {
  it('about an earlier connection, when it comes late, neither ends nor moves the session that began since', async () => {
    const { players, kept, joined, tell } = playersOf();
    kept.session = { ...kept.session, voiceChannelId: B };
    await look(players);
    expect(joined).toEqual([B]);
    // The end of a session in another channel, which was stopped just before.
    for (const late of [A, null]) tell(late);
    await look(players);
    expect(kept.session).toMatchObject({ voiceChannelId: B, queue: [{ id: 'a' }, { id: 'b' }] });
    tell(B);
    tell(null);
    await look(players);
    expect(kept.session).toMatchObject({ voiceChannelId: null, queue: [] });
  });

  it.each([
    ['moved', C, { voiceChannelId: C, queue: [{ id: 'a' }, { id: 'b' }] }],
    ['taken out', null, { voiceChannelId: null, queue: [] }],
  ])('is written as soon as it can be, when the bot was %s while the database was away', async (_what, place, written) => {
    const { players, kept, joined, tell } = playersOf();
    await look(players);
    tell(A);
    let isDown = true;
    kept.write = () => (isDown ? Promise.reject(new Error('database away')) : Promise.resolve());
    tell(place);
    await look(players);
    expect(kept.session.voiceChannelId).toBe(A);
    isDown = false;
    await look(players);
    expect([kept.session, joined]).toMatchObject([written, [A]]);
  });

  it('is not written over a session that was stopped and began elsewhere meanwhile', async () => {
    const { players, kept, joined, tell } = playersOf();
    await look(players);
    tell(A);
    let write: () => void = () => undefined;
    kept.write = () => new Promise((resolve) => (write = resolve));
    tell(C);
    kept.session = { ...kept.session, voiceChannelId: B };
    write();
    await look(players, 1);
    expect(kept.session.voiceChannelId).toBe(B);
    tell(null);
    await waitFor('the other channel', () => joined.length === 2);
    expect(joined).toEqual([A, B]);
  });
});

describe('a player that has left', () => {
  it('does not keep its connection from being forgotten, and closes sound that was opened meanwhile', () => {
    const { library } = aLibrary();
    const connected = aConnection();
    const nothing = (): void => undefined;
    const events = { onEnd: nothing, onRemoved: nothing, onMoved: nothing };
    const player = new VoicePlayer(library, connected, PLACE, new VoiceLinks(), events);
    expect(getEventListeners(connected.closed, 'abort')).toHaveLength(1);
    player.leave();
    expect(getEventListeners(connected.closed, 'abort')).toEqual([]);
    const packets = Readable.from([Buffer.alloc(1)]);
    player.play('late', packets, 0);
    expect([packets.destroyed, player.trackId]).toEqual([true, null]);
  });
});
