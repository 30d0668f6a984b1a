import { LOGGER, type Logger } from '@kith/kit';
import type { RunnableBot } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { RESTJSONErrorCodes, Routes, type APIDMChannel } from 'discord-api-types/v10';
import { MessagePoster } from '../discord/message-poster.js';
import { isOutOfReach, isRefused } from '../discord/refused.js';
import { RestClients } from '../discord/rest-clients.js';
import { AnswerPoster } from '../interactions/answer-poster.js';
import { answersDirectMessages } from '../messages/decide.js';
import { Reminders, type DueReminder } from './reminders.service.js';

/** Delivers reminders where they were asked for, else to the member alone. */
@Injectable()
export class ReminderDelivery {
  constructor(
    readonly stored: Reminders,
    private readonly poster: MessagePoster,
    private readonly clients: RestClients,
    private readonly answers: AnswerPoster,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Delivers a reminder, which notifies its member, and deletes it; nothing when it was delivered or cancelled. One that its channel refuses is a
   * direct message, where the bot writes those; where Discord refuses that, too, it is given up. The owner reads that the channel is out of reach. Throws what another attempt
   * may overcome, as `MessagePoster.post` does.
   */
  async deliver(id: string, bot: RunnableBot): Promise<void> {
    const reminder = await this.stored.find(id);
    if (!reminder) return;
    // Once it was refused it is not posted there any more: the direct message may have been sent already.
    const refusedCode = reminder.refusedCode ?? (await this.postInChannel(reminder, bot));
    if (refusedCode !== null) {
      const isSent = await this.sendDirectly(reminder, bot, refusedCode);
      if (!isSent) this.logger.warn({ botId: bot.botId, channelId: reminder.channelId, refusedCode }, 'reminder given up');
      // That a channel was deleted is nothing to mend where its member got the reminder.
      if (!isSent && refusedCode === RESTJSONErrorCodes.UnknownChannel) await this.tellOwner(reminder, bot, refusedCode);
    }
    await this.stored.cancel(id);
  }

  /** Null when it is posted; otherwise Discord's code for why it never can be. */
  private async postInChannel(reminder: DueReminder, bot: RunnableBot): Promise<number | null> {
    const { id, channelId, memberId, text } = reminder;
    try {
      await this.poster.post({
        botId: bot.botId,
        postId: `reminder-${id}`,
        channelId,
        parts: [{ content: `⏰ <@${memberId}> ${text}` }],
        notifiedMembers: [memberId],
      });
      return null;
    } catch (error) {
      if (!isRefused(error)) throw error;
      const code = Number(error.code);
      // A text that Discord refuses (400) is nothing that the owner can mend. Told before the code is stored: a repeated job knows no status.
      if (isOutOfReach(error) && code !== RESTJSONErrorCodes.UnknownChannel) await this.tellOwner(reminder, bot, code);
      await this.stored.setRefused(id, code);
      return code;
    }
  }

  /** False where the bot writes no direct messages, or Discord refuses this one. */
  private async sendDirectly({ id, memberId, text, ...place }: DueReminder, bot: RunnableBot, code: number): Promise<boolean> {
    if (place.guildId === null || bot.ageRating !== 'everyone' || !answersDirectMessages(bot)) return false;
    const why = whyDirectly(code, place.channelId);
    try {
      const body = { recipient_id: memberId };
      const opened = await this.clients.use(bot.botId, (rest) => rest.post(Routes.userChannels(), { body }));
      const { id: channelId } = opened as APIDMChannel;
      await this.poster.post({
        botId: bot.botId,
        postId: `reminder-${id}-direct`,
        channelId,
        parts: [{ content: `⏰ ${text}\n-# ${why}` }],
      });
      return true;
    } catch (error) {
      if (!isRefused(error)) throw error;
      return false;
    }
  }

  private tellOwner({ guildId, channelId }: DueReminder, bot: RunnableBot, code: number): Promise<void> {
    return this.answers.recordRefusal(bot, { guildId, channelId }, code);
  }
}

/** What the member reads of the channel that refused the reminder with this code of Discord. */
function whyDirectly(code: number, channelId: string): string {
  if (code === RESTJSONErrorCodes.UnknownChannel) return 'The channel in which you asked me for this does not exist any more.';
  const isForbidden = code === RESTJSONErrorCodes.MissingAccess || code === RESTJSONErrorCodes.MissingPermissions;
  return isForbidden
    ? `I cannot write in <#${channelId}> any more, where you asked me for this.`
    : `Discord refused it in <#${channelId}>, where you asked me for this.`;
}
