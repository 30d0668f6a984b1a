import { ArrowUp, Square } from 'lucide-react';
import { useEffect, useRef, type FormEvent, type KeyboardEvent } from 'react';
import { t } from '../../lib/i18n.js';
import { Button } from '../../ui/button.js';

const MAX_LENGTH = 4000;

interface ComposerProps {
  readonly botName: string;
  readonly draft: string;
  readonly onDraft: (text: string) => void;
  readonly isBusy: boolean;
  readonly onSend: () => void;
  readonly onStop: () => void;
}

/** Enter sends, Shift+Enter breaks the line; while a reply comes, the button stops it. */
export function Composer({ botName, draft, onDraft, isBusy, onSend, onStop }: ComposerProps) {
  const input = useRef<HTMLTextAreaElement>(null);
  // Disabled while a reply comes (part 2, section 4), so the focus has to be brought back.
  useEffect(() => {
    if (!isBusy) input.current?.focus();
  }, [isBusy]);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSend();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // An input method confirms its suggestion with Enter too; that one is not for us.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onSend();
  };

  return (
    <form className="composer" onSubmit={submit}>
      <div className="composer-box">
        <textarea
          ref={input}
          className="composer-input"
          rows={1}
          value={draft}
          maxLength={MAX_LENGTH}
          disabled={isBusy}
          placeholder={t('chat.placeholder', { name: botName })}
          aria-label={t('chat.placeholder', { name: botName })}
          onChange={(event) => onDraft(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {isBusy ? (
          <Button isIcon aria-label={t('chat.stop')} onClick={onStop}>
            <Square size={15} aria-hidden="true" />
          </Button>
        ) : (
          <Button type="submit" variant="primary" isIcon aria-label={t('chat.send')} disabled={draft.trim() === ''}>
            <ArrowUp size={18} aria-hidden="true" />
          </Button>
        )}
      </div>
      <p className="composer-hint">{t('chat.hint')}</p>
    </form>
  );
}
