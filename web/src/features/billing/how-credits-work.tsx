import { Equal, Infinity as Endless, Lock, RefreshCcw, type LucideIcon } from 'lucide-react';
import { t } from '../../lib/i18n.js';

const POINTS: readonly (readonly ['auto' | 'expire' | 'one' | 'secure', LucideIcon])[] = [
  ['auto', RefreshCcw],
  ['expire', Endless],
  ['one', Equal],
  ['secure', Lock],
];

export const HowCreditsWork = () => (
  <section aria-labelledby="how" className="stack credit-section">
    <h2 id="how">{t('credits.howTitle')}</h2>
    <ul className="card columns how-list">
      {POINTS.map(([key, Icon]) => (
        <li key={key}>
          <span className="icon-box" aria-hidden="true">
            <Icon size={18} />
          </span>
          <div>
            <h3>{t(`credits.how.${key}`)}</h3>
            <p className="muted">{t(`credits.how.${key}Text`)}</p>
          </div>
        </li>
      ))}
    </ul>
  </section>
);
