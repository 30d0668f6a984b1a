import type { DiscordPermission } from '../discord-permission-bits.js';

export const SYSTEM_CATEGORIES = ['Moderation', 'Entertainment', 'Engagement', 'Utility'] as const;
export type SystemCategory = (typeof SYSTEM_CATEGORIES)[number];

/** One setting of a system, as the configuration panel shows it. */
export type SystemSetting =
  | {
      readonly type: 'text';
      readonly label: string;
      readonly description: string;
      readonly default: string;
      /** What the text is, where it is not a single line: the id of a channel, a voice channel or a role, lines with a level and the id of a role, or any lines. */
      readonly format?: 'channel' | 'voice-channel' | 'role' | 'level-roles' | 'lines';
    }
  | {
      readonly type: 'number';
      readonly label: string;
      readonly description: string;
      readonly default: number;
      readonly min: number;
      readonly max: number;
    }
  | { readonly type: 'boolean'; readonly label: string; readonly description: string; readonly default: boolean }
  | {
      readonly type: 'select';
      readonly label: string;
      readonly description: string;
      readonly default: string;
      readonly options: readonly string[];
    };

/** What depends on the owner's model and on the privileged gateway intents of the application. */
export const CAPABILITIES = ['model', 'message_content', 'server_members'] as const;

export interface CapabilityNeed {
  readonly name: (typeof CAPABILITIES)[number];
  /** What does not work without it; absent where that is all of it. */
  readonly for?: string;
}

export interface System {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly category: SystemCategory;
  /** An emoji. */
  readonly icon: string;
  readonly features: readonly string[];
  readonly difficulty: 'Beginner' | 'Intermediate' | 'Advanced';
  /** Premium systems act while the owner has the Premium plan (docs/decisions.md X5). */
  readonly price: 'Free' | 'Premium';
  readonly settings: Readonly<Record<string, SystemSetting>>;
  readonly needs: readonly CapabilityNeed[];
  /** What it needs on Discord in addition. */
  readonly permissions: readonly DiscordPermission[];
}
