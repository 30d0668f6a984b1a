import { MessageCircle } from 'lucide-react';
import { memo, useDeferredValue, useEffect, useEffectEvent } from 'react';
import { t } from '../../lib/i18n.js';
import { Avatar } from '../../ui/avatar.js';
import { State } from '../../ui/state.js';
import type { ChatBot } from './chat.graphql.js';
import type { ChatMessage } from './chat-message.js';
import { Markdown } from './markdown.js';
import { Message } from './message.js';
import { useEndInView } from './use-end-in-view.js';

interface MessageListProps {
  readonly bot: ChatBot;
  readonly messages: readonly ChatMessage[];
  /** The reply under way: '' while it has not begun, null when there is none. */
  readonly partial: string | null;
}

/** Memoised: it has nothing to do with each letter that is typed below it. */
export const MessageList = memo(function MessageList({ bot, messages, partial }: MessageListProps) {
  const { box, flow, onScroll, toEnd } = useEndInView();
  // A message of one's own always comes into view; while the reply comes, who has scrolled up to read is left there.
  const last = messages.at(-1);
  const show = useEffectEvent(toEnd);
  useEffect(() => {
    if (last?.isUser) show();
  }, [last]);

  return (
    <div ref={box} className="messages" role="log" aria-label={t('chat.log')} tabIndex={0} onScroll={onScroll}>
      <div ref={flow} className="messages-flow">
        {messages.length === 0 && partial === null && (
          <State icon={MessageCircle} title={t('chat.empty')} text={bot.description || t('chat.hello', { name: bot.name })} />
        )}
        {messages.map((message) => (
          <Message key={message.id} name={bot.name} color={bot.avatarColor} message={message} />
        ))}
        {partial !== null && (
          <div className="message" aria-live="off">
            <Avatar name={bot.name} color={bot.avatarColor} size={32} />
            <div className="bubble">{partial === '' ? <Typing name={bot.name} /> : <Growing text={partial} />}</div>
          </div>
        )}
      </div>
    </div>
  );
});

/** A long reply is drawn as often as there is time, not as often as a piece comes. */
const Growing = ({ text }: { readonly text: string }) => <Markdown>{useDeferredValue(text)}</Markdown>;

const Typing = ({ name }: { readonly name: string }) => (
  <span className="typing" role="status">
    <span className="sr-only">{t('chat.typing', { name })}</span>
    <i />
    <i />
    <i />
  </span>
);
