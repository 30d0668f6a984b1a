import { LOGGER, RpcClient, type Logger } from '@kith/kit';
import { AppError, chat, RATING_REASONS, sentAtMs, type RatingReason } from '@kith/proto';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import {
  ApplicationCommandType,
  ComponentType,
  InteractionContextType,
  InteractionResponseType,
  MessageFlags,
  type APIApplicationCommandInteraction,
  type APIMessage,
} from 'discord-api-types/v10';
import { buttonIn, REPLY_BUTTONS } from '../deliveries/reply-buttons.js';
import { isThreadType } from '../discord/thread-types.js';
import type { ConnectedBot } from '../messages/connected-bot.js';
import type { CommandDefinition } from './command-definition.js';
import { Components, type ComponentAnswer, type ComponentUse } from './components.js';

/** In the context menu of a message. */
export const RATE_MENU: CommandDefinition = {
  type: ApplicationCommandType.Message,
  name: 'Rate this answer',
  description: '',
  options: [],
  contexts: [InteractionContextType.Guild, InteractionContextType.BotDM],
  default_member_permissions: null,
};

/** What the custom ids of the menus begin with. */
const RATING = 'rating';
const GOOD = 'good';
const CHOICES: readonly { readonly value: string; readonly label: string; readonly emoji: string }[] = [
  { value: GOOD, label: 'Good', emoji: '👍' },
  ...Object.entries({
    wrong: 'It is wrong',
    incomplete: 'Something is missing',
    off_topic: 'It is beside the question',
    unclear: 'It is hard to understand',
    rude: 'It is unfriendly',
    other: 'Something else',
  } satisfies Record<RatingReason, string>).map(([value, label]) => ({ value, label, emoji: '👎' })),
];
const ASK = 'How was this answer?';
const WHAT_WAS_WRONG = 'Thank you! What was wrong with it?';
/** Said before somebody chooses: a rating is what lets the owner read the question. */
const READ_IN_SERVERS = 'My owner may read the question and an answer that is not good, without names.';
const READ_IN_DIRECT = 'My owner sees the rating, not what you wrote.';
const THANKS = 'Thank you! That helps my owner to make me better.';
const NOT_OURS = 'Only answers of this companion can be rated here.';
const NOT_AN_ANSWER = 'I cannot find the question any more. Of a long answer, please rate the first message.';
const NOT_RATED = 'I cannot note that right now. Please try again in a minute.';

/** Ratings of answers with a reason: by the context menu, and after a thumb down (docs/decisions.md T17). */
@Injectable()
export class ReplyRatings implements OnModuleInit {
  constructor(
    private readonly components: Components,
    private readonly rpc: RpcClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.components.register(RATING, (connected, use) => this.choose(connected, use));
  }

  /** The menu with the choices, for the member alone; null for another command. */
  menuFor({ ownUserId }: ConnectedBot, interaction: APIApplicationCommandInteraction): ComponentAnswer | null {
    const { data, channel, guild_id: guildId } = interaction;
    if (data.type !== ApplicationCommandType.Message || data.name !== RATE_MENU.name) return null;
    const message = data.resolved.messages[data.target_id];
    if (message?.author.id !== ownUserId) return telling(NOT_OURS);
    const questionId = questionOf(message) ?? (isThreadType(channel.type) ? channel.id : null);
    return questionId === null ? telling(NOT_AN_ANSWER) : asking(ASK, { questionId, isDirect: guildId === undefined });
  }

  private async choose(
    { bot: { botId } }: ConnectedBot,
    { interaction, memberId, customId }: ComponentUse,
  ): Promise<ComponentAnswer | null> {
    const [chosen] = 'values' in interaction.data ? interaction.data.values : [];
    if (typeof chosen !== 'string' || !/^\d{1,20}$/.test(customId)) return null;
    const reason = RATING_REASONS.find((one) => one === chosen) ?? null;
    if (reason === null && chosen !== GOOD) return null;
    try {
      const rating = { botId, messageId: customId, memberId, isGood: chosen === GOOD, reason };
      await this.rpc.ask(chat.rate, { ...rating, ratedAtMs: sentAtMs(interaction.id) });
      return changed(THANKS);
    } catch (error) {
      if (error instanceof AppError && error.code === 'NOT_FOUND') return changed(NOT_AN_ANSWER);
      this.logger.info({ botId, messageId: customId, err: error }, 'rating of an answer not noted');
      return changed(NOT_RATED);
    }
  }
}

/** Asks why an answer is not good, after a thumb down. */
export const askingWhy = (questionId: string, isDirect: boolean): ComponentAnswer =>
  asking(WHAT_WAS_WRONG, { questionId, isDirect });

/** The message, or the interaction, that a message of the bot answers; null for one that answers none. */
function questionOf({ components = [], message_reference: reference, interaction_metadata: called }: APIMessage): string | null {
  for (const row of components)
    for (const part of 'components' in row ? row.components : []) {
      const id = 'custom_id' in part && part.custom_id.startsWith(`${REPLY_BUTTONS}:`) ? part.custom_id : '';
      const button = buttonIn(id.slice(REPLY_BUTTONS.length + 1));
      if (button) return button.messageId;
    }
  return reference?.message_id ?? called?.id ?? null;
}

function asking(
  text: string,
  { questionId, isDirect }: { readonly questionId: string; readonly isDirect: boolean },
): ComponentAnswer {
  const options = CHOICES.map(({ emoji, ...choice }) => ({ ...choice, emoji: { name: emoji } }));
  const menu = {
    type: ComponentType.StringSelect as const,
    custom_id: `${RATING}:${questionId}`,
    placeholder: 'Choose one',
    options,
  };
  return {
    kind: 'now',
    body: {
      type: InteractionResponseType.ChannelMessageWithSource,
      data: {
        content: `${text}\n-# ${isDirect ? READ_IN_DIRECT : READ_IN_SERVERS}`,
        flags: MessageFlags.Ephemeral,
        allowed_mentions: { parse: [] },
        components: [{ type: ComponentType.ActionRow, components: [menu] }],
      },
    },
  };
}

/** For the member alone. */
const telling = (content: string): ComponentAnswer => ({
  kind: 'now',
  body: {
    type: InteractionResponseType.ChannelMessageWithSource,
    data: { content, flags: MessageFlags.Ephemeral, allowed_mentions: { parse: [] } },
  },
});

/** In place of the menu. */
const changed = (content: string): ComponentAnswer => ({
  kind: 'now',
  body: { type: InteractionResponseType.UpdateMessage, data: { content, components: [], allowed_mentions: { parse: [] } } },
});
