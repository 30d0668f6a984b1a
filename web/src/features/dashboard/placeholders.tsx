import { t } from '../../lib/i18n.js';
import { Skeleton } from '../../ui/skeleton.js';

/** Where cards will be. */
export const Placeholders = ({ count }: { readonly count: number }) => (
  <>
    <p className="sr-only" role="status">
      {t('common.loading')}
    </p>
    <div className="bot-grid" aria-hidden="true">
      {Array.from({ length: count }, (_, key) => (
        <div key={key} className="card bot-card" data-testid="bot-placeholder">
          <div className="bot-card-head">
            <Skeleton width={48} height={48} />
            <Skeleton width="50%" height={18} />
          </div>
          <Skeleton height={40} />
          <Skeleton height={40} />
        </div>
      ))}
    </div>
  </>
);
