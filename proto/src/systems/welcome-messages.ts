import type { System } from './system.js';

export const WELCOME_MESSAGES: System = {
  id: 'welcome-messages',
  name: 'Welcome Messages',
  description: 'Greets new members and says goodbye to those who leave.',
  category: 'Utility',
  icon: '👋',
  features: ['Greeting with a picture', 'Farewell', 'Role on join'],
  difficulty: 'Beginner',
  price: 'Free',
  settings: {
    channel: {
      type: 'text',
      label: 'Channel',
      description: 'Where members are greeted; empty for the channel in which Discord announces new members.',
      default: '',
      format: 'channel',
    },
    greeting: {
      type: 'text',
      label: 'Greeting',
      description:
        'What new members read; empty for none. {member} mentions the member, {name} is their name, {server} the server, {count} the number of members.',
      default: 'Welcome to {server}, {member}!',
      format: 'lines',
    },
    notifyMember: {
      type: 'boolean',
      label: 'Notify the new member',
      description: 'The mention in the greeting sends a notification.',
      default: true,
    },
    picture: {
      type: 'boolean',
      label: 'Picture',
      description: 'The greeting shows a picture with the name of the member.',
      default: true,
    },
    farewell: {
      type: 'text',
      label: 'Farewell',
      description:
        'What is said when somebody leaves; empty for nothing. It needs the Server Members intent of your bot. {name}, {server} and {count} as above.',
      default: '{name} has left {server}. Goodbye!',
      format: 'lines',
    },
    role: {
      type: 'text',
      label: 'Role',
      description: 'Given to new members, after they have accepted the rules of the server; empty for none.',
      default: '',
      format: 'role',
    },
  },
  needs: [{ name: 'server_members', for: 'farewells' }],
  permissions: ['manage_roles', 'attach_files'],
};
