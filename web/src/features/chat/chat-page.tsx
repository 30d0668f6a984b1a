import { useQuery } from '@apollo/client/react';
import { Upload } from 'lucide-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { readError } from '../../lib/read-error.js';
import { toast } from '../../lib/toast.js';
import { useUser } from '../../shared/auth.js';
import { BotNotFound } from '../../shared/bot-not-found.js';
import { ConfirmDialog } from '../../ui/dialog.js';
import { PageSpinner } from '../../ui/indicators.js';
import { LoadError } from '../../ui/load-error.js';
import { useLeaveGuard } from '../../ui/unsaved-changes.js';
import { ChatHeader } from './chat-header.js';
import { exportChat } from './chat-message.js';
import { CHAT_BOT, type ChatBot } from './chat.graphql.js';
import { Composer, FailureNotice } from './composer.js';
import { MessageList } from './message-list.js';
import { keepSound, playSound, prepareSound, readSound } from './sound.js';
import { useChat } from './use-chat.js';
import './chat.css';
import './message.css';

export function ChatPage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(CHAT_BOT, { variables: { id } });
  const code = readError(error).code;
  if (code === 'NOT_FOUND' || code === 'BAD_INPUT' || (data && !data.bot)) {
    return <BotNotFound backPath={paths.dashboard} words={{ text: t('chat.notFoundText') }} />;
  }
  if (data?.bot) return <Chat key={data.bot.id} bot={data.bot} engineLabel={data.chatEngine.label ?? null} />;
  return error ? <LoadError error={error} onRetry={() => void refetch()} /> : <PageSpinner />;
}

function Chat({ bot, engineLabel }: { readonly bot: ChatBot; readonly engineLabel: string | null }) {
  const { id: userId } = useUser();
  const sound = useSound();
  const chat = useChat({ userId, botId: bot.id }, sound.play);
  const { input } = chat;
  const isBusy = chat.partial !== null;
  const send = (): void => {
    sound.prepare();
    void chat.send();
  };
  const clear = (): void => {
    chat.clear();
    toast.success(t('chat.cleared'));
  };
  return (
    <DropZone isDisabled={isBusy} onDrop={input.attach}>
      <title>{`${t('chat.title', { name: bot.name })} · Kith`}</title>
      <ChatHeader
        bot={bot}
        engineLabel={engineLabel}
        isEmpty={chat.messages.length === 0}
        isBusy={isBusy}
        isPersistent={chat.isPersistent}
        hasSound={sound.isOn}
        onPersistent={chat.setPersistent}
        onSound={sound.toggle}
        onExport={() => exportChat(bot.name, chat.messages)}
        onClear={clear}
      />
      <MessageList bot={bot} messages={chat.messages} partial={chat.partial} />
      <Composer
        botName={bot.name}
        draft={input.draft}
        isTooLong={input.isTooLong}
        files={input.files}
        isBusy={isBusy}
        onDraft={input.type}
        onAttach={input.attach}
        onDetach={input.detach}
        onSend={send}
        onStop={chat.stop}
      >
        {chat.failure && (
          <FailureNotice failure={chat.failure} canRetry={input.draft.trim() !== '' && !input.isTooLong} onRetry={send} />
        )}
      </Composer>
      <FilesQuestion hasFiles={input.files.length > 0} />
    </DropZone>
  );
}

/** Words outlast the page, files do not: asks before they go. */
function FilesQuestion({ hasFiles }: { readonly hasFiles: boolean }) {
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

function useSound() {
  const [isOn, setOn] = useState(readSound);
  const prepare = (): void => {
    if (isOn) prepareSound();
  };
  const toggle = (): void => {
    setOn(!isOn);
    keepSound(!isOn);
    if (!isOn) prepareSound();
  };
  // As it is when the reply is there, not when it was asked for.
  const play = (): void => {
    if (readSound()) playSound();
  };
  return { isOn, prepare, toggle, play };
}

interface DropZoneProps {
  readonly isDisabled: boolean;
  readonly onDrop: (files: readonly File[]) => void;
  readonly children: ReactNode;
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => [...dataTransfer.types].includes('Files');

/** The whole chat takes files that are dropped on it; the button beside the input does the same by keyboard. */
export function DropZone({ isDisabled, onDrop, children }: DropZoneProps) {
  // Entering a child comes before leaving its parent.
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
        // Else the browser would open the file in place of the page.
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
