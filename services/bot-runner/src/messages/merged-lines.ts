import { REDIS } from '@kith/kit';
import type { JobOf, queues } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';

type Line = JobOf<typeof queues.replies>;
type Lines = readonly [Line, ...Line[]];

/** As long as it is known what was posted of an answer. */
const TTL_S = 86_400;
/** As long as Discord may deliver a line again. */
const REPEATED_S = 900;

/**
 * Each line belongs to the first question that it was joined to. The lines that belong to none become one; if they are several, they are kept in
 * Redis until it has ended. Arguments: what precedes the id of a question in the key of its lines, the ids of the lines, and their jobs. Resolves to the
 * question of each line, and beside it the lines of that question where they are kept.
 */
const JOIN = `
local count, linesOf = #KEYS, ARGV[1]
local questions, free = {}, {}
for index, key in ipairs(KEYS) do
  questions[index] = redis.call('GET', key)
  if not questions[index] then table.insert(free, index) end
end
local last = free[#free]
if last then
  local lines = {}
  for _, index in ipairs(free) do
    questions[index] = ARGV[1 + last]
    redis.call('SET', KEYS[index], questions[index], 'EX', index == last and ${REPEATED_S} or ${TTL_S})
    table.insert(lines, ARGV[1 + count + index])
  end
  if #lines > 1 then redis.call('SET', linesOf .. questions[last], '[' .. table.concat(lines, ',') .. ']', 'EX', ${REPEATED_S}) end
end
local kept = {}
for index, question in ipairs(questions) do
  kept[index] = #free < count and question ~= questions[index - 1] and redis.call('GET', linesOf .. question)
end
return { questions, kept }`;

type JoiningRedis = Redis & {
  runnerJoinLines(...countKeysAndArguments: (string | number)[]): Promise<[questions: string[], kept: (string | null)[]]>;
};

/** To which question the lines belong that members wrote in a row: it has the id of the last one, to which its answer replies. */
@Injectable()
export class MergedLines {
  private readonly redis: JoiningRedis;

  constructor(@Inject(REDIS) redis: Redis) {
    redis.defineCommand('runnerJoinLines', { lua: JOIN });
    this.redis = redis as JoiningRedis;
  }

  /**
   * The questions that the lines belong to, oldest first, except those that have ended. A runner that had the session before, or has it meanwhile, may have
   * joined the lines with others, because it heard of more of them or waited longer. All of its question is returned, because it may have been killed
   * before it was in the queue: whoever has one of the lines adds it as well, under the same id.
   */
  async questionsWith(lines: Lines): Promise<Lines[]> {
    const keys = lines.map(({ botId, messageId }) => keyOf(botId, messageId));
    const ids = lines.map(({ messageId }) => messageId);
    const jobs = lines.map((line) => JSON.stringify(line));
    const [questions, kept] = await this.redis.runnerJoinLines(
      keys.length,
      ...keys,
      linesKey(lines[0].botId, ''),
      ...ids,
      ...jobs,
    );
    const found = [...new Set(questions)].toSorted((one, other) => (BigInt(one) < BigInt(other) ? -1 : 1));
    return found.flatMap((question) => {
      const own = lines.filter((_, index) => questions[index] === question);
      const whole = kept[questions.indexOf(question)] ?? null;
      const [first, ...others] = whole === null ? own : withChanges(JSON.parse(whole) as Line[], own);
      // Without its last line it cannot be one that was not in the queue yet.
      return first && (whole !== null || ids.includes(question)) ? [[first, ...others] as const] : [];
    });
  }

  /** Also for a question that is left of a longer one: its last line may have been an earlier one before. */
  async note({ botId, messageId, earlierIds = [] }: Line): Promise<void> {
    const changes = this.redis.multi().set(keyOf(botId, messageId), messageId, 'EX', REPEATED_S);
    for (const earlierId of earlierIds) changes.set(keyOf(botId, earlierId), messageId, 'EX', TTL_S);
    await changes.exec();
  }

  /** The question gets no answer: nobody has to add it to the queue any more. */
  async end({ botId, messageId }: Pick<Line, 'botId' | 'messageId'>): Promise<void> {
    await this.redis.del(linesKey(botId, messageId));
  }

  /** The message that answers to this one reply to. */
  async questionOf(botId: string, messageId: string): Promise<string> {
    return (await this.redis.get(keyOf(botId, messageId))) ?? messageId;
  }
}

const keyOf = (botId: string, messageId: string): string => `runner:line-of:${botId}-${messageId}`;

/** The lines of a question that has not ended. */
export const linesKey = (botId: string, messageId: string): string => `runner:lines:${botId}-${messageId}`;

/** Lines as they are now: members may have changed them while they waited for further ones. */
const withChanges = (lines: readonly Line[], changed: readonly Line[]): Line[] =>
  lines.map((line) => changed.find(({ messageId }) => messageId === line.messageId) ?? line);
