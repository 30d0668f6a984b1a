import { t } from '../lib/i18n.js';
import { Button } from './button.js';
import { Notice } from './notice.js';

interface ConflictProps {
  readonly isBusy: boolean;
  readonly onRebase: () => void;
  readonly onReload: () => void;
}

/** Somebody else saved meanwhile: the two ways on. */
export const Conflict = ({ isBusy, onRebase, onReload }: ConflictProps) => (
  <div role="alert">
    <Notice tone="warning">
      <p>{t('conflict.text')}</p>
      <p className="notice-actions">
        <Button size="sm" disabled={isBusy} onClick={onRebase}>
          {t('conflict.rebase')}
        </Button>
        <Button size="sm" disabled={isBusy} onClick={onReload}>
          {t('conflict.reload')}
        </Button>
      </p>
    </Notice>
  </div>
);
