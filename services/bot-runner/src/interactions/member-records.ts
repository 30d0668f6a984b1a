import { Injectable } from '@nestjs/common';
import { Reminders } from '../commands/reminders.service.js';
import type { ConnectedBot } from '../messages/connected-bot.js';
import { QuestionChanges } from '../messages/question-changes.js';
import { Moderation } from '../moderation/moderation.js';
import { Reports } from '../reports/reports.service.js';
import { Systems } from '../systems/systems.js';
import { WaitingCalls } from './waiting-calls.js';

/** What the runners keep of a member, apart from what chat keeps. */
@Injectable()
export class MemberRecords {
  constructor(
    private readonly moderation: Moderation,
    private readonly reminders: Reminders,
    private readonly reports: Reports,
    private readonly questions: QuestionChanges,
    private readonly systems: Systems,
    private readonly waiting: WaitingCalls,
  ) {}

  /** Removes what a member left behind before the interaction `before`. */
  async forget(connected: ConnectedBot, memberId: string, before: string): Promise<void> {
    const { botId } = connected.bot;
    // Before what they would store.
    await this.waiting.forgetMember(botId, memberId, before);
    await this.moderation.forgetMember(connected, memberId, before);
    await this.reminders.forgetMember({ botId, memberId }, before);
    await this.reports.forgetMember(botId, memberId);
    for (const system of this.systems.all()) await system.forgetMember(botId, memberId);
    this.questions.forgetMember(connected, memberId);
    connected.replies.forgetMember(memberId);
  }
}
