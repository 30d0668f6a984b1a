import { ChannelSettings } from '@kith/proto';
import { Form, Input } from 'antd';
import { formatNumber } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { schemaRule } from '../../lib/schema-rule.js';
import { SwitchRow } from '../../ui/switch-row.js';
import { DEFAULTS, MODERATION, NUMBERS, type ChannelValues, type NumberName, SOON } from './channel-values.js';

type SwitchName = { [K in keyof ChannelSettings]: ChannelSettings[K] extends boolean ? K : never }[keyof ChannelSettings];

const isModeration = (name: string): boolean => (MODERATION as readonly string[]).includes(name);

/** A switch of one setting. Moderation settings share one note above them instead of a badge each. */
export function SettingSwitch({ name }: { readonly name: SwitchName }) {
  const isSoon = SOON.includes(name);
  return (
    <SwitchRow
      name={name}
      label={t(`channel.${name}`)}
      text={t(`channel.${name}Text`)}
      isInert={isSoon || (SOON.includes('moderationMode') && isModeration(name))}
      soonNote={isSoon ? t('channel.soonNote') : undefined}
    />
  );
}

/** A whole number within its bounds; an emptied field takes its default (docs/specification.md). */
export function NumberField({ name }: { readonly name: NumberName }) {
  const form = Form.useFormInstance<ChannelValues>();
  const { min, max } = NUMBERS[name];
  const rule = t('channel.numberRule', { min: formatNumber(min), max: formatNumber(max) });
  const fillDefault = (): void => {
    if (form.getFieldValue(name) === '') form.setFieldValue(name, DEFAULTS[name]);
  };
  return (
    <Form.Item
      name={name}
      label={t(`channel.${name}`)}
      extra={t(`channel.${name}Text`)}
      normalize={(typed: string) => (typed === '' ? '' : Number(typed))}
      rules={[schemaRule(orEmpty(name), rule)]}
    >
      <Input type="number" inputMode="numeric" min={min} max={max} onBlur={fillDefault} />
    </Form.Item>
  );
}

const orEmpty = (name: NumberName) => ({
  safeParse: (value: unknown) => ChannelSettings.shape[name].safeParse(value === '' ? DEFAULTS[name] : value),
});
