import type { System } from '@kith/proto';
import { Form } from 'antd';
import { Check } from 'lucide-react';

import { t } from '../../lib/i18n.js';
import { usePending } from '../../lib/use-pending.js';
import { Button } from '../../ui/button.js';
import { useUnsavedForm, type OnUnsavedChange } from '../../ui/unsaved-changes.js';
import { VerticalForm } from '../../ui/vertical-form.js';
import { SettingField } from './setting-field.js';
import { useConfiguration, type Settings } from './use-systems.js';

/** As the server accepts them. */
const MAX_CHARS = 500;

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
  const fields = Object.entries(system.settings);
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
          <li key={feature} className="bar">
            <Check size={14} aria-hidden="true" />
            {feature}
          </li>
        ))}
      </ul>
      {fields.map(([name, setting]) => (
        <SettingField key={name} name={name} setting={setting} botId={botId} maxChars={MAX_CHARS} />
      ))}
      <Actions
        isChanging={isPending('change')}
        isRemoving={isRemoving}
        onReset={() => void change({}, true)}
        onRemove={onRemove}
      />
    </VerticalForm>
  );
}

interface ActionsProps {
  readonly isChanging: boolean;
  readonly isRemoving: boolean;
  readonly onReset: () => void;
  readonly onRemove: () => void;
}

function Actions({ isChanging, isRemoving, onReset, onRemove }: ActionsProps) {
  return (
    <div className="dialog-foot">
      <Button variant="ghost" size="sm" className="foot-start danger-text" isBusy={isRemoving} onClick={onRemove}>
        {t('systems.remove')}
      </Button>
      <Button size="sm" disabled={isChanging} onClick={onReset}>
        {t('systems.reset')}
      </Button>
      <Button type="submit" variant="primary" size="sm" isBusy={isChanging}>
        {t('systems.save')}
      </Button>
    </div>
  );
}
