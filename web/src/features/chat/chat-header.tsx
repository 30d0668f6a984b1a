import { Switch } from 'antd';
import { Download, Trash2, Volume2, VolumeX, type LucideIcon } from 'lucide-react';
import { useId, useState } from 'react';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { toast } from '../../lib/toast.js';
import { StatusBadge } from '../../shared/bot-power.js';
import { Avatar } from '../../ui/avatar.js';
import { BackLink, IconButton } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/dialog.js';
import { Notice } from '../../ui/state.js';
import { exportChat } from './chat-message.js';
import type { ChatBot } from './chat.graphql.js';
import type { useSound } from './sound.js';
import type { useChat } from './use-chat.js';

interface ChatHeaderProps {
  readonly bot: ChatBot;
  /** Label of the built-in companion; null when a model answers. */
  readonly engineLabel: string | null;
  readonly chat: ReturnType<typeof useChat>;
  readonly sound: ReturnType<typeof useSound>;
}

export const ChatHeader = ({ bot, engineLabel, chat, sound }: ChatHeaderProps) => (
  <header className="chat-head">
    <BackLink to={paths.dashboard}>{t('bot.backToDashboard')}</BackLink>
    <div className="row row-between">
      <div className="chat-bot">
        <Avatar name={bot.name} color={bot.avatarColor} size={40} />
        <h1 className="truncate">{bot.name}</h1>
        <StatusBadge status={bot.status} runtimeState={bot.runtimeState} />
      </div>
      <Tools name={bot.name} chat={chat} sound={sound} />
    </div>
    {engineLabel && <Notice tone="info">{engineLabel}</Notice>}
  </header>
);

function Tools({ name, chat, sound }: Pick<ChatHeaderProps, 'chat' | 'sound'> & { readonly name: string }) {
  const [isClearing, setClearing] = useState(false);
  const empty = chat.messages.length === 0 ? t('chat.nothingSaid') : undefined;
  const clear = (): void => {
    setClearing(false);
    chat.clear();
    toast.success(t('chat.cleared'));
  };
  return (
    <div className="chat-tools" role="group" aria-label={t('chat.tools')}>
      <label className="chat-switch" title={t('chat.persistentHint')}>
        <Switch size="small" checked={chat.isPersistent} onChange={chat.setPersistent} />
        {t('chat.persistent')}
      </label>
      <Tool label={t('chat.sound')} icon={sound.isOn ? Volume2 : VolumeX} isPressed={sound.isOn} onClick={sound.toggle} />
      <Tool label={t('chat.export')} icon={Download} offReason={empty} onClick={() => exportChat(name, chat.messages)} />
      <Tool
        label={t('chat.clear')}
        icon={Trash2}
        offReason={chat.partial === null ? empty : t('chat.replyComes')}
        onClick={() => setClearing(true)}
      />
      {isClearing && (
        <ConfirmDialog
          title={t('chat.clearTitle')}
          text={t('chat.clearText', { name })}
          confirm={t('chat.clearConfirm')}
          onCancel={() => setClearing(false)}
          onConfirm={clear}
        />
      )}
    </div>
  );
}

interface ToolProps {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly isPressed?: boolean;
  /** Why the button is disabled; undefined when it is not. */
  readonly offReason?: string;
  readonly onClick: () => void;
}

function Tool({ label, icon: Icon, isPressed, offReason, onClick }: ToolProps) {
  const id = useId();
  const isOff = offReason !== undefined;
  return (
    <>
      <IconButton
        icon={Icon}
        label={label}
        title={isOff ? `${label}: ${offReason}` : label}
        aria-describedby={isOff ? id : undefined}
        aria-pressed={isPressed}
        disabled={isOff}
        onClick={onClick}
      />
      {isOff && (
        <span id={id} className="sr-only">
          {offReason}
        </span>
      )}
    </>
  );
}
