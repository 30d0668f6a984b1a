import { useQuery } from '@apollo/client/react';
import { Eraser, SearchX } from 'lucide-react';
import { useParams } from 'react-router';
import { paths } from '../../app/paths.js';
import { readError } from '../../lib/graphql-error.js';
import { t } from '../../lib/i18n.js';
import { Avatar } from '../../ui/avatar.js';
import { BackLink } from '../../ui/back-link.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { LoadError } from '../../ui/load-error.js';
import { Notice } from '../../ui/notice.js';
import { PageSpinner } from '../../ui/spinner.js';
import { State } from '../../ui/state.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { toast } from '../../ui/toast.js';
import { CHAT_BOT, type ChatBot } from './chat.graphql.js';
import { Composer } from './composer.js';
import { MessageList } from './message-list.js';
import { useChat } from './use-chat.js';
import './chat.css';

export function ChatPage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(CHAT_BOT, { variables: { id }, fetchPolicy: 'cache-and-network' });
  const code = readError(error).code;
  if (code === 'NOT_FOUND' || code === 'BAD_INPUT' || (data && !data.bot)) return <NoBot />;
  if (data?.bot) return <Chat key={data.bot.id} bot={data.bot} engineLabel={data.chatEngine.label ?? null} />;
  return error ? <LoadError error={error} onRetry={() => void refetch()} /> : <PageSpinner />;
}

function Chat({ bot, engineLabel }: { readonly bot: ChatBot; readonly engineLabel: string | null }) {
  const chat = useChat(bot.id);
  const clear = (): void => {
    chat.clear();
    toast.success(t('chat.cleared'));
  };
  return (
    <div className="chat">
      <title>{`${t('chat.title', { name: bot.name })} · Kith`}</title>
      <header className="chat-head">
        <BackLink to={paths.dashboard}>{t('nav.dashboard')}</BackLink>
        <div className="chat-who">
          <Avatar name={bot.name} color={bot.avatarColor} size={40} />
          <h1>{bot.name}</h1>
          <StatusBadge status={bot.status} runtimeState={bot.runtimeState} />
          <Button
            variant="ghost"
            size="sm"
            className="chat-clear"
            disabled={chat.messages.length === 0 || chat.partial !== null}
            onClick={clear}
          >
            <Eraser size={16} aria-hidden="true" />
            {t('chat.clear')}
          </Button>
        </div>
        {engineLabel && <Notice tone="info">{engineLabel}</Notice>}
      </header>
      <MessageList bot={bot} messages={chat.messages} partial={chat.partial} />
      <Composer
        botName={bot.name}
        draft={chat.draft}
        onDraft={chat.setDraft}
        isBusy={chat.partial !== null}
        onSend={() => void chat.send()}
        onStop={chat.stop}
      />
    </div>
  );
}

const NoBot = () => (
  <div className="page-center">
    <State icon={SearchX} heading="h1" title={t('bot.notFound')} text={t('chat.notFoundText')}>
      <ButtonLink to={paths.dashboard} variant="primary">
        {t('bot.backToDashboard')}
      </ButtonLink>
    </State>
  </div>
);
