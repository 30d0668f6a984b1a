import { ATTACHMENT_TYPES } from '@kith/proto';
import { ArrowUp, Paperclip, RotateCw, Square } from 'lucide-react';
import { type ClipboardEvent, type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { useUser } from '../../shared/auth.js';
import { Button, IconButton } from '../../ui/button.js';
import { Notice } from '../../ui/state.js';
import { Attachments } from './attachments.js';
import type { ChatFailure } from './chat-stream.js';
import { MAX_LENGTH, type ChatInput } from './use-chat.js';

const ACCEPTED = Object.entries(ATTACHMENT_TYPES)
  .flatMap(([type, endings]) => [type, ...endings.map((ending) => `.${ending}`)])
  .join(',');
// Safari reports this key code, and no `isComposing`, for the Enter that confirms a suggestion of an input method.
const COMPOSING_KEY = 229;

interface ComposerProps {
  readonly botName: string;
  readonly input: ChatInput;
  readonly isBusy: boolean;
  /** Shown above the input. */
  readonly children?: ReactNode;
  readonly onSend: () => void;
  readonly onStop: () => void;
}

/** Enter sends, Shift+Enter adds a line; the button and Escape stop a reply. */
export function Composer({ botName, input, isBusy, children, onSend, onStop }: ComposerProps) {
  const { draft, isTooLong, files, attach } = input;
  const { subscriptionPlan } = useUser();
  const box = useFocusAfterReply(isBusy);
  useEscape(isBusy, onStop);

  const problem = isTooLong
    ? t('chat.tooLong', { length: formatNumber(draft.trim().length), max: formatNumber(MAX_LENGTH) })
    : undefined;

  const { submit, onKeyDown, onPaste } = inputEvents(onSend, attach);

  return (
    <form className="composer sticky-foot" onSubmit={submit}>
      {children}
      <div className="composer-box">
        <Attachments files={files} isBusy={isBusy} onRemove={input.detach} />
        <div className="composer-row">
          <FilePicker isDisabled={isBusy} onPick={attach} />
          <textarea
            ref={box}
            className="composer-input"
            rows={1}
            value={draft}
            disabled={isBusy}
            placeholder={t('chat.placeholder', { name: botName })}
            aria-label={t('chat.placeholder', { name: botName })}
            aria-invalid={isTooLong}
            aria-describedby={isTooLong ? 'composer-hint composer-problem' : 'composer-hint'}
            enterKeyHint="send"
            onChange={(event) => input.type(event.target.value)}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
          />
          {isBusy ? <StopButton onStop={onStop} /> : <SendButton isDisabled={draft.trim() === ''} problem={problem} />}
        </div>
      </div>
      <div role="status">
        {problem !== undefined && (
          <p className="field-error" id="composer-problem">
            {problem}
          </p>
        )}
      </div>
      <p className="composer-hint" id="composer-hint">
        {t(`chat.hints.${subscriptionPlan}`)} <span className="composer-keys">{t('chat.keys')}</span>
      </p>
    </form>
  );
}

function inputEvents(onSend: () => void, onAttach: ChatInput['attach']) {
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSend();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Enter also confirms a suggestion of an input method; that must not send.
    const { isComposing, keyCode } = event.nativeEvent;
    if (event.key !== 'Enter' || event.shiftKey || isComposing || keyCode === COMPOSING_KEY) return;
    event.preventDefault();
    onSend();
  };
  const onPaste = (event: ClipboardEvent): void => {
    const pasted = [...event.clipboardData.files];
    if (pasted.length === 0) return;
    // Some programs copy the address of an image as text beside the image.
    event.preventDefault();
    onAttach(pasted);
  };
  return { submit, onKeyDown, onPaste };
}

interface SendButtonProps {
  readonly isDisabled: boolean;
  /** Why the message cannot be sent. */
  readonly problem: string | undefined;
}

const SendButton = ({ isDisabled, problem }: SendButtonProps) => (
  <IconButton
    icon={ArrowUp}
    variant="primary"
    size="md"
    type="submit"
    label={t('chat.send')}
    title={problem}
    aria-describedby={problem === undefined ? undefined : 'composer-problem'}
    disabled={isDisabled || problem !== undefined}
  />
);

/** Replaces the send button, so the second click of a double click is ignored. */
const StopButton = ({ onStop }: { readonly onStop: () => void }) => (
  <IconButton
    icon={Square}
    variant="secondary"
    size="md"
    label={t('chat.stop')}
    title={t('chat.stop')}
    onClick={(event) => event.detail < 2 && onStop()}
  />
);

function FilePicker({ isDisabled, onPick }: { readonly isDisabled: boolean; readonly onPick: (files: readonly File[]) => void }) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        accept={ACCEPTED}
        data-testid="file-picker"
        onChange={({ target }) => {
          onPick([...(target.files ?? [])]);
          // Otherwise the same file could not be picked again after it was removed.
          target.value = '';
        }}
      />
      <IconButton
        icon={Paperclip}
        size="md"
        label={t('chat.attach')}
        title={t('chat.attach')}
        disabled={isDisabled}
        onClick={() => picker.current?.click()}
      />
    </>
  );
}

/** Disabling the input during a reply drops its focus. It is restored unless the user has moved it elsewhere. */
function useFocusAfterReply(isBusy: boolean) {
  const input = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const { activeElement } = document;
    const isElsewhere =
      activeElement !== null && activeElement !== document.body && !input.current?.form?.contains(activeElement);
    if (!isBusy && !isElsewhere) input.current?.focus();
  }, [isBusy]);
  return input;
}

function useEscape(isBusy: boolean, onStop: () => void): void {
  useEffect(() => {
    if (!isBusy) return;
    const onKey = (event: globalThis.KeyboardEvent): void => {
      // An open dialog is closed by the key instead.
      if (event.key === 'Escape' && !document.querySelector('dialog[open]')) onStop();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [isBusy, onStop]);
}

interface FailureNoticeProps {
  readonly failure: ChatFailure;
  readonly canRetry: boolean;
  readonly onRetry: () => void;
}

/** Stays above the input with the unsent message after the toast is gone. */
export const FailureNotice = ({ failure: { code, reason }, canRetry, onRetry }: FailureNoticeProps) => (
  <div className="row chat-failure">
    <Notice tone={code === 'DAILY_LIMIT' ? 'warning' : 'danger'}>
      <p>
        <strong>{t('chat.notSent')}</strong> {reason}
      </p>
      {code === 'OWN_KEY_FAILED' && (
        <p className="row chat-failure-links">
          <Link className="notice-link" to={paths.apiSettings}>
            {t('chat.openApiKey')}
          </Link>
        </p>
      )}
      {code === 'DAILY_LIMIT' && (
        <p className="row chat-failure-links">
          <Link className="notice-link" to={paths.credits}>
            {t('chat.getCredits')}
          </Link>
          <Link className="notice-link" to={paths.pricing}>
            {t('bot.comparePlans')}
          </Link>
        </p>
      )}
    </Notice>
    <Button icon={RotateCw} size="sm" disabled={!canRetry} onClick={onRetry}>
      {t('chat.retry')}
    </Button>
  </div>
);
