import { ChannelSettings } from '@kith/proto';
import { Form, Input, Switch } from 'antd';
import { useId, type ReactNode } from 'react';
import { formatNumber } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { fieldRule } from '../../lib/schema-rule.js';
import { Badge } from '../../ui/indicators.js';
import { DEFAULTS, MODERATION, NUMBERS, type ChannelValues, type NumberName, SOON } from './channel-values.js';

type SwitchName = { [K in keyof ChannelSettings]: ChannelSettings[K] extends boolean ? K : never }[keyof ChannelSettings];

/** A part of a tab with its heading. */
export function Part({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text?: string;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="stack channel-part">
      <header>
        <h2 id={id}>{title}</h2>
        {text !== undefined && <p className="muted">{text}</p>}
      </header>
      {children}
    </section>
  );
}

// Above them stands one note for all of moderation.
const isModeration = (name: string): boolean =>
  SOON.includes('moderationMode') && (MODERATION as readonly string[]).includes(name);

/** A switch with what it does; the whole row is its label. */
export function SwitchRow({ name }: { readonly name: SwitchName }) {
  const id = useId();
  const label = t(`channel.${name}`);
  const isSoon = SOON.includes(name);
  return (
    <label className={isSoon || isModeration(name) ? 'switch-row channel-soon' : 'switch-row'}>
      <span>
        <span className="switch-name">
          {label} {isSoon && <Badge>{t('bot.soon')}</Badge>}
        </span>
        <span id={id} className="muted">
          {t(`channel.${name}Text`)} {isSoon && <span className="sr-only">{t('channel.soonNote')}</span>}
        </span>
      </span>
      <Form.Item name={name} valuePropName="checked" noStyle>
        <Switch aria-label={label} aria-describedby={id} />
      </Form.Item>
    </label>
  );
}

/** A whole number within its bounds; left empty it takes its default (specification 2, section 5). */
export function NumberField({ name }: { readonly name: NumberName }) {
  const form = Form.useFormInstance<ChannelValues>();
  const { min, max } = NUMBERS[name];
  const rule = t('channel.numberRule', { min: formatNumber(min), max: formatNumber(max) });
  const fill = (): void => {
    if (form.getFieldValue(name) === '') form.setFieldValue(name, DEFAULTS[name]);
  };
  return (
    <Form.Item
      name={name}
      label={t(`channel.${name}`)}
      extra={t(`channel.${name}Text`)}
      normalize={(typed: string) => (typed === '' ? '' : Number(typed))}
      rules={[fieldRule(orEmpty(name), rule)]}
    >
      <Input type="number" inputMode="numeric" min={min} max={max} onBlur={fill} />
    </Form.Item>
  );
}

const orEmpty = (name: NumberName) => ({
  safeParse: (value: unknown) => ChannelSettings.shape[name].safeParse(value === '' ? DEFAULTS[name] : value),
});
