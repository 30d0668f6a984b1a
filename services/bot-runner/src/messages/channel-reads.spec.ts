import { describe, expect, it } from '@jest/globals';
import { ChannelReads } from './channel-reads.js';

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('messages of a channel that is read', () => {
  it('wait for that in their order, and those of other channels do not', async () => {
    const reads = new ChannelReads();
    const handled: string[] = [];
    const message = (channelId: string, name: string) => reads.until(channelId).then(() => handled.push(name));
    void message('a', 'a1');
    void message('b', 'b1');
    void message('c', 'c1');
    await turn();
    expect(handled).toEqual([]);
    reads.expect(['a', 'b']);
    await turn();
    expect(handled).toEqual(['c1']);
    void message('a', 'a2');
    reads.end('b');
    await turn();
    expect(handled).toEqual(['c1', 'b1']);
    reads.end('a');
    await turn();
    expect(handled).toEqual(['c1', 'b1', 'a1', 'a2']);
    expect(reads.isToBeRead('a')).toBe(false);
  });

  it('wait no longer when the reading is given up', async () => {
    const reads = new ChannelReads();
    reads.expect(['a']);
    const waited = reads.until('a');
    reads.endAll();
    await expect(waited).resolves.toBeUndefined();
    reads.expect(['a']);
    expect(reads.isToBeRead('a')).toBe(false);
  });
});
