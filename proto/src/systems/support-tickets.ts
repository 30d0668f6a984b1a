import type { System } from './system.js';

export const SUPPORT_TICKETS: System = {
  id: 'support-tickets',
  name: 'Support Tickets',
  description: 'Members open private threads with a button, and your team answers them there.',
  category: 'Utility',
  icon: '🎫',
  features: ['Private threads', 'Transcripts for 30 days', 'Assignment', 'Closes what nobody writes in'],
  difficulty: 'Intermediate',
  price: 'Free',
  settings: {
    teamRole: {
      type: 'text',
      label: 'Team role',
      description:
        'Is notified of new tickets and sees them. Let everybody mention this role, or give it Manage Threads. Empty: who manages threads.',
      default: '',
      format: 'role',
    },
    logChannel: {
      type: 'text',
      label: 'Channel for transcripts',
      description: 'Gets what was written in a ticket as a text file when it is closed; empty for none.',
      default: '',
      format: 'channel',
    },
    maxOpenPerMember: {
      type: 'number',
      label: 'Open tickets of a member',
      description: 'How many a member can have open at once. Ten a day at most.',
      default: 2,
      min: 1,
      max: 5,
    },
    closeAfterDays: {
      type: 'number',
      label: 'Close after days',
      description: 'A ticket is closed when nobody wrote in it for so many days.',
      default: 7,
      min: 1,
      max: 60,
    },
    greeting: {
      type: 'text',
      label: 'First message',
      description: 'What members read in their new ticket.',
      default: 'Thank you for writing. The team will answer you here.',
      format: 'lines',
    },
  },
  needs: [{ name: 'message_content', for: 'transcripts' }],
  permissions: ['create_private_threads', 'manage_threads', 'send_in_threads', 'attach_files'],
};
