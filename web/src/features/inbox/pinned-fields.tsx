import { MAX_PINNED_ANSWER_CHARS, MAX_PINNED_QUESTIONS } from '@kith/proto';
import { t } from '../../lib/i18n.js';
import { Labelled } from '../../ui/field.js';

interface PinnedQuestionsProps {
  readonly lines: string;
  readonly onLines: (lines: string) => void;
}

/** The questions in the lines that an owner wrote. */
export const questionsIn = (lines: string): string[] => lines.split('\n').flatMap((line) => line.trim() || []);

/** Whether a pinned answer can have so many questions. */
export const isPinnable = (questions: readonly string[]): boolean =>
  questions.length > 0 && questions.length <= MAX_PINNED_QUESTIONS;

/** So many that each question is in sight. */
const rowsOf = (lines: string): number => Math.min(MAX_PINNED_QUESTIONS, Math.max(3, lines.split('\n').length));

/** The questions of a pinned answer, one in each line. */
export const PinnedQuestions = ({ lines, onLines }: PinnedQuestionsProps) => (
  <>
    <Labelled
      label={t('inbox.questions', { max: MAX_PINNED_QUESTIONS })}
      {...(questionsIn(lines).length > MAX_PINNED_QUESTIONS && { error: t('inbox.tooMany', { max: MAX_PINNED_QUESTIONS }) })}
    >
      {(aria) => (
        <textarea
          {...aria}
          className="field-input"
          rows={rowsOf(lines)}
          value={lines}
          onChange={({ target }) => onLines(target.value)}
        />
      )}
    </Labelled>
    <p className="note">{t('inbox.exactText')}</p>
  </>
);

export const AnswerField = ({ answer, onAnswer }: { readonly answer: string; readonly onAnswer: (answer: string) => void }) => (
  <Labelled label={t('inbox.answerText')}>
    {(aria) => (
      <textarea
        {...aria}
        className="field-input"
        rows={8}
        maxLength={MAX_PINNED_ANSWER_CHARS}
        value={answer}
        onChange={({ target }) => onAnswer(target.value)}
      />
    )}
  </Labelled>
);
