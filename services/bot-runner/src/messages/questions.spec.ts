import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { JobOf, queues, RunnableBot } from '@kith/proto';
import type { ConnectedBot } from './connected-bot.js';
import { Questions } from './questions.js';

const DISCORD_EPOCH_MS = 1_420_070_400_000;
const START_MS = Date.UTC(2026, 0, 1);
const connectedAt = (replyPace?: RunnableBot['replyPace']) => ({ bot: { replyPace } }) as ConnectedBot;
let connected = connectedAt();

describe('what a member writes in a row', () => {
  let queued: string[][];
  let questions: Questions;
  beforeEach(() => {
    jest.useFakeTimers({ now: START_MS });
    queued = [];
    connected = connectedAt();
    questions = new Questions(2000, ({ lines }) => Promise.resolve(void queued.push(lines.map(({ content }) => content))));
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  let count = 0n;
  const line = (
    content: string,
    sentMs: number,
    fields: { author?: string; channelId?: string } = {},
  ): JobOf<typeof queues.replies> => ({
    ownerId: 'owner',
    botId: 'bot',
    messageId: String((BigInt(START_MS + sentMs - DISCORD_EPOCH_MS) << 22n) + (count++ % 4096n)),
    channelId: fields.channelId ?? '1',
    guildId: '2',
    author: { id: fields.author ?? '3', name: 'Eve' },
    content,
  });
  /** The line arrives as it was sent; time runs until then. */
  const write = (...values: Parameters<typeof line>): Promise<void> => {
    jest.setSystemTime(START_MS + values[1]);
    return questions.add(connected, line(...values));
  };
  const after = async (ms: number): Promise<void> => {
    jest.advanceTimersByTime(ms);
    await Promise.resolve();
  };

  it('each line within two seconds after the one before, is one question, queued two seconds after the last line', async () => {
    void write('one', 0);
    await after(1900);
    void write('two', 1900);
    await after(1900);
    const last = write('three', 3800);
    expect(queued).toEqual([]);
    await after(2000);
    await last;
    expect(queued).toEqual([['one', 'two', 'three']]);
  });

  it('is a question of its own when it comes over a new connection of the bot: the earlier one may be closed', async () => {
    const over: ConnectedBot[] = [];
    questions = new Questions(2000, ({ connected: connection, lines }) => {
      over.push(connection);
      queued.push(lines.map(({ content }) => content));
      return Promise.resolve();
    });
    const [one, two] = [line('one', 0), line('two', 100)];
    void questions.add(connectedAt(), one);
    await after(50);
    for (const each of [one, two]) void questions.add(connected, each);
    await after(2000);
    expect(over).toHaveLength(2);
    expect(over[1]).toBe(connected);
    expect(queued[1]).toEqual(['one', 'two']);
  });

  it('is drawn apart from the lines before and after it', async () => {
    void write('one', 0);
    await after(100);
    const drawn = write('/generate image two', 100);
    await drawn;
    expect(queued).toEqual([['one'], ['/generate image two']]);
    await after(100);
    const last = write('three', 200);
    await after(2000);
    await last;
    expect(queued).toEqual([['one'], ['/generate image two'], ['three']]);
  });

  it('is answered line by line at the instant pace, and within twice the time is one question at the slow one', async () => {
    connected = connectedAt('instant');
    await write('one', 0);
    await write('two', 500);
    expect(queued).toEqual([['one'], ['two']]);
    connected = connectedAt('slow');
    void write('three', 1000);
    await after(3900);
    const last = write('four', 4900);
    await after(3900);
    expect(queued).toHaveLength(2);
    await after(200);
    await last;
    expect(queued.at(-1)).toEqual(['three', 'four']);
  });

  it('does not wait any more when the pace of the bot becomes instant, and keeps its order', async () => {
    void write('one', 0);
    connected = connectedAt('instant');
    await write('two', 500);
    await after(0);
    expect(queued).toEqual([['one'], ['two']]);
  });

  it('later than two seconds after the line before, is another question', async () => {
    void write('one', 0);
    await after(2100);
    void write('two', 2100);
    await after(2000);
    expect(queued).toEqual([['one'], ['two']]);
  });

  it('ends when somebody else writes in the channel, not when they write elsewhere', async () => {
    void write('one', 0);
    void write('elsewhere', 10, { author: '4', channelId: '9' });
    void write('two', 20);
    expect(questions.continues({ botId: 'bot', channelId: '1', authorId: '4', id: line('x', 30).messageId })).toBe(false);
    expect(queued).toEqual([['one', 'two']]);
    void write('three', 40);
    void write('of another', 50, { author: '4' });
    expect(queued).toEqual([['one', 'two'], ['three']]);
    await after(2000);
    expect(queued).toHaveLength(4);
  });

  it('follows lines that are changed or deleted while it waits, and is none without lines', async () => {
    const [first, second] = [line('one', 0), line('two', 10)];
    void questions.add(connected, first);
    void questions.add(connected, second);
    expect(questions.change({ ...second, content: 'TWO' })).toBe(true);
    expect(questions.change(line('never written', 20))).toBe(false);
    questions.remove(first);
    await after(2000);
    expect(queued).toEqual([['TWO']]);
    const [alone] = [line('deleted', 5000)];
    jest.setSystemTime(START_MS + 5000);
    const done = questions.add(connected, alone);
    questions.remove(alone);
    await done;
    await after(2000);
    expect([queued.length, questions.change(alone)]).toEqual([1, false]);
  });

  it('is one question also when Discord delivers the lines late, and a line twice', async () => {
    const [first, second] = [line('one', -60_000), line('two', -59_000)];
    void questions.add(connected, first);
    await after(50);
    void questions.add(connected, second);
    void questions.add(connected, second);
    void questions.add(connected, line('three', -50_000));
    await after(150);
    expect(queued).toEqual([['one', 'two'], ['three']]);
  });

  it('has at most ten lines and 4000 characters', async () => {
    for (let n = 0; n < 12; n += 1) void write(`${n}`, n);
    void write('x'.repeat(3995), 20);
    await after(2000);
    expect(queued.map((lines) => lines.length)).toEqual([10, 2, 1]);
  });

  it('is queued at once when its bot is handed over, and not again', async () => {
    void write('one', 0);
    questions.endAllOf('another bot');
    expect(queued).toEqual([]);
    questions.endAllOf('bot');
    await after(2000);
    expect(queued).toEqual([['one']]);
  });
});
