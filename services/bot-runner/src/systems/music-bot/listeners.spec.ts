import { describe, expect, it } from '@jest/globals';
import type { ConnectedBot } from '../../messages/connected-bot.js';
import { Listeners } from './listeners.js';
import { afterTrack, leaveReason } from './session.js';
import { VoiceLinks } from './voice-links.js';

const [BOT, GUILD, CHANNEL, SELF] = ['bot', '1', '10', '99'];

describe('a companion in a voice channel', () => {
  it('is alone without members there, but not while it is unknown who is there', () => {
    const listeners = new Listeners();
    expect([listeners.isKnown(BOT, GUILD), listeners.isAlone(BOT, GUILD, CHANNEL, SELF)]).toEqual([false, false]);
    listeners.change(BOT, GUILD, { user_id: '5', channel_id: CHANNEL });
    expect(listeners.isKnown(BOT, GUILD)).toBe(false);
    listeners.begin(BOT, GUILD, [
      { user_id: SELF, channel_id: CHANNEL },
      { user_id: '5', channel_id: '11' },
      { user_id: '6', channel_id: CHANNEL, member: { user: { bot: true } } },
    ]);
    expect(listeners.isAlone(BOT, GUILD, CHANNEL, SELF)).toBe(true);
    expect(listeners.isAlone(BOT, GUILD, '11', SELF)).toBe(false);
    listeners.change(BOT, GUILD, { user_id: '5', channel_id: CHANNEL });
    expect(listeners.isAlone(BOT, GUILD, CHANNEL, SELF)).toBe(false);
    listeners.change(BOT, GUILD, { user_id: '5', channel_id: null });
    expect(listeners.isAlone(BOT, GUILD, CHANNEL, SELF)).toBe(true);
    listeners.forget(BOT, GUILD);
    expect(listeners.isAlone(BOT, GUILD, CHANNEL, SELF)).toBe(false);
  });

  it('is forgotten with the connection that tells of its server, and no other', () => {
    const links = new VoiceLinks();
    const [even, odd] = [String(2n << 22n), String(1n << 22n)];
    const closing = [0, 1].map((index) => {
      const controller = new AbortController();
      const shard = { index, count: 2 };
      links.open({ bot: { botId: BOT }, closed: controller.signal, shard } as unknown as ConnectedBot);
      return controller;
    });
    for (const [botId, guildId] of [
      [BOT, even],
      [BOT, odd],
      ['other', even],
    ] as const)
      links.listeners.begin(botId, guildId, []);
    closing[0]?.abort();
    const known = [links.listeners.isKnown(BOT, even), links.listeners.isKnown(BOT, odd), links.listeners.isKnown('other', even)];
    expect(known).toEqual([false, true, true]);
  });

  it('leaves after the minutes of the setting, alone or without music, and never before', () => {
    const minutes = (count: number): number => count * 60_000;
    expect(leaveReason({ aloneForMs: null, silentForMs: null }, 1)).toBeNull();
    expect(leaveReason({ aloneForMs: minutes(5) - 1, silentForMs: minutes(4) }, 5)).toBeNull();
    expect(leaveReason({ aloneForMs: minutes(5), silentForMs: minutes(9) }, 5)).toBe('alone');
    expect(leaveReason({ aloneForMs: null, silentForMs: minutes(5) }, 5)).toBe('silent');
  });

  it('goes on with the next in the queue, unless something else is played by now', () => {
    const track = { trackId: 't', title: 'T', durationMs: 1, memberId: null };
    const queue = [
      { ...track, id: 'a' },
      { ...track, id: 'b' },
    ];
    expect(afterTrack({ queue }, 'b')).toBeNull();
    expect(afterTrack({ queue }, 'a')).toEqual({ queue: queue.slice(1), positionMs: 0, isPaused: false });
  });
});
