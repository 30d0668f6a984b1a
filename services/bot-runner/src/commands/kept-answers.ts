import { Keyring, LOGGER, REDIS, type Logger } from '@kith/kit';
import type { RunnableCommand } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { MAX_JOB_AGE_MS } from '../discord/job-attempt.js';
import type { CommandAnswer, CommandCall } from './catalogue-command.js';
import { CommandRunner } from './command-runner.js';

interface CallRef {
  readonly botId: string;
  /** The message, or the interaction, that is answered. */
  readonly messageId: string;
}

/** Runs commands once, also where Discord takes the answer only later: while a rate limit holds, for example. */
@Injectable()
export class KeptAnswers {
  constructor(
    private readonly runner: CommandRunner,
    private readonly keyring: Keyring,
    @Inject(REDIS) private readonly redis: Pick<Redis, 'get' | 'set'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** What an earlier attempt of the call kept, else as `CommandRunner.answer`. */
  async answer(ref: CallRef, command: RunnableCommand, call: CommandCall): Promise<CommandAnswer | null> {
    const kept = await this.redis.get(keyOf(ref)).catch(() => null);
    if (kept === null) return this.runner.answer(command, call);
    return JSON.parse(this.keyring.decrypt(kept, contextOf(ref))) as CommandAnswer;
  }

  /** Keeps an answer that was not posted, encrypted, for as long as its job is retried. Never throws: without it the command runs again. */
  async keep(ref: CallRef, answer: CommandAnswer): Promise<void> {
    try {
      const sealed = this.keyring.encrypt(JSON.stringify(answer), contextOf(ref));
      await this.redis.set(keyOf(ref), sealed, 'PX', MAX_JOB_AGE_MS);
    } catch (error) {
      this.logger.warn({ botId: ref.botId, messageId: ref.messageId, err: error }, 'answer of a command not kept');
    }
  }
}

const keyOf = ({ botId, messageId }: CallRef): string => `runner:command-answer:${botId}-${messageId}`;
const contextOf = ({ botId, messageId }: CallRef): string => `runner.command-answer.${botId}.${messageId}`;
