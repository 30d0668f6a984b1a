import { planRank, type Plan } from '@kith/proto';
import { Form, Switch } from 'antd';
import { t } from '../../lib/i18n.js';
import { traitLabel } from '../../shared/traits.js';
import { Slider } from '../../ui/inputs.js';
import { Section } from '../../ui/section.js';
import { DIALS, SLIDER_DEFAULTS } from './bot-values.js';
import { LivePreview } from './live-preview.js';
import { BasicFields, GROUPS, lowestPlan, TraitHead } from './personality-tab.js';

/** The personality as sliders, beside a live preview. */
export const SlidersTab = ({ plan }: { readonly plan: Plan }) => (
  <div className="split form-items sliders-tab">
    <div className="stack gap-xl sliders-fields">
      <BasicFields />
      <Section title={t('sliders.basic')} lead={t('sliders.basicText')} className="form-part">
        <div className="dials">
          {Object.keys(SLIDER_DEFAULTS).map((name) => (
            <BasicDial key={name} name={name} />
          ))}
        </div>
      </Section>
      {GROUPS.map((group) => (
        <DialGroup key={group} group={group} plan={plan} />
      ))}
    </div>
    <LivePreview plan={plan} />
  </div>
);

/** The optional sliders of one plan; only the first group carries an explanation. */
function DialGroup({ group, plan }: { readonly group: Plan; readonly plan: Plan }) {
  const id = `dials-${group}`;
  const isOpen = planRank(plan) >= planRank(group);
  return (
    <section aria-labelledby={id}>
      {group === 'free' ? (
        <header className="dial-head">
          <h2 id={id}>{t('sliders.optional')}</h2>
          <p className="note">{t('sliders.optionalText')}</p>
        </header>
      ) : (
        <TraitHead id={id} group={group} isOpen={isOpen} />
      )}
      <div className="trait-grid">
        {DIALS.filter((name) => lowestPlan(name) === group).map((name) => (
          <OptionalDial key={name} name={name} needs={group} isOpen={isOpen} />
        ))}
      </div>
    </section>
  );
}

const FIRST_VALUE = 70;

interface DialProps {
  readonly name: string;
  readonly value?: number;
  readonly onChange?: (value: number | undefined) => void;
}

const RequiredSlider = ({ name, value = 0, onChange = () => undefined }: DialProps) => (
  <Slider label={traitLabel(name)} value={value} onChange={onChange} />
);

/** A slider with a switch; switched off, the trait is left to the model. */
const OptionalSlider = ({ name, value, onChange }: DialProps) => (
  <div className="dial" data-off={value === undefined}>
    {value === undefined ? (
      <span className="field-label">
        {traitLabel(name)} <span className="muted dial-off">{t('sliders.off')}</span>
      </span>
    ) : (
      <Slider label={traitLabel(name)} value={value} onChange={(next) => onChange?.(next)} />
    )}
    <Switch
      size="small"
      checked={value !== undefined}
      aria-label={t('sliders.use', { trait: traitLabel(name) })}
      onChange={(isOn) => onChange?.(isOn ? FIRST_VALUE : undefined)}
    />
  </div>
);

/** A trait that needs a higher plan. */
const LockedSlider = ({ name, needs }: { readonly name: string; readonly needs: Plan }) => (
  <div className="dial" data-locked="true">
    <span className="field-label">
      {traitLabel(name)} <span className="trait-plan">{t(`form.planMark.${needs}`)}</span>
    </span>
    <Switch size="small" disabled aria-label={t('sliders.use', { trait: traitLabel(name) })} />
  </div>
);

const BasicDial = ({ name }: { readonly name: string }) => (
  <Form.Item name={['personality', name]} noStyle>
    <RequiredSlider name={name} />
  </Form.Item>
);

interface OptionalDialProps {
  readonly name: string;
  /** The lowest plan with this trait. */
  readonly needs: Plan;
  readonly isOpen: boolean;
}

function OptionalDial({ name, needs, isOpen }: OptionalDialProps) {
  if (!isOpen) return <LockedSlider name={name} needs={needs} />;
  return (
    <Form.Item name={['personality', name]} noStyle>
      <OptionalSlider name={name} />
    </Form.Item>
  );
}
