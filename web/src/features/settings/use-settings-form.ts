import { User } from '@kith/proto';
import type { FormInstance } from 'antd';
import { useState } from 'react';
import { t } from '../../lib/i18n.js';
import { readError } from '../../lib/read-error.js';
import { toast } from '../../lib/toast.js';
import { useAuth } from '../../shared/auth.js';
import { useUnsavedForm, type NoteUnsaved } from '../../ui/unsaved-changes.js';

interface SaveOptions<V> {
  readonly form: FormInstance<V>;
  readonly name: string;
  readonly initial: V;
  /** What is in the fields once it is saved, where that is not what was sent. */
  readonly afterwards?: Partial<V>;
  readonly note: NoteUnsaved;
  /** Sends the values; answers the user as the server describes them now. */
  readonly send: (values: V) => Promise<unknown>;
  readonly done: string;
  readonly failed: string;
}

/** Saves a form of the settings once at a time, says how that went, and keeps what the server answered (decision A13). */
export function useSettingsForm<V extends object>({ form, name, initial, afterwards, note, send, done, failed }: SaveOptions<V>) {
  const { changeUser } = useAuth();
  const { check, settle } = useUnsavedForm(form, { name, initial, note });
  const [isBusy, setBusy] = useState(false);
  const save = async (values: V): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    try {
      changeUser(User.parse(await send(values)));
      // Antd asks for a part of the values in a type of its own, which ours always are.
      if (afterwards) form.setFieldsValue(afterwards as Parameters<typeof form.setFieldsValue>[0]);
      settle({ ...values, ...afterwards });
      toast.success(done);
    } catch (error) {
      markFields(form, error);
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

/** Puts the words of the server at the fields that it refused. */
export function markFields(form: Pick<FormInstance, 'getFieldsValue' | 'setFields'>, error: unknown): void {
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
