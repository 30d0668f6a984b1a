import type { System } from './system.js';

const percent = (label: string, description: string, value: number) =>
  ({ type: 'number', label, description, default: value, min: 1, max: 100 }) as const;

export const AI_MODERATOR: System = {
  id: 'ai-moderator',
  name: 'AI Moderator',
  description: 'A language model judges messages by what they mean, against your own categories.',
  category: 'Moderation',
  icon: '🤖',
  features: [
    'Your own categories with thresholds',
    'Report, warn, delete or time out by how certain it is',
    'Category and certainty in the log channel and the case list',
    'Up to ten messages of ten seconds count as one message',
  ],
  difficulty: 'Advanced',
  price: 'Premium',
  settings: {
    dryRun: {
      type: 'boolean',
      label: 'Dry run',
      description: 'Only records what it would have done. Switch it off when you are content.',
      default: true,
    },
    categories: {
      type: 'text',
      label: 'Categories',
      description: 'One a line, at most ten. With a number behind a colon, a category has a threshold of its own: Scams: 85.',
      default: 'Insults and harassment\nThreats of violence\nHate against groups of people\nSexual content\nScams and fraud',
      format: 'lines',
    },
    reportFrom: percent('Report from (%)', 'How certain it has to be to write into the case list and the log.', 70),
    warnFrom: percent('Warn from (%)', 'How certain it has to be to warn the member.', 80),
    deleteFrom: percent('Delete from (%)', 'How certain it has to be to delete the message.', 90),
    timeoutFrom: percent('Time out from (%)', 'How certain it has to be to time the member out.', 98),
    timeoutMinutes: {
      type: 'number',
      label: 'Minutes of a timeout',
      description: 'How long a member cannot write.',
      default: 10,
      min: 1,
      max: 1440,
    },
    maxPerMinute: {
      type: 'number',
      label: 'Messages a minute',
      description: 'How many messages of a server it judges in a minute; more are not judged.',
      default: 30,
      min: 1,
      max: 100,
    },
    logChannel: {
      type: 'text',
      label: 'Log channel',
      description: 'Is told what was found, with the category; empty for none.',
      default: '',
      format: 'channel',
    },
  },
  needs: [{ name: 'model' }, { name: 'message_content' }],
  permissions: ['manage_messages', 'moderate_members'],
};
