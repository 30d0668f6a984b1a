import { MAX_PINNED_ANSWER_CHARS, MAX_PINNED_QUESTIONS } from '@kith/proto';
import { useState } from 'react';
import { t } from '../../lib/i18n.js';
import { toast } from '../../lib/toast.js';
import { useToastMutation } from '../../shared/use-toast-mutation.js';
import { FormDialog } from '../../ui/dialog.js';
import { Labelled } from '../../ui/field.js';
import { CHANGE_PINNED, PIN_ANSWER, type Pinned } from './inbox.graphql.js';

interface PinnedDialogProps {
  readonly botId: string;
  /** Null for a new one. */
  readonly pinned: Pinned | null;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** One question in each line, and the answer to all of them. */
export function PinnedDialog({ botId, pinned, onClose, onDone }: PinnedDialogProps) {
  const [lines, setLines] = useState(pinned?.questions.join('\n') ?? '');
  const [answer, setAnswer] = useState(pinned?.answer ?? '');
  const questions = lines.split('\n').flatMap((line) => line.trim() || []);
  const outcome = {
    failed: t('inbox.failed'),
    done: () => {
      toast.success(t('inbox.pinned'), { text: t('inbox.pinnedText') });
      onDone();
    },
  };
  const pin = useToastMutation(PIN_ANSWER, outcome);
  const change = useToastMutation(CHANGE_PINNED, outcome);
  const isTooMany = questions.length > MAX_PINNED_QUESTIONS;
  const submit = (): void => {
    const input = { questions, answer };
    if (pinned) void change.send({ botId, answerId: pinned.id, input });
    else void pin.send({ botId, questionId: null, input });
  };
  return (
    <FormDialog
      title={t(pinned ? 'inbox.editPinned' : 'inbox.newPinned')}
      submit={t('inbox.kind.pinSubmit')}
      isBusy={pin.isBusy || change.isBusy}
      isDisabled={questions.length === 0 || isTooMany || answer.trim() === ''}
      onClose={onClose}
      onSubmit={submit}
    >
      <Labelled
        label={t('inbox.questions', { max: MAX_PINNED_QUESTIONS })}
        {...(isTooMany && { error: t('inbox.tooMany', { max: MAX_PINNED_QUESTIONS }) })}
      >
        {(aria) => (
          <textarea {...aria} className="field-input" rows={3} value={lines} onChange={({ target }) => setLines(target.value)} />
        )}
      </Labelled>
      <p className="note">{t('inbox.exactText')}</p>
      <Labelled label={t('inbox.answerText')}>
        {(aria) => (
          <textarea
            {...aria}
            className="field-input"
            rows={8}
            maxLength={MAX_PINNED_ANSWER_CHARS}
            value={answer}
            onChange={({ target }) => setAnswer(target.value)}
          />
        )}
      </Labelled>
    </FormDialog>
  );
}
