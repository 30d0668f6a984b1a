import { BookOpen, MessageCircle } from 'lucide-react';
import { memo, useDeferredValue, useEffect, useEffectEvent, useRef } from 'react';
import { t } from '../../lib/i18n.js';
import { Avatar } from '../../ui/avatar.js';
import { State } from '../../ui/state.js';
import { FileNotes } from './attachments.js';
import type { ChatMessage } from './chat-message.js';
import type { ChatBot } from './chat.graphql.js';
import { Markdown } from './markdown.js';

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

interface MessageProps {
  /** Of the companion. */
  readonly name: string;
  readonly color: string;
  readonly message: ChatMessage;
}

/** Memoised: a message does not change, however many come after it. */
export const Message = memo(function Message({ name, color, message }: MessageProps) {
  const { isUser, content, attachments = [] } = message;
  return (
    <article className="message" data-own={isUser}>
      {!isUser && <Avatar name={name} color={color} size={32} />}
      <div className="bubble">
        <span className="sr-only">{isUser ? t('chat.you') : name}: </span>
        {isUser ? <p className="own-text">{content}</p> : <Markdown>{content}</Markdown>}
        <FileNotes files={attachments} />
        <Footnotes message={message} />
      </div>
    </article>
  );
});

function Footnotes({ message: { engine, sources = [], cut } }: { readonly message: ChatMessage }) {
  if (engine !== 'builtin' && sources.length === 0 && !cut) return null;
  return (
    <ul className="footnotes">
      {sources.map((source) => (
        <li key={source}>
          <BookOpen size={13} aria-hidden="true" />
          <span className="sr-only">{t('chat.source')}: </span>
          {source}
        </li>
      ))}
      {engine === 'builtin' && <li>{t('chat.builtin')}</li>}
      {cut && <li>{t(`chat.cut.${cut}`)}</li>}
    </ul>
  );
}

const NEAR_END_PX = 160;

/**
 * Keeps the end of a growing list in view, for as long as nobody has scrolled up to read. Give `flow` to what holds the entries: pictures
 * that load, and entries that are laid out late, move the end too. `toEnd` goes there in any case.
 */
export function useEndInView() {
  const box = useRef<HTMLDivElement>(null);
  const flow = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);

  const toEnd = (): void => {
    isAtEnd.current = true;
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  };
  const onScroll = (): void => {
    const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = box.current ?? {};
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
  };
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current && box.current) box.current.scrollTop = box.current.scrollHeight;
    });
    if (flow.current) observer.observe(flow.current);
    return () => observer.disconnect();
  }, []);
  return { box, flow, onScroll, toEnd };
}
