import { InteractionResponseType, MessageFlags } from 'discord-api-types/v10';
import type { ComponentAnswer } from './components.js';

/** A text that only the member sees, at once. */
export const nowPrivately = (content: string): ComponentAnswer => ({
  kind: 'now',
  body: {
    type: InteractionResponseType.ChannelMessageWithSource,
    data: { content, flags: MessageFlags.Ephemeral, allowed_mentions: { parse: [] } },
  },
});
