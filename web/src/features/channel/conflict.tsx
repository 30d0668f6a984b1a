import { t } from '../../lib/i18n.js';
import { Button } from '../../ui/button.js';
import { Notice } from '../../ui/notice.js';

interface ConflictProps {
  readonly isBusy: boolean;
  readonly onRebase: () => void;
  readonly onReload: () => void;
}

/** Somebody else saved meanwhile: the two ways on. */
export const Conflict = ({ isBusy, onRebase, onReload }: ConflictProps) => (
  <div role="alert">
    <Notice tone="warning">
      <p>{t('channel.conflict.text')}</p>
      <p className="channel-conflict">
        <Button size="sm" disabled={isBusy} onClick={onRebase}>
          {t('channel.conflict.rebase')}
        </Button>
        <Button size="sm" disabled={isBusy} onClick={onReload}>
          {t('channel.conflict.reload')}
        </Button>
      </p>
    </Notice>
  </div>
);
