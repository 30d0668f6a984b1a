import type { Plan } from '@kith/proto';
import { t } from '../../lib/i18n.js';
import { BasicFields } from './basic-fields.js';
import { DIALS, SLIDER_DEFAULTS } from './bot-values.js';
import { LivePreview } from './live-preview.js';
import { BasicDial, OptionalDial } from './trait-dial.js';

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
      <section className="form-part" aria-labelledby="more">
        <header>
          <h2 id="more">{t('sliders.optional')}</h2>
          <p className="muted">{t('sliders.optionalText')}</p>
        </header>
        <div className="dials">
          {DIALS.map((name) => (
            <OptionalDial key={name} name={name} plan={plan} />
          ))}
        </div>
      </section>
    </div>
    <LivePreview plan={plan} />
  </div>
);
