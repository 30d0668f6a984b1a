import { describe, expect, it } from '@jest/globals';
import { JobPostponed, type Events, type Logger, type RpcClient } from '@kith/kit';
import { ChannelSettings, type RunnableBot } from '@kith/proto';
import { DesiredBots, DesiredBotsSource } from './desired-bots.js';

const aBot = (botId: string, version = 1): RunnableBot => ({
  botId,
  ownerId: botId,
  name: botId,
  applicationId: `app-${botId}`,
  serverId: null,
  statusText: null,
  greeting: null,
  ageRating: 'everyone',
  timeZone: 'UTC',
  channelSettings: ChannelSettings.parse({}),
  commands: [],
  systems: [],
  version,
});
const ids = (desired: DesiredBots): string[] => desired.all().map((bot) => bot.botId);

describe('DesiredBots', () => {
  it('is not loaded until the whole list was read, even when single bots are known', () => {
    const desired = new DesiredBots();
    desired.change('a', aBot('a'), desired.nextRequestNumber());
    expect(desired.isLoaded).toBe(false);
    desired.replace([], desired.nextRequestNumber());
    expect(desired.isLoaded).toBe(true);
    expect(ids(desired)).toEqual([]);
  });

  it('keeps a change that was requested after the whole list was', () => {
    const desired = new DesiredBots();
    desired.replace([aBot('a'), aBot('b')], desired.nextRequestNumber());
    const listRequest = desired.nextRequestNumber();
    desired.change('a', null, desired.nextRequestNumber());
    desired.change('c', aBot('c'), desired.nextRequestNumber());
    desired.replace([aBot('a'), aBot('b')], listRequest);
    expect(ids(desired).toSorted()).toEqual(['b', 'c']);
    desired.replace([aBot('a')], desired.nextRequestNumber());
    expect(ids(desired)).toEqual(['a']);
  });

  it('holds equal settings of bots once, and changed ones of a bot on their own', () => {
    const desired = new DesiredBots();
    const settingsOf = (botId: string) => desired.get(botId)?.channelSettings;
    desired.replace([aBot('a'), aBot('b')], desired.nextRequestNumber());
    expect(settingsOf('a')).toBe(settingsOf('b'));
    const changed = { ...aBot('b', 2), channelSettings: ChannelSettings.parse({ customPrefix: '?' }) };
    desired.change('b', changed, desired.nextRequestNumber());
    expect([settingsOf('a')?.customPrefix, settingsOf('b')?.customPrefix]).toEqual(['!', '?']);
    desired.replace([aBot('a'), { ...aBot('b', 3) }], desired.nextRequestNumber());
    expect(settingsOf('b')).toBe(settingsOf('a'));
  });

  it('applies the response of the later request when responses arrive out of order', () => {
    const desired = new DesiredBots();
    const [older, newer] = [desired.nextRequestNumber(), desired.nextRequestNumber()];
    desired.change('a', aBot('a', 2), newer);
    desired.change('a', aBot('a', 1), older);
    expect(desired.get('a')?.version).toBe(2);
    const [first, second] = [desired.nextRequestNumber(), desired.nextRequestNumber()];
    desired.change('a', aBot('a', 3), first);
    desired.change('a', null, second);
    expect(desired.get('a')).toBeUndefined();
  });
});

describe('DesiredBotsSource', () => {
  it('postpones a job until the whole list was read, and knows no bot that is not on it', () => {
    const source = new DesiredBotsSource({} as RpcClient, {} as Events, {} as Logger);
    expect(() => source.botOfJob({ botId: 'a' })).toThrow(JobPostponed);
    source.bots.replace([aBot('a')], source.bots.nextRequestNumber());
    expect(source.botOfJob({ botId: 'a' })).toEqual(aBot('a'));
    expect(source.botOfJob({ botId: 'b' })).toBeUndefined();
  });
});
