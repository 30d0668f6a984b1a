import { User } from '@kith/proto';
import type { FormInstance } from 'antd';
import { useState } from 'react';
import { t } from '../../lib/i18n.js';
import { readError } from '../../lib/read-error.js';
import { toast } from '../../lib/toast.js';
import { useAuth } from '../../shared/auth.js';
import { useUnsavedForm, type NoteUnsaved } from '../../ui/unsaved-changes.js';

interface SettingsFormOptions<V> {
  readonly form: FormInstance<V>;
  readonly name: string;
  readonly initial: V;
  /** Field values after a save, where they differ from what was sent. */
  readonly valuesAfterSave?: Partial<V>;
  readonly note: NoteUnsaved;
  /** Sends the values and returns the updated user. */
  readonly send: (values: V) => Promise<unknown>;
  readonly done: string;
  readonly failed: string;
}

/** Saves a settings form, one request at a time; shows toasts and field errors and updates the signed-in user. */
export function useSettingsForm<V extends object>({
  form,
  name,
  initial,
  valuesAfterSave,
  note,
  send,
  done,
  failed,
}: SettingsFormOptions<V>) {
  const { changeUser } = useAuth();
  const { check, settle } = useUnsavedForm(form, { name, initial, note });
  const [isBusy, setBusy] = useState(false);
  const save = async (values: V): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    try {
      changeUser(User.parse(await send(values)));
      if (valuesAfterSave) form.setFieldsValue(valuesAfterSave as Parameters<typeof form.setFieldsValue>[0]);
      settle({ ...values, ...valuesAfterSave });
      toast.success(done);
    } catch (error) {
      showFieldErrors(form, error);
      toast.error(failed, { text: readError(error).message ?? t('load.failedText') });
    } finally {
      setBusy(false);
    }
  };
  return { save, check, isBusy };
}

const FIELD_OF: Readonly<Record<string, string>> = {
  USERNAME_TAKEN: 'username',
  EMAIL_TAKEN: 'email',
  WRONG_PASSWORD: 'currentPassword',
};

/** Shows the server's messages at the fields that it refused. */
export function showFieldErrors(form: Pick<FormInstance, 'getFieldsValue' | 'setFields'>, error: unknown): void {
  const { code, message, fields } = readError(error);
  const field = FIELD_OF[code ?? ''];
  const found = fields ?? (field === undefined || message === undefined ? {} : { [field]: message });
  const known = Object.keys(form.getFieldsValue() as object);
  form.setFields(
    Object.entries(found).flatMap(([path, problem]) => {
      const name = path.split('.').at(-1) ?? path;
      return known.includes(name) ? [{ name, errors: [problem] }] : [];
    }),
  );
}
