import { describe, expect, it } from '@jest/globals';
import { anActor } from '@kith/kit/testing';
import { ChangeFeeds, LatestValues } from './live-updates.js';

describe('LatestValues', () => {
  const aFeed = () => {
    const ends = { count: 0 };
    return { feed: new LatestValues<number>(() => (ends.count += 1)), ends };
  };

  it('yields the latest value of each key once, in the order of the changes, and skips overwritten ones', async () => {
    const { feed } = aFeed();
    feed.push('a', 1);
    feed.push('b', 2);
    feed.push('a', 3);
    expect(await feed.next()).toEqual({ done: false, value: 2 });
    expect(await feed.next()).toEqual({ done: false, value: 3 });
    const later = feed.next();
    feed.push('c', 4);
    expect(await later).toEqual({ done: false, value: 4 });
  });

  it('return() ends a pending read and calls onClose once', async () => {
    const { feed, ends } = aFeed();
    const waiting = feed.next();
    await feed.return();
    await feed.return();
    feed.push('a', 1);
    expect(await waiting).toEqual({ done: true, value: undefined });
    expect(await feed.next()).toEqual({ done: true, value: undefined });
    expect(ends.count).toBe(1);
  });
});

describe('ChangeFeeds', () => {
  it('read once for all feeds of a user at each change, and again at the next one', async () => {
    const [actor, other] = [anActor(), anActor()];
    const reads: string[] = [];
    const read = ({ userId }: { userId: string }) => Promise.resolve(`${userId} ${reads.push(userId)}`);
    const changes = new ChangeFeeds(read, { warn: () => undefined });
    const feeds = [...Array.from({ length: 200 }, () => changes.open(actor)), changes.open(other)];
    const nextOfAll = () => Promise.all(feeds.map((feed) => feed.next()));
    const first = await nextOfAll();
    expect(reads.toSorted()).toEqual([actor.userId, other.userId].toSorted());
    expect(new Set(first.map(({ value }) => value)).size).toBe(2);
    await new Promise(setImmediate);
    const second = nextOfAll();
    changes.push(actor.userId);
    changes.push(other.userId);
    expect((await second)[0]).toEqual({ done: false, value: expect.stringContaining(actor.userId) });
    expect(reads).toHaveLength(4);
  });
});
