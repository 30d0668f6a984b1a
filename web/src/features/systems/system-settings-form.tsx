import { SystemSettings, unreachable, type System, type SystemSetting } from '@kith/proto';
import { Form, Input, Switch, type FormRule } from 'antd';
import { Check } from 'lucide-react';
import { useId } from 'react';
import { t } from '../../lib/i18n.js';
import { schemaRule } from '../../lib/schema-rule.js';
import { usePending } from '../../lib/use-pending.js';
import { Button } from '../../ui/button.js';
import { Select } from '../../ui/inputs.js';
import { useUnsavedForm, type OnUnsavedChange } from '../../ui/unsaved-changes.js';
import { VerticalForm } from '../../ui/vertical-form.js';
import { useConfiguration, type Settings } from './use-systems.js';

interface SystemSettingsFormProps {
  readonly botId: string;
  readonly system: System;
  readonly settings: Settings;
  readonly isRemoving: boolean;
  readonly note: OnUnsavedChange;
  readonly onRemove: () => void;
}

/** The settings of one installed system. */
export function SystemSettingsForm({ botId, system, settings, isRemoving, note, onRemove }: SystemSettingsFormProps) {
  const [form] = Form.useForm<Record<string, unknown>>();
  const { check, settle } = useUnsavedForm(form, { name: system.id, initial: settings, note });
  const configure = useConfiguration(botId, system);
  const { run, isPending } = usePending();
  const fields = Object.entries(system.settings ?? {});
  // One request at a time, so that a save and a reset cannot overtake each other.
  const change = (settings: Settings, reset?: boolean): Promise<void> =>
    run('change', async () => {
      const saved = await configure({ settings, ...(reset && { reset }) });
      if (!saved) return;
      form.setFieldsValue({ ...saved });
      settle(saved);
    });
  return (
    <VerticalForm
      form={form}
      name={system.id}
      className="stack form-items brain-form system-form"
      initialValues={{ ...settings }}
      onValuesChange={check}
      onFinish={(values: Settings) => void change(values)}
    >
      <p className="note">{system.description}</p>
      <ul className="row note system-features" aria-label={t('systems.features')}>
        {system.features.map((feature) => (
          <li key={feature} className="row">
            <Check size={14} aria-hidden="true" />
            {feature}
          </li>
        ))}
      </ul>
      {fields.map(([name, setting]) => (
        <SettingField key={name} name={name} setting={setting} />
      ))}
      <Actions
        isEmpty={fields.length === 0}
        isChanging={isPending('change')}
        isRemoving={isRemoving}
        onReset={() => void change({}, true)}
        onRemove={onRemove}
      />
    </VerticalForm>
  );
}

interface ActionsProps {
  /** Whether the system has no settings. */
  readonly isEmpty: boolean;
  readonly isChanging: boolean;
  readonly isRemoving: boolean;
  readonly onReset: () => void;
  readonly onRemove: () => void;
}

function Actions({ isEmpty, isChanging, isRemoving, onReset, onRemove }: ActionsProps) {
  const id = useId();
  const reason = isEmpty ? { disabled: true, title: t('systems.noSettings'), 'aria-describedby': id } : {};
  return (
    <>
      {isEmpty && (
        <p id={id} className="muted">
          {t('systems.noSettings')}
        </p>
      )}
      <div className="dialog-foot">
        <Button variant="ghost" size="sm" className="foot-start danger-text" isBusy={isRemoving} onClick={onRemove}>
          {t('systems.remove')}
        </Button>
        <Button size="sm" disabled={isChanging} onClick={onReset} {...reason}>
          {t('systems.reset')}
        </Button>
        <Button type="submit" variant="primary" size="sm" isBusy={isChanging} {...reason}>
          {t('systems.save')}
        </Button>
      </div>
    </>
  );
}

function SettingField({ name, setting }: { readonly name: string; readonly setting: SystemSetting }) {
  const { label, description } = setting;
  switch (setting.type) {
    case 'boolean':
      return (
        <label className="bar bar-between brain-switch">
          <span>
            <strong>{label}</strong>
            <span className="muted">{description}</span>
          </span>
          <Form.Item name={name} valuePropName="checked" noStyle>
            <Switch aria-label={label} />
          </Form.Item>
        </label>
      );
    case 'number':
      return (
        <Form.Item name={name} label={label} extra={description} rules={[within(setting)]} normalize={asNumber}>
          <Input type="number" min={setting.min} max={setting.max} />
        </Form.Item>
      );
    case 'select':
      return (
        <Form.Item name={name} label={label} extra={description}>
          <Select options={setting.options.map((option) => ({ value: option, label: option }))} />
        </Form.Item>
      );
    case 'text':
      return (
        <Form.Item
          name={name}
          label={label}
          extra={description}
          rules={[schemaRule(SystemSettings.valueType, t('systems.textRule'))]}
        >
          <Input autoComplete="off" />
        </Form.Item>
      );
    default:
      return unreachable(setting);
  }
}

/** An empty field stays empty instead of becoming 0. */
const asNumber = (typed: string): number | '' => (typed === '' ? '' : Number(typed));

const within = ({ min, max }: Extract<SystemSetting, { type: 'number' }>): FormRule => ({
  validator: async (_rule, value: unknown) => {
    if (typeof value !== 'number' || !(value >= min && value <= max)) throw new Error(t('systems.numberRule', { min, max }));
  },
});
