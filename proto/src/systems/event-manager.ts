import type { System } from './system.js';

export const EVENT_MANAGER: System = {
  id: 'event-manager',
  name: 'Event Manager',
  description: 'Plans events, takes sign-ups and reminds everybody.',
  category: 'Utility',
  icon: '📅',
  features: ['Sign-ups', 'Reminders', 'Calendar'],
  difficulty: 'Intermediate',
  price: 'Premium',
  settings: {
    announcementChannel: {
      type: 'text',
      label: 'Announcement channel',
      description: 'Where events are announced and members reminded; empty for none.',
      default: '',
      format: 'channel',
    },
    reminderMinutes: {
      type: 'number',
      label: 'Reminder',
      description: 'How many minutes before the start it reminds; 0 for no reminder.',
      default: 30,
      min: 0,
      max: 1440,
    },
    mentionSignUps: {
      type: 'boolean',
      label: 'Mention who signed up',
      description: 'The reminder notifies the members who signed up, up to 400.',
      default: true,
    },
    maxSignUps: {
      type: 'number',
      label: 'Places',
      description: 'How many members can sign up by the button; 0 for as many as 1,000.',
      default: 0,
      min: 0,
      max: 1000,
    },
  },
  needs: [],
  permissions: ['manage_events', 'create_events'],
};
