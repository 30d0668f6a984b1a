import { describe, expect, it } from '@jest/globals';
import { ChannelSettings, type RunnableBot } from '@kith/proto';
import type { IncomingMessage } from './decide.js';
import { questionOf } from './question-of.js';
import { mergedJob } from './reply-queue.js';

const OWN = '900000000000000001';
const CHANNEL = '300000000000000001';

const message = (fields: Partial<IncomingMessage> = {}): IncomingMessage => ({
  id: '1440000000000000001',
  channelId: CHANNEL,
  parentId: null,
  isThread: false,
  guildId: '200000000000000001',
  authorId: '100000000000000001',
  isBot: false,
  isSystem: false,
  mentionsBot: false,
  content: 'who wants pizza?',
  ...fields,
});

function isAddressed(
  fields: Partial<IncomingMessage>,
  settings: Parameters<typeof ChannelSettings.parse>[0] = {},
  repliesTo?: string,
): boolean | undefined {
  const bot = { botId: 'b', ownerId: 'o', channelSettings: ChannelSettings.parse(settings) } as RunnableBot;
  const referenced = repliesTo === undefined ? null : { author: { id: repliesTo, username: 'x' }, content: 'What next?' };
  const raw = { author: { id: '1', username: 'ann' }, attachments: [], referenced_message: referenced };
  return questionOf({ bot, ownUserId: OWN } as never, message(fields), raw as never).isAddressed;
}

describe('a question', () => {
  it.each([
    ['in a direct message', { guildId: null }, {}, undefined],
    ['with a mention', { mentionsBot: true }, {}, undefined],
    ['in the dedicated channel', {}, { dedicatedChannelId: CHANNEL }, undefined],
    ['in a thread of the dedicated channel', { channelId: '3', parentId: CHANNEL }, { dedicatedChannelId: CHANNEL }, undefined],
    ['in a thread, where the bot opens threads', { isThread: true }, { enableThreads: true, autoCreateThreads: true }, undefined],
    ['in reply to the bot', {}, {}, OWN],
  ])('is meant for the bot %s', (_where, fields, settings, repliesTo) => {
    expect(isAddressed(fields, settings, repliesTo)).toBeUndefined();
  });

  it.each([
    ['in a channel', {}, {}, undefined],
    ['in reply to somebody else', {}, {}, '100000000000000002'],
    ['in a thread of members', { isThread: true }, { enableThreads: true, autoCreateThreads: false }, undefined],
  ])('may be meant for others %s', (_where, fields, settings, repliesTo) => {
    expect(isAddressed(fields, settings, repliesTo)).toBe(false);
  });

  it.each([
    ['another member', '100000000000000002', true],
    ['the bot', OWN, true],
    ['its author', '100000000000000001', undefined],
  ])('marks the files of a message of %s that it replies to, where another attached them', (_whose, id, isByAnother) => {
    const bot = { botId: 'b', ownerId: 'o', channelSettings: ChannelSettings.parse({ allowFileUploads: true }) } as RunnableBot;
    const fileOf = (filename: string) => ({ filename, content_type: 'text/plain', size: 1, url: 'https://cdn.discordapp.com/a' });
    const referenced = { author: { id, username: 'x' }, content: '', attachments: [fileOf('theirs.txt')] };
    const raw = { author: { id: '1', username: 'ann' }, attachments: [fileOf('own.txt')], referenced_message: referenced };
    const { files = [] } = questionOf({ bot, ownUserId: OWN } as never, message(), raw as never);
    expect(files.map((file) => [file.name, file.isByAnother])).toEqual([
      ['own.txt', undefined],
      ['theirs.txt', isByAnother],
    ]);
  });

  it('of several lines is meant for the bot when one of the lines is', () => {
    const line = (isMeant: boolean) => ({ content: 'a', ...(isMeant ? {} : { isAddressed: false }) }) as never;
    expect(mergedJob([line(true), line(false)]).isAddressed).toBeUndefined();
    expect(mergedJob([line(false), line(false)]).isAddressed).toBe(false);
  });
});
