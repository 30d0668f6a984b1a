import { BookOpen } from 'lucide-react';
import { memo } from 'react';
import { t } from '../../lib/i18n.js';
import { Avatar } from '../../ui/avatar.js';
import { FileNotes } from './attachments.js';
import type { ChatMessage } from './chat-message.js';
import { Markdown } from './markdown.js';

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
