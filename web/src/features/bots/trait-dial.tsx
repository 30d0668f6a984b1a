import type { Plan } from '@kith/proto';
import { Form, Switch } from 'antd';
import { t } from '../../lib/i18n.js';
import { traitLabel } from '../../lib/traits.js';
import { Slider } from '../../ui/slider.js';

const FIRST_VALUE = 70;

interface DialProps {
  readonly name: string;
  readonly value?: number;
  readonly onChange?: (value: number | undefined) => void;
}

/** A trait that is always set. */
const Always = ({ name, value = 0, onChange = () => undefined }: DialProps) => (
  <Slider label={traitLabel(name)} value={value} onChange={onChange} />
);

/** A trait that may be left to the model. */
const Optional = ({ name, value, onChange }: DialProps) => (
  <div className="dial" data-off={value === undefined}>
    {value === undefined ? (
      <span className="dial-name">
        {traitLabel(name)} <span className="dial-off">{t('sliders.off')}</span>
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

/** A trait that needs a higher plan: which one, in words. */
const Locked = ({ name, needs }: { readonly name: string; readonly needs: Plan }) => (
  <div className="dial" data-locked="true">
    <span className="dial-name">
      {traitLabel(name)} <span className="trait-plan">{t(`form.planMark.${needs}`)}</span>
    </span>
    <Switch size="small" disabled aria-label={t('sliders.use', { trait: traitLabel(name) })} />
  </div>
);

export const BasicDial = ({ name }: { readonly name: string }) => (
  <Form.Item name={['personality', name]} noStyle>
    <Always name={name} />
  </Form.Item>
);

interface OptionalDialProps {
  readonly name: string;
  /** The lowest plan that has it. */
  readonly needs: Plan;
  readonly isOpen: boolean;
}

export function OptionalDial({ name, needs, isOpen }: OptionalDialProps) {
  if (!isOpen) return <Locked name={name} needs={needs} />;
  return (
    <Form.Item name={['personality', name]} noStyle>
      <Optional name={name} />
    </Form.Item>
  );
}
