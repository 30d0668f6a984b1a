import { RotateCw } from 'lucide-react';
import { Link } from 'react-router';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { Button } from '../../ui/button.js';
import { Notice } from '../../ui/state.js';
import type { ChatFailure } from './chat-failure.js';

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
