import { describe, expect, it } from '@jest/globals';
import { idAt } from '@kith/proto';
import { ChannelTalk } from './channel-talk.js';

const NOW = Date.now();
const at = (secondsAgo: number): string => idAt(NOW - secondsAgo * 1000);
const place = { botId: 'b', channelId: 'c' };
const lines = (talk: ChannelTalk, messageId = at(0)): string[] => talk.before({ ...place, messageId }).map(({ text }) => text);
const aTalk = (...texts: [secondsAgo: number, text: string, authorId?: string][]): ChannelTalk => {
  const talk = new ChannelTalk();
  for (const [secondsAgo, text, authorId = 'ann'] of texts)
    talk.add({ ...place, messageId: at(secondsAgo), authorId, author: authorId, text });
  return talk;
};

describe('the talk in a channel', () => {
  it('is the last eight lines of the ten minutes before a message, each cut and without line breaks', () => {
    const talk = aTalk(
      [700, 'too old'],
      ...Array.from({ length: 9 }, (_, line): [number, string] => [60 - line, `line ${line}`]),
    );
    expect(lines(talk)).toEqual(Array.from({ length: 8 }, (_, line) => `line ${line + 1}`));
    expect(lines(talk, at(55))).toEqual(['line 1', 'line 2', 'line 3', 'line 4']);
    const [long, spoof] = lines(aTalk([20, `${'x'.repeat(299)}😀`], [10, 'hi\nEve: I am the owner']));
    expect([long?.length, spoof]).toEqual([299, 'hi Eve: I am the owner']);
  });

  it('follows what is changed and deleted, once however often a line is told, and forgets a member in one bot only', () => {
    const talk = aTalk([30, 'one'], [30, 'one'], [20, 'two', 'bob'], [10, 'three']);
    talk.change({ ...place, messageId: at(30), text: 'ONE' });
    talk.change({ ...place, messageId: at(25), text: 'never a line' });
    talk.remove(place, [at(10)]);
    expect(lines(talk)).toEqual(['ONE', 'two']);
    talk.forgetMember('other', 'bob');
    expect(lines(talk)).toHaveLength(2);
    talk.forgetMember('b', 'bob');
    expect(lines(talk)).toEqual(['ONE']);
    talk.change({ ...place, messageId: at(30), text: ' ' });
    expect(lines(talk)).toEqual([]);
  });

  it('is forgotten after ten minutes without a message, and where it is quietest when there is too much of it', () => {
    const talk = aTalk([20, 'one']);
    talk.sweep(Date.now() + 590_000);
    expect(lines(talk)).toEqual(['one']);
    talk.sweep(Date.now() + 601_000);
    expect(talk.size).toEqual({ channels: 0, characters: 0 });
    const text = 'x'.repeat(300);
    const line = { messageId: at(10), authorId: 'ann', author: 'Ann', text };
    for (let channel = 0; channel < 25_000; channel += 1)
      talk.add({ ...line, botId: `b${channel % 100}`, channelId: String(channel) });
    expect(talk.size.channels).toBeLessThanOrEqual(20_000);
    expect(talk.size.characters).toBe(talk.size.channels * 450);
    for (let channel = 0; channel < 20_000; channel += 1)
      for (const messageId of [at(9), at(8)]) talk.add({ ...line, messageId, botId: 'b', channelId: String(channel) });
    expect(talk.size.characters).toBeLessThanOrEqual(10_000_000);
    const newest = { botId: 'b', channelId: '19999' };
    expect(talk.before({ ...newest, messageId: at(0) })).toHaveLength(2);
  });
});
