import { BookOpen, MessageCircle } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { t } from '../../lib/i18n.js';
import { Avatar } from '../../ui/avatar.js';
import { State } from '../../ui/state.js';
import type { ChatBot } from './chat.graphql.js';
import { Markdown } from './markdown.js';
import type { ChatMessage } from './use-chat.js';

const NEAR_END_PX = 160;

interface MessageListProps {
  readonly bot: ChatBot;
  readonly messages: readonly ChatMessage[];
  /** The reply under way: '' while it has not begun, null when there is none. */
  readonly partial: string | null;
}

export function MessageList({ bot, messages, partial }: MessageListProps) {
  const list = useRef<HTMLDivElement>(null);
  // A message of one's own always comes into view.
  useEffect(() => {
    const box = list.current;
    if (box && messages.at(-1)?.isUser) box.scrollTop = box.scrollHeight;
  }, [messages]);
  // While the reply comes, who has scrolled up to read is left there.
  useEffect(() => {
    const box = list.current;
    if (box && box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_END_PX) box.scrollTop = box.scrollHeight;
  }, [messages, partial]);

  return (
    <div ref={list} className="messages" role="log" aria-label={t('chat.log')} tabIndex={0}>
      {messages.length === 0 && partial === null && (
        <State icon={MessageCircle} title={t('chat.empty')} text={bot.description || t('chat.hello', { name: bot.name })} />
      )}
      {messages.map((message) => (
        <Message key={message.id} bot={bot} message={message} />
      ))}
      {partial !== null && (
        <div className="message" aria-live="off">
          <Avatar name={bot.name} color={bot.avatarColor} size={32} />
          <div className="bubble">{partial === '' ? <Typing name={bot.name} /> : <Markdown>{partial}</Markdown>}</div>
        </div>
      )}
    </div>
  );
}

function Message({ bot, message }: { readonly bot: ChatBot; readonly message: ChatMessage }) {
  const author = message.isUser ? t('chat.you') : bot.name;
  return (
    <article className="message" data-own={message.isUser}>
      {!message.isUser && <Avatar name={bot.name} color={bot.avatarColor} size={32} />}
      <div className="bubble">
        <span className="sr-only">{author}: </span>
        {message.isUser ? <p className="own-text">{message.content}</p> : <Markdown>{message.content}</Markdown>}
        <Footnotes message={message} />
      </div>
    </article>
  );
}

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

const Typing = ({ name }: { readonly name: string }) => (
  <span className="typing" role="status">
    <span className="sr-only">{t('chat.typing', { name })}</span>
    <i />
    <i />
    <i />
  </span>
);
