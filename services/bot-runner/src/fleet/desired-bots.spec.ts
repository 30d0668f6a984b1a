import { describe, expect, it } from '@jest/globals';
import { ChannelSettings, type RunnableBot } from '@kith/proto';
import { DesiredBots } from './desired-bots.js';

const aBot = (botId: string, version = 1): RunnableBot => ({
  botId,
  ownerId: botId,
  name: botId,
  applicationId: `app-${botId}`,
  serverId: null,
  channelSettings: ChannelSettings.parse({}),
  version,
});
const ids = (desired: DesiredBots): string[] => desired.all().map((bot) => bot.botId);

describe('the list of desired companions', () => {
  it('is unknown until it was read, which is not the same as empty', () => {
    const desired = new DesiredBots();
    desired.change('a', aBot('a'), desired.nextRequestNumber());
    expect(desired.isKnown).toBe(false);
    desired.replace([], desired.nextRequestNumber());
    expect(desired.isKnown).toBe(true);
    expect(ids(desired)).toEqual([]);
  });

  it('keeps a change that was asked for after the whole list', () => {
    const desired = new DesiredBots();
    desired.replace([aBot('a'), aBot('b')], desired.nextRequestNumber());
    const listAskedAt = desired.nextRequestNumber();
    desired.change('a', null, desired.nextRequestNumber());
    desired.change('c', aBot('c'), desired.nextRequestNumber());
    desired.replace([aBot('a'), aBot('b')], listAskedAt);
    expect(ids(desired).toSorted()).toEqual(['b', 'c']);
    desired.replace([aBot('a')], desired.nextRequestNumber());
    expect(ids(desired)).toEqual(['a']);
  });

  it('takes the answer asked for last when two overtake each other', () => {
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
