import { Play, Trash2 } from 'lucide-react';
import { formatMoment } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { Button } from '../../ui/button.js';
import { Badge } from '../../ui/indicators.js';
import type { SavedConversation } from './replay.graphql.js';

interface ReplayItemProps {
  readonly conversation: SavedConversation;
  readonly isRunning: boolean;
  /** While another one is asked or deleted. */
  readonly isLocked: boolean;
  readonly onRun: () => void;
  readonly onRemove: () => void;
}

/** One saved conversation: each question with the answer before and the answer now. */
export function ReplayItem({ conversation, isRunning, isLocked, onRun, onRemove }: ReplayItemProps) {
  const { questions, latest, earlier } = conversation;
  const [first = ''] = questions;
  const isSame = latest && earlier && latest.answers.every((answer, turn) => answer === earlier.answers[turn]);
  return (
    <li className="card card-body" aria-busy={isRunning}>
      {questions.map((question, turn) => (
        <div key={`${turn}-${question}`} className="stack gap-sm">
          <h3 className="breakable">{question}</h3>
          {latest && (
            <dl className="replay-answers">
              {earlier && <Answer title={t('versions.replay.before')} run={earlier} turn={turn} />}
              <Answer title={t('versions.replay.now')} run={latest} turn={turn} />
            </dl>
          )}
        </div>
      ))}
      {!latest && <p className="muted">{t('versions.replay.never')}</p>}
      {latest && earlier && (
        <p>
          <Badge tone={isSame ? 'success' : 'warning'}>{t(isSame ? 'versions.replay.same' : 'versions.replay.changed')}</Badge>
        </p>
      )}
      <div className="row">
        <Button size="sm" icon={Play} isBusy={isRunning} disabled={isLocked} onClick={onRun}>
          {t('versions.replay.run')}
          <span className="sr-only">{`: ${first}`}</span>
        </Button>
        <Button size="sm" icon={Trash2} disabled={isLocked} onClick={onRemove}>
          {t('versions.replay.remove')}
          <span className="sr-only">{`: ${first}`}</span>
        </Button>
      </div>
    </li>
  );
}

interface AnswerProps {
  readonly title: string;
  readonly run: NonNullable<SavedConversation['latest']>;
  readonly turn: number;
}

function Answer({ title, run: { answers, answeredAt }, turn }: AnswerProps) {
  return (
    <div className="well">
      <dt className="note">{`${title} · ${formatMoment(answeredAt)}`}</dt>
      <dd className="breakable">{answers[turn]}</dd>
    </div>
  );
}
