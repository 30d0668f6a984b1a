import { ATTACHMENT_TYPES } from '@kith/proto';
import { ArrowUp, Paperclip, RotateCw, Square } from 'lucide-react';
import { type ClipboardEvent, type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { Button } from '../../ui/button.js';
import { Notice } from '../../ui/state.js';
import { type AttachedFile, Attachments } from './attachments.js';
import type { ChatFailure } from './chat-stream.js';
import { MAX_LENGTH } from './use-chat.js';

const ACCEPTED = Object.entries(ATTACHMENT_TYPES)
  .flatMap(([type, endings]) => [type, ...endings.map((ending) => `.${ending}`)])
  .join(',');
// What Safari says of the Enter that confirms a suggestion, when it says no more that one is composed.
const COMPOSING_KEY = 229;

interface ComposerProps {
  readonly botName: string;
  readonly draft: string;
  readonly isTooLong: boolean;
  readonly files: readonly AttachedFile[];
  readonly isBusy: boolean;
  /** Stands above the input. */
  readonly children?: ReactNode;
  readonly onDraft: (text: string) => void;
  readonly onAttach: (files: readonly File[]) => void;
  readonly onDetach: (id: string) => void;
  readonly onSend: () => void;
  readonly onStop: () => void;
}

/** Enter sends, Shift+Enter breaks the line; while a reply comes, the button and Escape stop it. */
export function Composer({
  botName,
  draft,
  isTooLong,
  files,
  isBusy,
  children,
  onDraft,
  onAttach,
  onDetach,
  ...on
}: ComposerProps) {
  const input = useFocusAfterReply(isBusy);
  useEscape(isBusy, on.onStop);

  const problem = isTooLong
    ? t('chat.tooLong', { length: formatNumber(draft.trim().length), max: formatNumber(MAX_LENGTH) })
    : undefined;

  const { submit, onKeyDown, onPaste } = inputEvents(on.onSend, onAttach);

  return (
    <form className="composer sticky-foot" onSubmit={submit}>
      {children}
      <div className="composer-box">
        <Attachments files={files} isBusy={isBusy} onRemove={onDetach} />
        <div className="composer-row">
          <FilePicker isDisabled={isBusy} onPick={onAttach} />
          <textarea
            ref={input}
            className="composer-input"
            rows={1}
            value={draft}
            disabled={isBusy}
            placeholder={t('chat.placeholder', { name: botName })}
            aria-label={t('chat.placeholder', { name: botName })}
            aria-invalid={isTooLong}
            aria-describedby={isTooLong ? 'composer-hint composer-problem' : 'composer-hint'}
            enterKeyHint="send"
            onChange={(event) => onDraft(event.target.value)}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
          />
          {isBusy ? <StopButton onStop={on.onStop} /> : <SendButton isDisabled={draft.trim() === ''} problem={problem} />}
        </div>
      </div>
      <div role="status">
        {problem !== undefined && (
          <p className="composer-problem" id="composer-problem">
            {problem}
          </p>
        )}
      </div>
      <p className="composer-hint" id="composer-hint">
        {t('chat.hint')} <span className="composer-keys">{t('chat.keys')}</span>
      </p>
    </form>
  );
}

function inputEvents(onSend: () => void, onAttach: ComposerProps['onAttach']) {
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSend();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // An input method confirms its suggestion with Enter too; that one is not for us.
    const { isComposing, keyCode } = event.nativeEvent;
    if (event.key !== 'Enter' || event.shiftKey || isComposing || keyCode === COMPOSING_KEY) return;
    event.preventDefault();
    onSend();
  };
  const onPaste = (event: ClipboardEvent): void => {
    const pasted = [...event.clipboardData.files];
    if (pasted.length === 0) return;
    // Of a copied picture some programs give the address as text too: the picture is meant.
    event.preventDefault();
    onAttach(pasted);
  };
  return { submit, onKeyDown, onPaste };
}

interface SendButtonProps {
  readonly isDisabled: boolean;
  /** Why it cannot be sent as it is. */
  readonly problem: string | undefined;
}

const SendButton = ({ isDisabled, problem }: SendButtonProps) => (
  <Button
    type="submit"
    variant="primary"
    isIcon
    aria-label={t('chat.send')}
    title={problem}
    aria-describedby={problem === undefined ? undefined : 'composer-problem'}
    disabled={isDisabled || problem !== undefined}
  >
    <ArrowUp size={18} aria-hidden="true" />
  </Button>
);

/** It takes the place of the one that sends: the second click of a double click is not meant for it. */
const StopButton = ({ onStop }: { readonly onStop: () => void }) => (
  <Button isIcon aria-label={t('chat.stop')} title={t('chat.stop')} onClick={(event) => event.detail < 2 && onStop()}>
    <Square size={15} aria-hidden="true" />
  </Button>
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
          // The same file can be chosen again after it was taken out.
          target.value = '';
        }}
      />
      <Button
        variant="ghost"
        isIcon
        aria-label={t('chat.attach')}
        title={t('chat.attach')}
        disabled={isDisabled}
        onClick={() => picker.current?.click()}
      >
        <Paperclip size={18} aria-hidden="true" />
      </Button>
    </>
  );
}

/** Disabled while a reply comes (part 2, section 4), so the focus has to be brought back; not from where somebody has gone meanwhile. */
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
      // An open dialog takes the key for itself.
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

/** The toast goes away: this stays beside the words that were not sent, with the way on. */
export const FailureNotice = ({ failure: { code, reason }, canRetry, onRetry }: FailureNoticeProps) => (
  <div className="chat-failure">
    <Notice tone={code === 'DAILY_LIMIT' ? 'warning' : 'danger'}>
      <p>
        <strong>{t('chat.notSent')}</strong> {reason}
      </p>
      {code === 'DAILY_LIMIT' && (
        <p className="chat-failure-links">
          <Link className="notice-link" to={paths.credits}>
            {t('chat.getCredits')}
          </Link>
          <Link className="notice-link" to={paths.pricing}>
            {t('chat.comparePlans')}
          </Link>
        </p>
      )}
    </Notice>
    <Button size="sm" disabled={!canRetry} onClick={onRetry}>
      <RotateCw size={15} aria-hidden="true" />
      {t('chat.retry')}
    </Button>
  </div>
);
