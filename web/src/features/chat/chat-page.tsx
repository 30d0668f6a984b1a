import { useQuery } from '@apollo/client/react';
import { Upload } from 'lucide-react';
import { useRef, useState, type DragEvent, type ReactNode } from 'react';
import { useParams } from 'react-router';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { useUser } from '../../shared/auth.js';
import { BotNotFound } from '../../shared/bot-not-found.js';
import { isBotMissing } from '../../shared/bot-query.js';
import { ConfirmDialog } from '../../ui/dialog.js';
import { PageSpinner } from '../../ui/indicators.js';
import { LoadError } from '../../ui/load-error.js';
import { useLeaveGuard } from '../../ui/unsaved-changes.js';
import { ChatHeader } from './chat-header.js';
import { CHAT_BOT, type ChatBot } from './chat.graphql.js';
import { Composer, FailureNotice } from './composer.js';
import { MessageList } from './message-list.js';
import { useSound } from './sound.js';
import { useChat } from './use-chat.js';
import './chat.css';
import './message.css';

export function ChatPage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(CHAT_BOT, { variables: { id } });
  if (isBotMissing({ data, error })) {
    return <BotNotFound backPath={paths.dashboard} words={{ text: t('chat.notFoundText') }} />;
  }
  if (data?.bot) return <Chat key={data.bot.id} bot={data.bot} engineLabel={data.chatEngine.label ?? null} />;
  return error ? <LoadError error={error} onRetry={() => void refetch()} /> : <PageSpinner />;
}

function Chat({ bot, engineLabel }: { readonly bot: ChatBot; readonly engineLabel: string | null }) {
  const { id: userId, apiSettings } = useUser();
  const sound = useSound();
  const chat = useChat({ userId, botId: bot.id, showPrompt: apiSettings.developerMode }, sound.play);
  const { input, messages, partial, failure } = chat;
  const isBusy = partial !== null;
  const send = (): void => {
    sound.prepare();
    void chat.send();
  };
  return (
    <DropZone isDisabled={isBusy} onDrop={input.attach}>
      <title>{`${t('chat.title', { name: bot.name })} · Kith`}</title>
      <ChatHeader bot={bot} engineLabel={engineLabel} chat={chat} sound={sound} />
      <MessageList bot={bot} messages={messages} partial={partial} onRated={chat.setRating} />
      <Composer botName={bot.name} input={input} isBusy={isBusy} onSend={send} onStop={chat.stop}>
        {failure && <FailureNotice failure={failure} canRetry={input.draft.trim() !== '' && !input.isTooLong} onRetry={send} />}
      </Composer>
      <LeaveFilesDialog hasFiles={input.files.length > 0} />
    </DropZone>
  );
}

/** Unlike the text, attached files are lost when the page is left: asks first. */
function LeaveFilesDialog({ hasFiles }: { readonly hasFiles: boolean }) {
  const guard = useLeaveGuard(hasFiles);
  if (!guard.isAsking) return null;
  return (
    <ConfirmDialog
      title={t('chat.leaveTitle')}
      text={t('chat.leaveText')}
      confirm={t('chat.leaveConfirm')}
      cancel={t('chat.leaveCancel')}
      onConfirm={guard.discard}
      onCancel={guard.stay}
    />
  );
}

interface DropZoneProps {
  readonly isDisabled: boolean;
  readonly onDrop: (files: readonly File[]) => void;
  readonly children: ReactNode;
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => [...dataTransfer.types].includes('Files');

/** Accepts files that are dropped anywhere on the chat. */
function DropZone({ isDisabled, onDrop, children }: DropZoneProps) {
  // Counts entered elements, because a child is entered before its parent is left.
  const depth = useRef(0);
  const [isOver, setOver] = useState(false);
  const move = (by: number): void => {
    depth.current = Math.max(0, depth.current + by);
    setOver(depth.current > 0);
  };
  return (
    <div
      className="chat"
      onDragEnter={(event) => hasFiles(event) && move(1)}
      onDragLeave={(event) => hasFiles(event) && move(-1)}
      onDragOver={(event) => {
        // By default the browser would open the file instead of the page.
        if (hasFiles(event)) event.preventDefault();
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        move(-depth.current);
        if (!isDisabled) onDrop([...event.dataTransfer.files]);
      }}
    >
      {children}
      {isOver && !isDisabled && (
        <div className="chat-drop" aria-hidden="true">
          <Upload size={28} />
          {t('chat.drop')}
        </div>
      )}
    </div>
  );
}
