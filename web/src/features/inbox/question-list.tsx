import { useQuery } from '@apollo/client/react';
import type { InboxState } from '@kith/proto';
import { Inbox, Pin, RotateCcw, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useListFocus } from '../../lib/focus.js';
import { formatMoment } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { toast } from '../../lib/toast.js';
import { useKept } from '../../lib/use-kept.js';
import { useToastMutation } from '../../shared/use-toast-mutation.js';
import { Button } from '../../ui/button.js';
import { Badge, Skeleton } from '../../ui/indicators.js';
import { LoadError, StaleNotice } from '../../ui/load-error.js';
import { Pager } from '../../ui/pager.js';
import { State } from '../../ui/state.js';
import { AnswerDialog } from './answer-dialog.js';
import { INBOX, SET_INBOX_STATE, type Question } from './inbox.graphql.js';

const LIMIT = 20;

interface QuestionListProps {
  readonly botId: string;
  readonly name: string;
  readonly state: InboxState;
}

/** The questions of one state, the latest first. */
export function QuestionList({ botId, name, state }: QuestionListProps) {
  const [offset, setOffset] = useKept(`page of ${state}`, 0);
  const [answered, setAnswered] = useState<Question | null>(null);
  const { data, previousData, error, refetch } = useQuery(INBOX, {
    variables: { botId, state, limit: LIMIT, offset },
    fetchPolicy: 'cache-and-network',
  });
  // The previous page stays until the next one has arrived.
  const page = (data ?? (error ? undefined : previousData))?.inbox;
  const listFocus = useListFocus<HTMLOListElement>(page?.questions.map(({ id }) => id) ?? []);
  const reload = (): void => {
    if (page?.questions.length === 1 && offset > 0) setOffset(Math.max(0, offset - LIMIT));
    else void refetch().catch(() => undefined);
  };
  // The list has become shorter since this page was left. The total may still count questions that are not listed any more.
  if (data && offset > 0 && data.inbox.questions.length === 0)
    setOffset(Math.max(0, Math.min(Math.ceil(data.inbox.total / LIMIT) * LIMIT, offset) - LIMIT));
  if (!page) return error ? <LoadError error={error} onRetry={reload} /> : <Skeleton height={120} />;
  return (
    <div className="stack">
      {error && <StaleNotice error={error} />}
      {page.questions.length === 0 && <Nothing botId={botId} name={name} state={state} />}
      <ol className="inbox-list" aria-label={t(`inbox.tab.${state}`)} {...listFocus}>
        {page.questions.map((question) => (
          <QuestionItem
            key={question.id}
            botId={botId}
            question={question}
            onAnswer={() => setAnswered(question)}
            onChanged={reload}
          />
        ))}
      </ol>
      <Pager
        label={t(`inbox.tab.${state}`)}
        page={page}
        offset={offset}
        limit={LIMIT}
        onTurn={({ offset: to }) => setOffset(to)}
      />
      {answered && (
        <AnswerDialog
          botId={botId}
          question={answered}
          onClose={() => setAnswered(null)}
          onDone={() => {
            setAnswered(null);
            reload();
          }}
        />
      )}
    </div>
  );
}

function Nothing({ botId, name, state }: QuestionListProps) {
  if (state !== 'open') return <State icon={Inbox} title={t(`inbox.empty.${state}`)} />;
  return (
    <State icon={Inbox} title={t('inbox.empty.open')} text={t('inbox.empty.openText', { name })}>
      <Link to={paths.edit(botId)}>{t('inbox.learningMode')}</Link>
    </State>
  );
}

interface QuestionItemProps {
  readonly botId: string;
  readonly question: Question;
  readonly onAnswer: () => void;
  readonly onChanged: () => void;
}

function QuestionItem({ botId, question: one, onAnswer, onChanged }: QuestionItemProps) {
  const { send, isBusy } = useToastMutation(SET_INBOX_STATE, {
    failed: t('inbox.failed'),
    done: (_data, { state }) => {
      toast.success(t(state === 'open' ? 'inbox.reopened' : 'inbox.dismissed'));
      onChanged();
    },
  });
  const facts = [
    t('inbox.asked', { count: one.count }),
    t(`inbox.from.${one.channel}`),
    t('inbox.last', { time: formatMoment(one.lastAt) }),
  ];
  return (
    <li className="card card-body inbox-question">
      <h2 className="breakable">{one.question}</h2>
      <p className="row">
        {one.causes.map((cause) => (
          <Badge key={cause} tone={cause === 'disliked' ? 'danger' : 'warning'}>
            {t(`inbox.cause.${cause}`)}
          </Badge>
        ))}
        {one.reasons.map((reason) => (
          <Badge key={reason}>{t(`rating.reason.${reason}`)}</Badge>
        ))}
      </p>
      <details>
        <summary>{t('inbox.reply')}</summary>
        <p className="breakable inbox-reply">{one.reply}</p>
      </details>
      <p className="note">{facts.join(' · ')}</p>
      <div className="row">
        {one.state !== 'answered' && (
          <Button variant="primary" size="sm" icon={Pin} onClick={onAnswer}>
            {t('inbox.answer')}
            <span className="sr-only">{`: ${one.question}`}</span>
          </Button>
        )}
        {one.state === 'open' ? (
          <Button size="sm" icon={X} isBusy={isBusy} onClick={() => void send({ botId, questionId: one.id, state: 'dismissed' })}>
            {t('inbox.dismiss')}
            <span className="sr-only">{`: ${one.question}`}</span>
          </Button>
        ) : (
          <Button
            size="sm"
            icon={RotateCcw}
            isBusy={isBusy}
            onClick={() => void send({ botId, questionId: one.id, state: 'open' })}
          >
            {t('inbox.reopen')}
            <span className="sr-only">{`: ${one.question}`}</span>
          </Button>
        )}
      </div>
    </li>
  );
}
