import { Switch } from 'antd';
import { Download, Trash2, Volume2, VolumeX } from 'lucide-react';
import { useId, useState } from 'react';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { StatusBadge } from '../../shared/bot-power.js';
import { Avatar } from '../../ui/avatar.js';
import { BackLink, Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/dialog.js';
import { Notice } from '../../ui/state.js';
import type { ChatBot } from './chat.graphql.js';

interface ChatHeaderProps {
  readonly bot: ChatBot;
  /** What the built-in companion says of itself. */
  readonly engineLabel: string | null;
  readonly isEmpty: boolean;
  readonly isBusy: boolean;
  readonly isPersistent: boolean;
  readonly hasSound: boolean;
  readonly onPersistent: (isOn: boolean) => void;
  readonly onSound: () => void;
  readonly onExport: () => void;
  readonly onClear: () => void;
}

export function ChatHeader({ bot, engineLabel, ...tools }: ChatHeaderProps) {
  return (
    <header className="chat-head">
      <BackLink to={paths.dashboard}>{t('bot.backToDashboard')}</BackLink>
      <div className="chat-bar">
        <div className="chat-who">
          <Avatar name={bot.name} color={bot.avatarColor} size={40} />
          <h1>{bot.name}</h1>
          <StatusBadge status={bot.status} runtimeState={bot.runtimeState} />
        </div>
        <Tools name={bot.name} {...tools} />
      </div>
      {engineLabel && <Notice tone="info">{engineLabel}</Notice>}
    </header>
  );
}

function Tools({
  name,
  isEmpty,
  isBusy,
  isPersistent,
  hasSound,
  onPersistent,
  onSound,
  onExport,
  onClear,
}: Omit<ChatHeaderProps, 'bot' | 'engineLabel'> & { readonly name: string }) {
  const [isAsking, setAsking] = useState(false);
  const empty = isEmpty ? t('chat.nothingSaid') : undefined;
  const SoundIcon = hasSound ? Volume2 : VolumeX;
  return (
    <div className="chat-tools" role="group" aria-label={t('chat.tools')}>
      <label className="chat-switch" title={t('chat.persistentHint')}>
        <Switch size="small" checked={isPersistent} onChange={onPersistent} />
        {t('chat.persistent')}
      </label>
      <Tool label={t('chat.sound')} icon={SoundIcon} isPressed={hasSound} onClick={onSound} />
      <Tool label={t('chat.export')} icon={Download} reason={empty} onClick={onExport} />
      <Tool
        label={t('chat.clear')}
        icon={Trash2}
        reason={isBusy ? t('chat.replyComes') : empty}
        onClick={() => setAsking(true)}
      />
      {isAsking && (
        <ConfirmDialog
          title={t('chat.clearTitle')}
          text={t('chat.clearText', { name })}
          confirm={t('chat.clearConfirm')}
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            onClear();
          }}
        />
      )}
    </div>
  );
}

interface ToolProps {
  readonly label: string;
  readonly icon: typeof Download;
  readonly isPressed?: boolean;
  /** Why it is off. */
  readonly reason?: string;
  readonly onClick: () => void;
}

function Tool({ label, icon: Icon, isPressed, reason, onClick }: ToolProps) {
  const id = useId();
  const isOff = reason !== undefined;
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        isIcon
        aria-label={label}
        title={isOff ? `${label}: ${reason}` : label}
        aria-describedby={isOff ? id : undefined}
        aria-pressed={isPressed}
        disabled={isOff}
        onClick={onClick}
      >
        <Icon size={17} aria-hidden="true" />
      </Button>
      {isOff && (
        <span id={id} className="sr-only">
          {reason}
        </span>
      )}
    </>
  );
}
