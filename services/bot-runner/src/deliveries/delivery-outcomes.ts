import { LOGGER, type Logger } from '@kith/kit';
import type { JobOf, queues } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { GuildAccess } from '../discord/guild-access.js';
import type { Failure } from '../discord/job-attempt.js';
import { missingToPost } from '../discord/missing-permission.js';
import { InteractionAnswers } from '../interactions/interaction-answers.js';
import { OutstandingMessages } from '../messages/outstanding-messages.js';
import { Problems } from '../problems/problems.service.js';
import { Traces } from '../traces/traces.service.js';

type Delivery = JobOf<typeof queues.deliveries>;

/** Notes what became of a text for Discord: for its owner, and for the next messages of the channel. */
@Injectable()
export class DeliveryOutcomes {
  constructor(
    private readonly outstanding: OutstandingMessages,
    private readonly problems: Problems,
    private readonly traces: Traces,
    private readonly answers: InteractionAnswers,
    private readonly access: GuildAccess,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** `failure` is null when the text was posted; `answerIds` are the messages that it was posted as. */
  async record(job: Delivery, failure: Failure | null, answerIds: readonly string[]): Promise<void> {
    const { botId, channelId, messageId, kind } = job;
    this.trace(job, failure?.reason ?? null, answerIds);
    if (failure === null) return this.resolveProblem(job);
    this.logger.warn({ botId, channelId, messageId, kind, reason: failure.reason }, 'message not delivered');
    if (failure.refusal?.status === 403) await this.recordRefusal(job, failure.refusal.code);
  }

  /** The next messages of the channel are not answered, and the owner reads why. */
  private async recordRefusal({ ownerId, botId, channelId, guildId }: Delivery, code: number | string): Promise<void> {
    await this.outstanding.markChannelRefused(botId, channelId).catch(() => undefined);
    if (!guildId) return;
    // Not awaited: the answers of others must not wait for Postgres.
    void missingToPost(this.access, { botId, channelId }, code).then((permission) =>
      this.problems.record({ ownerId, botId }, { guildId, channelId, action: 'send-messages' }, permission),
    );
  }

  /** `failure` is why it could not be posted. A notice tells members why there is no answer; its trace tells the owner. */
  private trace(
    { guildId = null, kind, noAnswer, interaction: sealed, ...job }: Delivery,
    failure: string | null,
    answerIds: readonly string[],
  ): void {
    const message = { ...job, guildId };
    if (failure !== null) this.traces.record(message, { outcome: 'unanswered', reason: 'discord_refused', detail: failure });
    else if (kind === 'reply') {
      // The row of the call may be missing: of many in a minute not all are noted.
      const command = sealed === undefined ? undefined : this.answers.commandOf({ interactionId: job.messageId, sealed });
      this.traces.record(message, { outcome: 'answered', answerIds, ...(command === undefined ? {} : { command }) });
    } else if (noAnswer !== undefined) this.traces.record(message, { outcome: 'unanswered', reason: noAnswer, answerIds });
  }

  private resolveProblem({ ownerId, botId, channelId, guildId }: Delivery): void {
    if (guildId) void this.problems.resolve({ ownerId, botId }, { guildId, channelId, action: 'send-messages' });
  }
}
