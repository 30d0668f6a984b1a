import { z } from 'zod';
import { Actor } from './actor.js';
import { area } from './contract.js';
import { id, isoTime, Message, text } from './fields.js';

export const SYSTEM_CATEGORIES = ['Moderation', 'Entertainment', 'Engagement', 'Utility'] as const;
export type SystemCategory = (typeof SYSTEM_CATEGORIES)[number];

/** One setting of a system, as the configuration panel shows it. */
export type SystemSetting =
  | { readonly type: 'text'; readonly label: string; readonly description: string; readonly default: string }
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

export interface System {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly category: SystemCategory;
  /** An emoji. */
  readonly icon: string;
  readonly features: readonly string[];
  readonly difficulty: 'Beginner' | 'Intermediate' | 'Advanced';
  readonly price: 'Free' | 'Premium' | 'Pro';
  readonly settings?: Readonly<Record<string, SystemSetting>>;
}

/** The system catalogue. */
export const SYSTEMS: readonly System[] = [
  {
    id: 'reaction-roles',
    name: 'Reaction Roles',
    description: 'Members pick their roles by reacting to a message.',
    category: 'Engagement',
    icon: '🎭',
    features: ['Roles by reaction', 'Several messages', 'Removal on demand'],
    difficulty: 'Beginner',
    price: 'Free',
    settings: {
      maxRoles: {
        type: 'number',
        label: 'Maximum roles',
        description: 'How many roles a member can pick from one message.',
        default: 5,
        min: 1,
        max: 50,
      },
      removeOnReact: {
        type: 'boolean',
        label: 'Remove on second reaction',
        description: 'Reacting again takes the role away.',
        default: true,
      },
      logChannel: {
        type: 'text',
        label: 'Log channel',
        description: 'Channel that is told about role changes; empty for none.',
        default: '',
      },
    },
  },
  {
    id: 'auto-moderation',
    name: 'Auto Moderation',
    description: 'Keeps spam, links and insults out of your channels.',
    category: 'Moderation',
    icon: '🛡️',
    features: ['Spam filter', 'Link filter', 'Warnings'],
    difficulty: 'Beginner',
    price: 'Free',
  },
  {
    id: 'ai-moderator',
    name: 'AI Moderator',
    description: 'Judges messages by what they mean, not by single words.',
    category: 'Moderation',
    icon: '🤖',
    features: ['Reads context', 'Graded reactions', 'Reports for your team'],
    difficulty: 'Advanced',
    price: 'Premium',
  },
  {
    id: 'music-bot',
    name: 'Music Bot',
    description: 'Plays music in your voice channels.',
    category: 'Entertainment',
    icon: '🎵',
    features: ['Queue', 'Playlists', 'Volume and skip votes'],
    difficulty: 'Intermediate',
    price: 'Free',
  },
  {
    id: 'leveling-xp',
    name: 'Leveling & XP',
    description: 'Members earn experience and levels by taking part.',
    category: 'Engagement',
    icon: '📈',
    features: ['Experience per message', 'Level roles', 'Leaderboard'],
    difficulty: 'Intermediate',
    price: 'Free',
  },
  {
    id: 'economy-system',
    name: 'Economy System',
    description: 'A currency of your own, with a shop and daily rewards.',
    category: 'Engagement',
    icon: '💰',
    features: ['Daily rewards', 'Shop', 'Transfers'],
    difficulty: 'Advanced',
    price: 'Premium',
  },
  {
    id: 'welcome-messages',
    name: 'Welcome Messages',
    description: 'Greets new members and says goodbye to those who leave.',
    category: 'Utility',
    icon: '👋',
    features: ['Greeting', 'Farewell', 'Role on join'],
    difficulty: 'Beginner',
    price: 'Free',
  },
  {
    id: 'support-tickets',
    name: 'Support Tickets',
    description: 'Members open private tickets that your team answers.',
    category: 'Utility',
    icon: '🎫',
    features: ['Private channels', 'Transcripts', 'Assignment'],
    difficulty: 'Intermediate',
    price: 'Free',
  },
  {
    id: 'event-manager',
    name: 'Event Manager',
    description: 'Plans events, takes sign-ups and reminds everybody.',
    category: 'Utility',
    icon: '📅',
    features: ['Sign-ups', 'Reminders', 'Calendar'],
    difficulty: 'Intermediate',
    price: 'Premium',
  },
  {
    id: 'mini-games',
    name: 'Mini Games',
    description: 'Small games to play together in a channel.',
    category: 'Entertainment',
    icon: '🎮',
    features: ['Trivia', 'Word games', 'High scores'],
    difficulty: 'Beginner',
    price: 'Pro',
  },
];

const setting = z.union([text(500), z.number(), z.boolean()]);
/** Values of the settings of one system, by name; the service checks them against the catalogue. */
export const SystemSettings = z
  .record(z.string().max(40), setting)
  .refine((all) => Object.keys(all).length <= 50, 'Too many settings');

export const InstalledSystem = z.object({
  systemId: z.string().describe('The id of the system in the catalogue, e.g. reaction-roles.'),
  settings: z.record(z.string(), setting),
  installedAt: isoTime,
});
export type InstalledSystem = z.infer<typeof InstalledSystem>;

const systemId = text(40).min(1);
const bySystem = z.object({ actor: Actor, botId: id, systemId });

/** The systems installed in a bot and their settings. They have no effect on Discord yet (docs/decisions.md M13). */
export const systems = area('bots', 'systems', {
  /** The systems installed in a bot of the actor, oldest first. */
  list: {
    input: z.object({ actor: Actor, botId: id }),
    output: z.object({ systems: z.array(InstalledSystem) }),
    isRead: true,
    repeatable: true,
  },
  /** Installs a system with its default settings. ALREADY_INSTALLED; NOT_FOUND for an unknown system. */
  install: { input: bySystem, output: InstalledSystem },
  /** Changes the named settings; `reset` goes back to the defaults first. BAD_INPUT for an unknown setting or a value of another type. */
  configure: {
    input: bySystem.extend({ settings: SystemSettings.default({}), reset: z.boolean().default(false) }),
    output: InstalledSystem,
    repeatable: true,
  },
  /** Uninstalls a system and deletes its settings. NOT_FOUND when it is not installed, IMPERSONATING. */
  remove: { input: bySystem, output: Message },
});
