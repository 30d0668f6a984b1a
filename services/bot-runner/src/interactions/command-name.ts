import { ApplicationCommandType, type APIApplicationCommandInteraction } from 'discord-api-types/v10';

/** What owners read of a slash command, or of an entry of a context menu. */
export const commandNameOf = ({ data }: Pick<APIApplicationCommandInteraction, 'data'>): string =>
  data.type === ApplicationCommandType.ChatInput ? `/${data.name}` : data.name;
