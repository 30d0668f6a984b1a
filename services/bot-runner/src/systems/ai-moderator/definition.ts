import type { SystemDefinition } from '../system-definition.js';

export const AI_MODERATOR_ID = 'ai-moderator';

export const AI_MODERATOR_DEFINITION: SystemDefinition = {
  systemId: AI_MODERATOR_ID,
  intents: 0,
  moderates: true,
  commands: [],
  problemAction: 'delete-messages',
  keeps:
    'for 90 days, with your name unencrypted, as what a language model judged a message of yours that it reported, without its text',
};
