import { Keyring, LOGGER, REDIS, type Logger } from '@kith/kit';
import type { RunnableCommand } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { MAX_JOB_AGE_MS } from '../discord/job-attempt.js';
import type { CommandAnswer, CommandCall } from './catalogue-command.js';
import { CommandRunner } from './command-runner.js';

/** Of an answer as JSON. A longer one is not kept: its command runs again. */
const MAX_BYTES = 65_536;

interface CallRef {
  readonly botId: string;
  /** The message, or the interaction, that is answered. */
  readonly messageId: string;
}

interface KnownAnswer {
  readonly answer: CommandAnswer | null;
  /** It is kept until `drop`. */
  readonly isKept: boolean;
}

/** Runs commands once, also where Discord takes the answer only later: while a rate limit holds, for example. */
@Injectable()
export class KeptAnswers {
  constructor(
    private readonly runner: CommandRunner,
    private readonly keyring: Keyring,
    @Inject(REDIS) private readonly redis: Pick<Redis, 'get' | 'set' | 'del'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** What an earlier attempt of the call kept, else as `CommandRunner.answer`. */
  async answer(ref: CallRef, command: RunnableCommand, call: CommandCall): Promise<KnownAnswer> {
    const kept = await this.redis.get(keyOf(ref)).catch(() => null);
    if (kept === null) return { answer: await this.runner.answer(command, call), isKept: false };
    return { answer: JSON.parse(this.keyring.decrypt(kept, contextOf(ref))) as CommandAnswer, isKept: true };
  }

  /**
   * Keeps an answer that was not posted, encrypted, until `drop` or for as long as its job is retried; none above 64 KB. Never throws: without it the
   * command runs again.
   */
  async keep(ref: CallRef, answer: CommandAnswer): Promise<void> {
    const text = JSON.stringify(answer);
    if (Buffer.byteLength(text) > MAX_BYTES) return;
    try {
      const sealed = this.keyring.encrypt(text, contextOf(ref));
      await this.redis.set(keyOf(ref), sealed, 'PX', MAX_JOB_AGE_MS);
    } catch (error) {
      this.logger.warn({ botId: ref.botId, messageId: ref.messageId, err: error }, 'answer of a command not kept');
    }
  }

  /** The answer was posted, or nobody waits for it any more. Never throws: it is dropped later by itself. */
  async drop(ref: CallRef): Promise<void> {
    await this.redis.del(keyOf(ref)).catch(() => 0);
  }
}

const keyOf = ({ botId, messageId }: CallRef): string => `runner:command-answer:${botId}-${messageId}`;
const contextOf = ({ botId, messageId }: CallRef): string => `runner.command-answer.${botId}.${messageId}`;
