import { t } from '../lib/i18n.js';
import type { LeaveGuard } from '../lib/use-leave-guard.js';
import { Question } from './question.js';

/** Appears when unsaved work is about to be left. */
export const LeaveQuestion = ({ guard }: { readonly guard: LeaveGuard }) =>
  guard.isAsking && (
    <Question
      title={t('leave.title')}
      text={t('leave.text')}
      confirm={t('leave.confirm')}
      cancel={t('leave.cancel')}
      onConfirm={guard.discard}
      onCancel={guard.stay}
    />
  );
