import { Form } from 'antd';
import { useState } from 'react';
import { t } from '../../lib/i18n.js';
import { toast } from '../../ui/toast.js';
import { changesBetween, complete, type ChannelValues, type Stored } from './channel-values.js';
import { useChannelSettings, type Problems } from './use-channel-settings.js';

/** The form of the settings beside what is stored of them; `onProblems` names the fields that the server refused. */
export function useChannelForm(botId: string, initial: Stored, onProblems: (names: readonly string[]) => void) {
  const [form] = Form.useForm<ChannelValues>();
  const [stored, setStored] = useState(initial);
  const watched = Form.useWatch((all: ChannelValues) => all, { form, preserve: true }) as Partial<ChannelValues> | undefined;
  const values: ChannelValues = { ...stored.settings, ...watched };
  const valuesNow = (): ChannelValues => ({ ...stored.settings, ...(form.getFieldsValue(true) as Partial<ChannelValues>) });

  const take = (now: Stored, settings: ChannelValues): void => {
    setStored(now);
    form.setFieldsValue(settings);
  };
  const showProblems = (problems: Problems): void => {
    const found = Object.entries(problems).filter(([name]) => name in initial.settings);
    form.setFields(found.map(([name, problem]) => ({ name: name as keyof ChannelValues, errors: [problem] })));
    onProblems(found.map(([name]) => name));
  };
  const { save, loadLatest, ...state } = useChannelSettings(botId, stored.version, showProblems);

  const submit = (): void => {
    const sent = complete(valuesNow());
    const changes = changesBetween(stored.settings, sent);
    if (Object.keys(changes).length === 0) return;
    // What is edited while the save is under way stays edited.
    void save(changes, (now) => take(now, { ...now.settings, ...changesBetween(sent, valuesNow()) }));
  };
  const keepMine = (): void =>
    void loadLatest((now) => {
      take(now, { ...now.settings, ...changesBetween(stored.settings, valuesNow()) });
      toast.info(t('conflict.rebased'));
    });
  const dropMine = (): void => void loadLatest((now) => take(now, now.settings));

  const isDirty = Object.keys(changesBetween(stored.settings, values)).length > 0;
  return { form, values, isDirty, submit, keepMine, dropMine, ...state };
}
