import type { System } from './system.js';

export const AUTO_MODERATION: System = {
  id: 'auto-moderation',
  name: 'Auto Moderation',
  description: "Keeps what you do not want out of your channels, with rules of your own on top of Discord's AutoMod.",
  category: 'Moderation',
  icon: '🛡️',
  features: [
    'Words, patterns, links, mentions, repeated messages, new accounts',
    'Delete, warn, time out, log',
    "Blocked by Discord's AutoMod where it can",
    'Dry run, case list and undo',
  ],
  difficulty: 'Intermediate',
  price: 'Free',
  settings: {
    dryRun: {
      type: 'boolean',
      label: 'Dry run',
      description: 'Only records what the rules would have done. Switch it off when you are content.',
      default: true,
    },
    logChannel: {
      type: 'text',
      label: 'Log channel',
      description: 'Is told what the rules did; empty for none.',
      default: '',
      format: 'channel',
    },
  },
  needs: [{ name: 'message_content', for: "what Discord's own AutoMod does not check" }],
  permissions: ['manage_messages', 'moderate_members', 'manage_guild'],
};
