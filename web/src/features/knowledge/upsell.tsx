import { Lock } from 'lucide-react';
import { paths } from '../../app/paths.js';
import { t } from '../../lib/i18n.js';
import { ButtonLink } from '../../ui/button.js';
import { State } from '../../ui/state.js';

const SHOWN_TITLES = 3;

/** For the free plan: what there is, by its first titles, and what a plan adds. */
export function Upsell({ titles, total }: { readonly titles: readonly string[]; readonly total: number }) {
  return (
    <div className="card">
      <State icon={Lock} title={t('knowledge.upsell')} text={t('knowledge.upsellText')}>
        <ButtonLink to={paths.plans} variant="primary">
          {t('knowledge.upsellAction')}
        </ButtonLink>
      </State>
      {titles.length > 0 && (
        <ul className="knowledge-titles">
          {titles.slice(0, SHOWN_TITLES).map((title) => (
            <li key={title}>{title}</li>
          ))}
          {total > SHOWN_TITLES && <li className="muted">{t('knowledge.more', { count: total - SHOWN_TITLES })}</li>}
        </ul>
      )}
    </div>
  );
}
