import { isOutage, LOGGER, RpcClient, type Logger } from '@kith/kit';
import { AppError, proactive, type JobOf, type ProactiveMessage, type queues } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { ProactiveLog, type Saying } from './proactive-log.js';

type Job = JobOf<typeof queues.proactive>;

interface Wanted {
  readonly message: ProactiveMessage;
  readonly guildId: string;
  readonly isLastAttempt: boolean;
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
  async isDecided(job: Job, { isWritten }: ProactiveMessage): Promise<boolean> {
    return isWritten && (await this.log.sayingOf(job)) !== null;
  }

  /** Throws what another attempt may overcome, while there is one. */
  async of(job: Job, wanted: Wanted): Promise<Saying> {
    const { text, isWritten } = wanted.message;
    const own = { text, isWritten: false, isEnded: false };
    if (!isWritten) return own;
    const decided = await this.log.sayingOf(job);
    if (decided) return decided;
    const written = await this.writtenFor(job, wanted);
    return this.log.decide(job, written === null ? own : { text: written, isWritten: true, isEnded: false });
  }

  /** Settles what was charged for the message, or releases it where the message was not written or is not posted. */
  async end(job: Job, { isWritten }: ProactiveMessage, isPosted: boolean): Promise<void> {
    if (!isWritten) return;
    const { ownerId, botId, channelId, eventId } = job;
    const saying = await this.log.sayingOf(job);
    if (!saying || saying.isEnded) return;
    const outcome = { ownerId, botId, channelId, eventId, isPosted: isPosted && saying.isWritten };
    try {
      await this.rpc.ask(proactive.end, outcome);
    } catch (error) {
      if (outcome.isPosted) throw error;
      // Billing releases what stays reserved.
      this.logger.warn({ botId, channelId, err: error }, 'charge of a proactive message not released');
    }
    await this.log.end(job);
  }

  /** Null where the text of the owner is to be said instead. */
  private async writtenFor(job: Job, { message, guildId, isLastAttempt }: Wanted): Promise<string | null> {
    const { botId, channelId, eventId } = job;
    const { event, quietDays, hint } = message;
    try {
      const { text } = await this.rpc.ask(proactive.write, { botId, channelId, eventId, guildId, event, quietDays, hint });
      return text;
    } catch (error) {
      if (isOutage(error) && !isLastAttempt) throw error;
      const { code, message: reason } = AppError.from(error);
      const instead = message.text === '' ? 'nothing' : 'the text of the owner';
      this.logger.info({ botId, channelId, code, reason, instead }, 'no model wrote a proactive message');
      return null;
    }
  }
}
