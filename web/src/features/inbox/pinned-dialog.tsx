import { useState } from 'react';
import { t } from '../../lib/i18n.js';
import { toast } from '../../lib/toast.js';
import { useToastMutation } from '../../shared/use-toast-mutation.js';
import { FormDialog } from '../../ui/dialog.js';
import { CHANGE_PINNED, PIN_ANSWER, type Pinned } from './inbox.graphql.js';
import { AnswerField, isPinnable, PinnedQuestions, questionsIn } from './pinned-fields.js';

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
  const questions = questionsIn(lines);
  const outcome = {
    failed: t('inbox.failed'),
    done: () => {
      toast.success(t('inbox.pinned'), { text: t('inbox.pinnedText') });
      onDone();
    },
  };
  const pin = useToastMutation(PIN_ANSWER, outcome);
  const change = useToastMutation(CHANGE_PINNED, outcome);
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
      isDisabled={!isPinnable(questions) || answer.trim() === ''}
      onClose={onClose}
      onSubmit={submit}
    >
      <PinnedQuestions lines={lines} onLines={setLines} />
      <AnswerField answer={answer} onAnswer={setAnswer} />
    </FormDialog>
  );
}
