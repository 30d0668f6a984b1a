import { Events, LOGGER, RpcClient, type Logger } from '@kith/kit';
import { AppError, chat, events, sentAtMs } from '@kith/proto';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { PermissionFlagsBits, type GatewayMessageCreateDispatchData } from 'discord-api-types/v10';
import { buttonIn, REPLY_BUTTONS, type ReplyButton } from '../deliveries/reply-buttons.js';
import { allows } from '../discord/guild-access.js';
import type { ConnectedBot } from '../messages/connected-bot.js';
import { incomingMessage } from '../messages/incoming-message.js';
import { FOR_ADULTS } from '../messages/intake-notices.js';
import { QuestionChanges } from '../messages/question-changes.js';
import { AskedQuestions } from './asked-questions.js';
import { Components, type ComponentAnswer, type ComponentUse } from './components.js';
import { nowPrivately, refusingUse } from './interaction-responses.js';
import { askingWhy } from './reply-ratings.js';

/** What owners read that a button belongs to. */
const BELOW_ANSWER = 'below an answer';
const NOT_YOURS = 'Only who asked can do this.';
const TOO_OLD = 'This answer is too old for that.';
const GONE = 'I cannot find the question any more.';
const NOT_NOW = 'I cannot answer this again right now. Please try again in a minute.';
const THANKS = 'Thank you! The owner of this companion sees how many answers were good.';
const NOT_RATED = 'I cannot note that right now. Please try again in a minute.';

/** What the buttons below answers do (docs/decisions.md C33). */
@Injectable()
export class ReplyButtonUses implements OnModuleInit {
  constructor(
    private readonly components: Components,
    private readonly questions: AskedQuestions,
    private readonly changes: QuestionChanges,
    private readonly rpc: RpcClient,
    private readonly events: Events,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.components.register(REPLY_BUTTONS, (connected, use) => this.answer(connected, use));
  }

  private async answer(connected: ConnectedBot, use: ComponentUse): Promise<ComponentAnswer | null> {
    const button = buttonIn(use.customId);
    if (!button) return null;
    if (button.action === 'stop') return this.stop(connected, use, button);
    if (button.action === 'again') return this.again(connected, use, button);
    return this.rate(connected, use, button);
  }

  /** Whoever asked, or may delete the answer anyway. */
  private stop({ bot: { botId } }: ConnectedBot, use: ComponentUse, { messageId, authorId }: ReplyButton): ComponentAnswer {
    const permissions = BigInt(use.interaction.member?.permissions ?? 0);
    if (use.memberId !== authorId && !allows(permissions, PermissionFlagsBits.ManageMessages)) return nowPrivately(NOT_YOURS);
    return changing(() => this.events.publish(events.replyInterrupted, { botId, messageId, reason: 'stopped' }));
  }

  /** The question is read again: it may have been changed, and nobody keeps it for long. */
  private async again(
    connected: ConnectedBot,
    use: ComponentUse,
    { messageId, authorId }: ReplyButton,
  ): Promise<ComponentAnswer> {
    const { botId } = connected.bot;
    const { interaction, memberId } = use;
    if (memberId !== authorId) return nowPrivately(NOT_YOURS);
    if (!(await this.changes.isAnswered(botId, messageId))) return refusing(TOO_OLD);
    const { channel } = interaction;
    // An answer in a thread of its own: the thread has the id of the question, which stands in the channel.
    const parentId = channel && 'parent_id' in channel ? channel.parent_id : null;
    const channelId = channel?.id === messageId ? parentId : channel?.id;
    const raw = channelId ? await this.questions.read(botId, channelId, messageId) : null;
    if (raw?.author.id !== memberId) return refusing(GONE);
    const inGuild = interaction.guild_id === undefined ? {} : { guild_id: interaction.guild_id };
    const channelType = channel?.id === channelId ? { channel_type: channel?.type } : {};
    const whole = { ...raw, ...inGuild, ...channelType } as GatewayMessageCreateDispatchData;
    const written = incomingMessage(whole, connected);
    const asked = { ...written, parentId: written.isThread ? (parentId ?? null) : written.parentId };
    const message = await this.questions.placed(connected, asked);
    if (!(await this.questions.mayAnswer(connected.bot, message)))
      return refusingUse(FOR_ADULTS, BELOW_ANSWER, 'not_age_restricted');
    const revise = this.changes.revision(connected, message, whole, interaction.id);
    return revise ? changing(revise) : refusing(NOT_NOW);
  }

  /** Who asked; the last rating counts, so that a repeated one changes nothing, nor one that is delivered again after a later one. */
  private async rate(
    { bot: { botId } }: ConnectedBot,
    { memberId, interaction }: ComponentUse,
    { action, messageId, authorId }: ReplyButton,
  ): Promise<ComponentAnswer> {
    if (memberId !== authorId) return nowPrivately(NOT_YOURS);
    try {
      const ratedAtMs = sentAtMs(interaction.id);
      await this.rpc.ask(chat.rate, { botId, messageId, memberId, isGood: action === 'good', ratedAtMs });
      return action === 'good' ? nowPrivately(THANKS) : askingWhy(messageId, interaction.guild_id === undefined);
    } catch (error) {
      if (error instanceof AppError && error.code === 'NOT_FOUND') return refusing(TOO_OLD);
      this.logger.info({ botId, messageId, err: error }, 'rating of an answer not noted');
      return refusing(NOT_RATED);
    }
  }
}

const refusing = (told: string): ComponentAnswer => refusingUse(told, BELOW_ANSWER);

/** The answer is changed by its own job. */
const changing = (enqueue: () => Promise<void>): ComponentAnswer => ({
  kind: 'later',
  isUpdate: true,
  isPrivate: false,
  enqueue,
});
