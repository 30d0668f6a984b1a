import { queues } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { FORGOTTEN } from '../commands/command-texts.js';
import { AcceptedJobs } from '../messages/accepted-jobs.js';
import { InteractionAnswers } from './interaction-answers.js';

/** What members called and no worker has run yet. */
@Injectable()
export class WaitingCalls {
  constructor(
    private readonly accepted: AcceptedJobs,
    private readonly answers: InteractionAnswers,
  ) {}

  /** Removes the calls of a member before the interaction `before`, and ends the "is thinking" of those that were interactions. */
  async forgetMember(botId: string, memberId: string, before: string): Promise<void> {
    const commands = await this.accepted.remove(
      queues.commands,
      `${botId}-`,
      ({ messageId, task }) => task.kind === 'call' && task.author.id === memberId && BigInt(messageId) < BigInt(before),
    );
    const systems = await this.accepted.remove(
      queues.systems,
      `${botId}-`,
      ({ task }) => task.kind !== 'event' && task.member.id === memberId,
    );
    const removed = [
      ...commands.removed.map(({ messageId, interaction, task }) => ({
        interactionId: messageId,
        sealed: interaction,
        isUpdate: task.kind === 'call' && task.use?.isUpdate === true,
      })),
      ...systems.removed.map(({ eventId, interaction, isUpdate = false }) => ({
        interactionId: eventId,
        sealed: interaction,
        isUpdate,
      })),
    ];
    for (const { interactionId, sealed, isUpdate } of removed)
      if (sealed !== undefined) void this.answers.end({ botId, interactionId, sealed }, FORGOTTEN, { isUpdate });
  }
}
