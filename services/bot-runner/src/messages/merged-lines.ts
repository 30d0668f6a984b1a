import { REDIS } from '@kith/kit';
import type { JobOf, queues } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';

/** As long as it is known what was posted of an answer. */
const TTL_S = 86_400;
/** As long as Discord may deliver a line again. */
const OWN_TTL_S = 900;

// Each line belongs to the first question that claims it; the last key is of the line that names the question.
const CLAIM = `
  local questions = {}
  for index, key in ipairs(KEYS) do
    redis.call('set', key, ARGV[1], 'EX', index == #KEYS and ARGV[3] or ARGV[2], 'NX')
    questions[index] = redis.call('get', key)
  end
  return questions`;

/** To which question the lines belong that members wrote in a row: its answer replies to the last one. */
@Injectable()
export class MergedLines {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  /**
   * Those of the lines that belong to no other question. A runner that had the session before, or has it meanwhile, may have joined them with others,
   * because it heard of more of them or waited longer: the id of its question is another one.
   */
  async claim<Line extends Pick<JobOf<typeof queues.replies>, 'botId' | 'messageId'>>(
    lines: readonly [Line, ...Line[]],
  ): Promise<Line[]> {
    const { messageId: question } = lines.at(-1) ?? lines[0];
    const keys = lines.map(({ botId, messageId }) => keyOf(botId, messageId));
    const questions = (await this.redis.eval(CLAIM, keys.length, ...keys, question, TTL_S, OWN_TTL_S)) as string[];
    return lines.filter((_, index) => questions[index] === question);
  }

  /** Also for a question that is left of a longer one: its last line may have been an earlier one before. */
  async note({ botId, messageId, earlierIds = [] }: JobOf<typeof queues.replies>): Promise<void> {
    const changes = this.redis.multi().del(keyOf(botId, messageId));
    for (const earlierId of earlierIds) changes.set(keyOf(botId, earlierId), messageId, 'EX', TTL_S);
    await changes.exec();
  }

  /** The message that answers to this one reply to. */
  async questionOf(botId: string, messageId: string): Promise<string> {
    return (await this.redis.get(keyOf(botId, messageId))) ?? messageId;
  }
}

const keyOf = (botId: string, messageId: string): string => `runner:line-of:${botId}-${messageId}`;
