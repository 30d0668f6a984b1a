import { Coins, Layers, LifeBuoy, LockKeyhole, MessageSquareText, TestTubeDiagonal, type LucideIcon } from 'lucide-react';
import { t } from '../../lib/i18n.js';

const HIGHLIGHTS: readonly (readonly ['chat' | 'security' | 'models' | 'counting' | 'credits' | 'leaving', LucideIcon])[] = [
  ['chat', TestTubeDiagonal],
  ['security', LockKeyhole],
  ['models', Layers],
  ['counting', MessageSquareText],
  ['credits', Coins],
  ['leaving', LifeBuoy],
];

/** Six things that hold on every plan. */
export const Highlights = () => (
  <section className="stack highlights" aria-labelledby="highlights">
    <h2 id="highlights">{t('pricing.highlights')}</h2>
    <ul className="plans">
      {HIGHLIGHTS.map(([key, Icon]) => (
        <li key={key} className="card highlight">
          <span className="icon-box" aria-hidden="true">
            <Icon size={20} />
          </span>
          <h3>{t(`pricing.highlight.${key}`)}</h3>
          <p className="muted">{t(`pricing.highlight.${key}Text`)}</p>
        </li>
      ))}
    </ul>
  </section>
);
