import { isOutage, LOGGER, RpcClient, type Logger } from '@kith/kit';
import { AppError, proactive, type JobOf, type ProactiveMessage, type queues } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { ProactiveLog, type ProactiveText } from './proactive-log.js';

type Job = JobOf<typeof queues.proactive>;

interface Wanted {
  readonly message: ProactiveMessage;
  readonly guildId: string;
  readonly isLastAttempt: boolean;
}

interface Ending {
  /** Null where it is not known, because the bot was stopped for example: caps of the server do not count the message then. */
  readonly guildId: string | null;
  readonly isPosted: boolean;
}

/**
 * What bots say by themselves: the text of the owner, or one that a language model writes. Which of them is decided once for each event, before
 * anything is posted, so that what is charged is what is said.
 */
@Injectable()
export class ProactiveTexts {
  constructor(
    private readonly log: ProactiveLog,
    private readonly rpc: RpcClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Whether an earlier attempt has decided what is said. */
  async isDecided(job: Job): Promise<boolean> {
    return (await this.log.textOf(job)) !== null;
  }

  /** Throws what another attempt may overcome, while there is one. */
  async of(job: Job, wanted: Wanted): Promise<ProactiveText> {
    const decided = await this.log.textOf(job);
    if (decided) return decided;
    const { text, isWritten } = wanted.message;
    const own: ProactiveText = { text, isWritten: false, isCharged: false, outcome: null };
    if (!isWritten) return own;
    return this.log.decide(job, (await this.writtenFor(job, wanted)) ?? own);
  }

  /**
   * Settles what was charged for the message, or releases it where the message was not written or is not posted. Whatever the settings say by now:
   * what was noted decides. Throws while a posted message is not settled.
   */
  async end(job: Job, { guildId, isPosted }: Ending): Promise<void> {
    const { ownerId, botId, channelId, eventId } = job;
    const text = await this.log.textOf(job);
    // Another attempt that ran at the same time may have dropped it before it was posted.
    if (!text || text.outcome === 'posted' || (text.outcome === 'dropped' && !isPosted)) return;
    const isSettled = isPosted && text.isWritten;
    try {
      const { isCharged } = text;
      await this.rpc.ask(proactive.end, { ownerId, botId, channelId, eventId, guildId, isCharged, isPosted: isSettled });
    } catch (error) {
      if (isSettled) throw error;
      // Billing releases what stays reserved.
      this.logger.warn({ botId, channelId, err: error }, 'charge of a proactive message not released');
    }
    await this.log.end(job, text, isPosted ? 'posted' : 'dropped');
  }

  /** Null where the text of the owner is to be said instead. */
  private async writtenFor(job: Job, { message, guildId, isLastAttempt }: Wanted): Promise<ProactiveText | null> {
    const { botId, channelId, eventId } = job;
    const { event, quietDays, hint } = message;
    try {
      const asked = { botId, channelId, eventId, guildId, event, quietDays, hint };
      const { text, isCharged } = await this.rpc.ask(proactive.write, asked);
      return { text, isWritten: true, isCharged, outcome: null };
    } catch (error) {
      const { code, message: reason } = AppError.from(error);
      // After so long a model may have written, and would write for nothing again.
      if (isOutage(error) && code !== 'DEADLINE' && !isLastAttempt) throw error;
      const instead = message.text === '' ? 'nothing' : 'the text of the owner';
      this.logger.info({ botId, channelId, code, reason, instead }, 'no model wrote a proactive message');
      return null;
    }
  }
}
