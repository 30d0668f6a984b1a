import { useQuery } from '@apollo/client/react';
import { DRAFT_GAP, type AnswerDraft } from '@kith/proto';
import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../lib/i18n.js';
import { toast } from '../../lib/toast.js';
import { useToastMutation } from '../../shared/use-toast-mutation.js';
import { Button } from '../../ui/button.js';
import { Dialog, FormDialog } from '../../ui/dialog.js';
import { Labelled } from '../../ui/field.js';
import { Skeleton } from '../../ui/indicators.js';
import { Chips } from '../../ui/inputs.js';
import { ANSWER_DRAFT, PIN_ANSWER, TEACH_ANSWER, WRITE_ANSWER_DRAFT, type Question } from './inbox.graphql.js';
import { AnswerField, isPinnable, PinnedQuestions, questionsIn } from './pinned-fields.js';

interface AnswerDialogProps {
  readonly botId: string;
  readonly question: Question;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Approves an answer, from its draft, into what the companion knows or as a pinned answer to all ways in which it was asked. */
export function AnswerDialog(props: AnswerDialogProps) {
  const { botId, question, onClose } = props;
  const { data, error } = useQuery(ANSWER_DRAFT, {
    variables: { botId, questionId: question.id },
    fetchPolicy: 'network-only',
  });
  // Without a draft the owner writes the answer alone.
  if (data || error) return <AnswerForm {...props} draft={data?.answerDraft ?? { ...NO_DRAFT, title: question.question }} />;
  return (
    <Dialog title={t('inbox.answer')} onClose={onClose}>
      <Skeleton height={200} />
    </Dialog>
  );
}

const KINDS = ['pin', 'teach'] as const;
const NO_DRAFT: Omit<AnswerDraft, 'title'> = { questions: [], answer: '', kind: 'outline', canBeWritten: false };

function AnswerForm(props: AnswerDialogProps & { readonly draft: AnswerDraft }) {
  const { botId, question, draft, onClose, onDone } = props;
  const [kind, setKind] = useState<(typeof KINDS)[number]>('pin');
  const [title, setTitle] = useState(draft.title);
  // The server says what is wrong with a question that cannot be pinned.
  const [lines, setLines] = useState(
    draft.questions.length > 0 ? draft.questions.join('\n') : draft.title.replaceAll(/\s+/g, ' '),
  );
  const [answer, setAnswer] = useState(draft.answer);
  const questions = questionsIn(lines);
  const hasGap = answer.includes(DRAFT_GAP);
  const isAsked = kind === 'pin' ? isPinnable(questions) : title.trim() !== '';
  const outcome = (done: string, text: string) => ({
    failed: t('inbox.failed'),
    done: () => {
      toast.success(done, { text });
      onDone();
    },
  });
  const pin = useToastMutation(PIN_ANSWER, outcome(t('inbox.pinned'), t('inbox.pinnedText')));
  const teach = useToastMutation(TEACH_ANSWER, outcome(t('inbox.taught'), t('inbox.taughtText')));
  const submit = (): void => {
    if (kind === 'pin') void pin.send({ botId, questionId: question.id, input: { questions, answer } });
    else void teach.send({ botId, questionId: question.id, title, content: answer });
  };
  return (
    <FormDialog
      title={t('inbox.answer')}
      submit={t(`inbox.kind.${kind}Submit`)}
      isBusy={pin.isBusy || teach.isBusy}
      isDisabled={!isAsked || answer.trim() === '' || hasGap}
      onClose={onClose}
      onSubmit={submit}
    >
      <Chips
        label={t('inbox.kind.label')}
        chips={KINDS.map((key) => ({ key, label: t(`inbox.kind.${key}`) }))}
        active={kind}
        onChange={setKind}
      />
      <p className="note">{t(`inbox.kind.${kind}Text`)}</p>
      {kind === 'pin' ? (
        <>
          <PinnedQuestions lines={lines} onLines={setLines} />
          {draft.questions.length > 0 && <p className="note">{t('inbox.askedSo')}</p>}
        </>
      ) : (
        <TitleField title={title} onTitle={setTitle} />
      )}
      <AnswerField answer={answer} onAnswer={setAnswer} />
      {draft.answer !== '' && <DraftNote botId={botId} questionId={question.id} draft={draft} onWritten={setAnswer} />}
      {hasGap && <p className="note">{t('inbox.fillGaps', { gap: DRAFT_GAP })}</p>}
    </FormDialog>
  );
}

interface DraftNoteProps {
  readonly botId: string;
  readonly questionId: string;
  readonly draft: AnswerDraft;
  readonly onWritten: (answer: string) => void;
}

/** What the draft was made from, and a better one by the language model where there is one. */
function DraftNote({ botId, questionId, draft, onWritten }: DraftNoteProps) {
  const [kind, setKind] = useState(draft.kind);
  const write = useToastMutation(WRITE_ANSWER_DRAFT, {
    failed: t('inbox.failed'),
    done: ({ writeAnswerDraft: made }) => {
      if (made.kind !== 'written') return void toast.info(t('inbox.notWritten'));
      setKind(made.kind);
      onWritten(made.answer);
    },
  });
  return (
    <>
      <p className="note">{t(`inbox.draft.${kind}`)}</p>
      {draft.canBeWritten && (
        <>
          <Button size="sm" icon={Sparkles} isBusy={write.isBusy} onClick={() => void write.send({ botId, questionId })}>
            {t('inbox.write')}
          </Button>
          <p className="note">{t('inbox.writeText')}</p>
        </>
      )}
    </>
  );
}

const TitleField = ({ title, onTitle }: { readonly title: string; readonly onTitle: (title: string) => void }) => (
  <Labelled label={t('inbox.itemTitle')}>
    {(aria) => (
      <input {...aria} className="field-input" value={title} maxLength={200} onChange={({ target }) => onTitle(target.value)} />
    )}
  </Labelled>
);
