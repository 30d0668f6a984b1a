import { hasTrait, planRank, type Plan } from '@kith/proto';
import { t } from '../../lib/i18n.js';
import { BasicFields } from './basic-fields.js';
import { DIALS, SLIDER_DEFAULTS } from './bot-values.js';
import { LivePreview } from './live-preview.js';
import { GROUPS, TraitHead } from './personality-tab.js';
import { BasicDial, OptionalDial } from './trait-dial.js';
import './sliders-tab.css';

/** The personality as sliders, beside a preview that follows them. */
export const SlidersTab = ({ plan }: { readonly plan: Plan }) => (
  <div className="form-tab form-items sliders-tab">
    <div className="sliders-fields">
      <BasicFields />
      <section className="form-part" aria-labelledby="sliders">
        <header>
          <h2 id="sliders">{t('sliders.basic')}</h2>
          <p className="muted">{t('sliders.basicText')}</p>
        </header>
        <div className="dials">
          {Object.keys(SLIDER_DEFAULTS).map((name) => (
            <BasicDial key={name} name={name} />
          ))}
        </div>
      </section>
      {GROUPS.map((group) => (
        <DialGroup key={group} group={group} plan={plan} />
      ))}
    </div>
    <LivePreview plan={plan} />
  </div>
);

/** The sliders that a plan adds; those of the free one are explained, as the others work alike. */
function DialGroup({ group, plan }: { readonly group: Plan; readonly plan: Plan }) {
  const id = `dials-${group}`;
  const isOpen = planRank(plan) >= planRank(group);
  return (
    <section aria-labelledby={id}>
      {group === 'free' ? (
        <header className="dial-head">
          <h2 id={id}>{t('sliders.optional')}</h2>
          <p className="muted">{t('sliders.optionalText')}</p>
        </header>
      ) : (
        <TraitHead id={id} group={group} isOpen={isOpen} />
      )}
      <div className="dials-more">
        {DIALS.filter((name) => lowestPlan(name) === group).map((name) => (
          <OptionalDial key={name} name={name} needs={group} isOpen={isOpen} />
        ))}
      </div>
    </section>
  );
}

const lowestPlan = (name: string): Plan => GROUPS.find((plan) => hasTrait(plan, name)) ?? 'premium';
