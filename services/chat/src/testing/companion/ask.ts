import type { Persona } from '@kith/proto';
import { converse, type Answer, type Turn } from '../../builtin/converse.js';
import type { PastExchange } from '../../messages/message-log.js';
import { aPersona } from '../a-persona.js';

/** The member who asks. */
export const EVE = '400000000000000001';

export const exchange = (question: string, reply: string, author = EVE): PastExchange => ({
  author,
  authorName: 'Eve',
  question,
  reply,
  hasSources: false,
  tokens: 10,
});

type Fields = Partial<Omit<Turn, 'persona'>> & { readonly persona?: Persona; readonly known?: readonly string[] };

/** What the built-in companion answers to a message of Eve, as a bot that was taught nothing unless `fields` say so. */
export function ask(question: string, { known = [], persona = aPersona(), ...turn }: Fields = {}): Promise<Answer | null> {
  return converse({
    persona,
    question,
    requestId: 'r1',
    author: EVE,
    authorName: 'Eve',
    history: [],
    attachments: [],
    passages: [],
    coverage: 0,
    boundary: 'kb-0',
    now: new Date('2026-11-21T14:05:00Z'),
    titles: () => Promise.resolve(known),
    ...turn,
  });
}

export const reply = async (...asked: Parameters<typeof ask>): Promise<string> => (await ask(...asked))?.text ?? '';
