import { Lock } from 'lucide-react';
import { useId } from 'react';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { ButtonLink } from '../../ui/button.js';
import { State } from '../../ui/state.js';
import type { KnowledgeItem } from './knowledge.graphql.js';

const SHOWN_TITLES = 3;

interface UpsellProps {
  readonly items: readonly Pick<KnowledgeItem, 'id' | 'title'>[];
  readonly total: number;
}

/** For the free plan: what there is, by its first titles, and what a plan adds. */
export function Upsell({ items, total }: UpsellProps) {
  const id = useId();
  return (
    <div className="card">
      <State icon={Lock} title={t('knowledge.upsell')} text={t('knowledge.upsellText')}>
        <ButtonLink to={paths.pricing} variant="primary">
          {t('knowledge.upsellAction')}
        </ButtonLink>
      </State>
      {items.length > 0 && (
        <div className="knowledge-titles">
          <h3 id={id}>{t('knowledge.upsellTitles')}</h3>
          <ul aria-labelledby={id}>
            {items.slice(0, SHOWN_TITLES).map((item) => (
              <li key={item.id}>{item.title}</li>
            ))}
            {total > SHOWN_TITLES && <li className="muted">{t('knowledge.more', { count: total - SHOWN_TITLES })}</li>}
          </ul>
          <p className="muted">{t('knowledge.upsellKept')}</p>
        </div>
      )}
    </div>
  );
}
