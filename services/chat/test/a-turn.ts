import type { ReplyContext } from '../src/replies/reply-writer.js';
import { aPersona } from '../src/testing/a-persona.js';

/** A message to a bot that has said nothing and knows nothing yet. */
export const TURN: ReplyContext = {
  persona: aPersona(),
  requestId: 'r',
  question: 'Go on',
  author: 'user',
  authorName: null,
  history: [],
  passages: [],
  attachments: [],
  coverage: 0,
  boundary: 'kb-x',
};
