import type { ReplyFrame } from '@kith/proto';
import { t } from '../../lib/i18n.js';
import type { ChatMessage } from './chat-message.js';
import { streamReply, type Question } from './chat-stream.js';

export type Said = Omit<ChatMessage, 'id' | 'timestamp'>;

/** The reply as far as it came, and what went wrong, if something did. */
export interface Received {
  readonly reply?: Said;
  readonly error?: unknown;
}

// Decision T2: for what does not come piece by piece.
const DELAY_FROM_MS = 800;
const DELAY_TO_MS = 1200;

/** Asks, and hands on the text as it comes. */
export async function receiveReply(question: Question, onText: (soFar: string) => void): Promise<Received> {
  let soFar = '';
  try {
    for await (const frame of streamReply(question)) {
      if (frame.type === 'delta') onText((soFar += frame.text));
      else {
        if (soFar === '') await pause(question.signal);
        return { reply: whole(frame) };
      }
    }
    return {};
  } catch (error) {
    const cut = question.signal.aborted ? 'stopped' : 'broken';
    return { error, ...(soFar !== '' && { reply: { content: soFar, isUser: false, cut } }) };
  }
}

const whole = ({ response, engine, sources, truncated }: Extract<ReplyFrame, { type: 'done' }>): Said => ({
  content: response || t('chat.noResponse'),
  isUser: false,
  engine,
  sources,
  ...(truncated && { cut: 'truncated' }),
});

function pause(signal: AbortSignal): Promise<void> {
  const ms = DELAY_FROM_MS + Math.random() * (DELAY_TO_MS - DELAY_FROM_MS);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
