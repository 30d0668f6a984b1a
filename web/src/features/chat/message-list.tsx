import { filledGreeting } from '@kith/proto';
import { MessageCircle } from 'lucide-react';
import { memo, useDeferredValue, useEffect, useEffectEvent, useRef } from 'react';
import { t } from '../../lib/i18n.js';
import { useUser } from '../../shared/auth.js';
import { Avatar } from '../../ui/avatar.js';
import { State } from '../../ui/state.js';
import { SentFiles } from './attachments.js';
import type { ChatMessage } from './chat-message.js';
import type { ChatBot, Rating } from './chat.graphql.js';
import { Markdown } from './markdown.js';
import { PromptDetails } from './prompt-report.js';
import { RateReply } from './rate-reply.js';
import { Sources } from './sources.js';

interface MessageListProps {
  readonly bot: ChatBot;
  readonly messages: readonly ChatMessage[];
  /** Text of the reply so far: '' before its first piece, null while no reply is expected. */
  readonly partial: string | null;
  readonly onRated: (requestId: string, rating: Rating) => void;
}

/** Memoised, so that typing in the composer does not render it. */
export const MessageList = memo(function MessageList({ bot, messages, partial, onRated }: MessageListProps) {
  const { box, flow, onScroll, toEnd } = useScrollToEnd();
  // The user's own message always scrolls into view; a growing reply does so only at the end of the list.
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
        {bot.greeting !== null && <Greeting bot={bot} greeting={bot.greeting} />}
        {messages.map((message) => (
          <Message key={message.id} bot={bot} message={message} onRated={onRated} />
        ))}
        {partial !== null && (
          <div className="message" aria-live="off">
            <Avatar name={bot.name} color={bot.avatarColor} size={32} />
            <div className="bubble">{partial === '' ? <Typing name={bot.name} /> : <PartialReply text={partial} />}</div>
          </div>
        )}
      </div>
    </div>
  );
});

interface GreetingProps {
  readonly bot: ChatBot;
  readonly greeting: string;
}

/** Where every conversation begins. It is no message: nothing was asked, and nothing is stored or charged. */
function Greeting({ bot, greeting }: GreetingProps) {
  const { username } = useUser();
  return (
    <article className="message">
      <Avatar name={bot.name} color={bot.avatarColor} size={32} />
      <div className="bubble">
        <span className="sr-only">{bot.name}: </span>
        <Markdown>{filledGreeting(greeting, bot.name, username)}</Markdown>
      </div>
    </article>
  );
}

/** Deferred: a long reply is not rendered for every piece that arrives. */
const PartialReply = ({ text }: { readonly text: string }) => <Markdown>{useDeferredValue(text)}</Markdown>;

const Typing = ({ name }: { readonly name: string }) => (
  <span className="typing" role="status">
    <span className="sr-only">{t('chat.typing', { name })}</span>
    <i />
    <i />
    <i />
  </span>
);

interface MessageProps extends Pick<MessageListProps, 'bot' | 'onRated'> {
  readonly message: ChatMessage;
}

/** Memoised: a message changes only when it is rated. */
const Message = memo(function Message({ bot, message, onRated }: MessageProps) {
  const { name, avatarColor: color } = bot;
  const { isUser, content, attachments = [], sources = [], requestId, rating } = message;
  return (
    <article className="message" data-own={isUser}>
      {!isUser && <Avatar name={name} color={color} size={32} />}
      <div className="bubble">
        <span className="sr-only">{isUser ? t('chat.you') : name}: </span>
        {isUser ? (
          <p className="own-text">{content}</p>
        ) : (
          <Markdown sources={isNumbered(message) ? sources : []}>{content}</Markdown>
        )}
        <SentFiles files={attachments} />
        <Footnotes botId={bot.id} message={message} />
        {message.prompt && <PromptDetails report={message.prompt} />}
        {requestId !== undefined && <RateReply botId={bot.id} requestId={requestId} rating={rating} onRated={onRated} />}
      </div>
    </article>
  );
});

/** A language model cites its sources by number; the built-in companion names them. */
const isNumbered = ({ engine, sources = [] }: ChatMessage): boolean => engine !== 'builtin' && sources.length > 0;

function Footnotes({ botId, message }: { readonly botId: string; readonly message: ChatMessage }) {
  const { requestId, engine, sources = [], citations = [], notes = [], cut } = message;
  if (engine !== 'builtin' && engine !== 'pinned' && sources.length === 0 && notes.length === 0 && !cut) return null;
  return (
    <ul className="row muted tiny footnotes">
      <Sources botId={botId} requestId={requestId} titles={sources} citations={citations} isNumbered={isNumbered(message)} />
      {engine === 'builtin' && <li>{t('chat.builtin')}</li>}
      {engine === 'pinned' && <li>{t('chat.pinned')}</li>}
      {cut && <li>{t(`chat.cut.${cut}`)}</li>}
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

const NEAR_END_PX = 160;

/**
 * Keeps the end of a growing list in view unless the user has scrolled up. `flow` is the element around the entries: its size changes
 * when images load too. `toEnd` scrolls to the end in any case.
 */
function useScrollToEnd() {
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
