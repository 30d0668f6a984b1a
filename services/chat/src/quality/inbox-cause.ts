import type { InboxCause } from '@kith/proto';
import { questionIn } from '../builtin/question.js';
import type { ReplyRequest } from '../replies/reply-writer.js';
import type { StreamedReply } from '../replies/streamed-reply.js';
import { questionTerms } from './question-words.js';

/** "Who?" asks for something that only the conversation knows. */
const MIN_TERMS = 2;
const QUESTION_MARK = /[?？؟՞]/;
/** How a question begins or ends where somebody leaves the mark out. */
const QUESTION_WORD =
  /^(?:who|what|whats|when|where|which|why|how|is there|are there|can i|do you|does|wer|was|wann|wo|welche|warum|wie|gibt es|qui|quand|comment|pourquoi|quel|quien|cuando|donde|como|cual|quem|quando|onde|chi|dove|come|hoe|waar|wanneer|как|что|где|когда|кто|почему)(?![\p{L}\p{N}])|(?:[吗呢嗎か]|ไหม|อย่างไร|ยังไง)$/iu;

/** In a direct message on Discord. */
export const isDirect = ({ channel, place }: Pick<ReplyRequest, 'channel' | 'place'>): boolean =>
  channel === 'discord' && (place?.guildId ?? null) === null;

/** Whether its owner may read the message in the inbox: their own, and those of servers where members are told so (docs/decisions.md T15). */
export function isShared(request: ReplyRequest): boolean {
  const { channel, isKept = true, persona } = request;
  return channel === 'web' || (isKept && !isDirect(request) && persona.preferences.learningMode);
}

/** Why a question that was answered now belongs into the inbox; null for one that does not. */
export function inboxCauseOf(
  request: ReplyRequest,
  { isUnknown, context, reply }: Pick<StreamedReply, 'isUnknown' | 'context' | 'reply'>,
): InboxCause | null {
  const { task, attachments, files = [], question, persona } = request;
  if (!isShared(request) || task || attachments.length > 0 || files.length > 0) return null;
  const topic = questionIn(question, persona.name);
  if (questionTerms(topic).length < MIN_TERMS) return null;
  if (isUnknown) return 'unanswered';
  if (reply.engine === 'builtin' || reply.engine === 'pinned') return null;
  // Whether the gate of the search or a key word let something in: what is always in the prompt answers no question in particular.
  const isKnown = context.passages.some(({ activation }) => activation !== 'always');
  return !isKnown && (QUESTION_MARK.test(topic) || QUESTION_WORD.test(topic)) ? 'uncertain' : null;
}
