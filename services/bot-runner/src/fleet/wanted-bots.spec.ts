import { describe, expect, it } from '@jest/globals';
import { ChannelSettings, type Runnable } from '@kith/proto';
import { WantedBots } from './wanted-bots.js';

const aBot = (botId: string, version = 1): Runnable => ({
  botId,
  ownerId: botId,
  name: botId,
  applicationId: `app-${botId}`,
  serverId: null,
  channelSettings: ChannelSettings.parse({}),
  version,
});
const ids = (wanted: WantedBots): string[] => wanted.all().map((bot) => bot.botId);

describe('the list of wanted companions', () => {
  it('is unknown until it was read, which is not the same as empty', () => {
    const wanted = new WantedBots();
    wanted.change('a', aBot('a'), wanted.askedNow());
    expect(wanted.isKnown).toBe(false);
    wanted.replace([], wanted.askedNow());
    expect(wanted.isKnown).toBe(true);
    expect(ids(wanted)).toEqual([]);
  });

  it('keeps a change that was asked for after the whole list', () => {
    const wanted = new WantedBots();
    wanted.replace([aBot('a'), aBot('b')], wanted.askedNow());
    const listAskedAt = wanted.askedNow();
    wanted.change('a', null, wanted.askedNow());
    wanted.change('c', aBot('c'), wanted.askedNow());
    wanted.replace([aBot('a'), aBot('b')], listAskedAt);
    expect(ids(wanted).toSorted()).toEqual(['b', 'c']);
    wanted.replace([aBot('a')], wanted.askedNow());
    expect(ids(wanted)).toEqual(['a']);
  });

  it('takes the answer asked for last when two overtake each other', () => {
    const wanted = new WantedBots();
    const [older, newer] = [wanted.askedNow(), wanted.askedNow()];
    wanted.change('a', aBot('a', 2), newer);
    wanted.change('a', aBot('a', 1), older);
    expect(wanted.get('a')?.version).toBe(2);
    const [first, second] = [wanted.askedNow(), wanted.askedNow()];
    wanted.change('a', aBot('a', 3), first);
    wanted.change('a', null, second);
    expect(wanted.get('a')).toBeUndefined();
  });
});
