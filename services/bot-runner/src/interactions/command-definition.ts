import type { APIApplicationCommandOption, ApplicationCommandType, InteractionContextType } from 'discord-api-types/v10';

/** What is registered with Discord for one command. */
export interface CommandDefinition {
  readonly type: ApplicationCommandType.ChatInput | ApplicationCommandType.Message;
  readonly name: string;
  /** '' in a context menu. */
  readonly description: string;
  readonly options: readonly APIApplicationCommandOption[];
  readonly contexts: readonly InteractionContextType[];
  /** Bits as a decimal string; null: everybody. Administrators of a server may change it there. */
  readonly default_member_permissions: string | null;
  /** Discord offers it in age-restricted channels only; absent: everywhere. */
  readonly nsfw?: boolean;
}
