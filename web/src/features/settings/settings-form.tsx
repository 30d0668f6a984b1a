import { User } from '@kith/proto';
import { Form, type FormInstance } from 'antd';
import type { ReactNode } from 'react';
import { t } from '../../lib/i18n.js';
import { readError } from '../../lib/read-error.js';
import { toastError } from '../../lib/toast-error.js';
import { toast } from '../../lib/toast.js';
import { usePending } from '../../lib/use-pending.js';
import { useAuth } from '../../shared/auth.js';
import { Button } from '../../ui/button.js';
import { Section } from '../../ui/section.js';
import { useUnsavedForm, type OnUnsavedChange } from '../../ui/unsaved-changes.js';
import { VerticalForm } from '../../ui/vertical-form.js';

export interface PanelProps {
  /** Called with each form that gets or loses unsaved changes. */
  readonly note: OnUnsavedChange;
  /** Called once the account is deleted, so that the page can be left without a question. */
  readonly onDeleted: () => void;
}

interface SettingsFormProps<V> {
  readonly name: string;
  readonly title: string;
  readonly lead?: string;
  readonly initial: V;
  /** Field values after a save, where they differ from what was sent. */
  readonly valuesAfterSave?: Partial<V>;
  readonly note: OnUnsavedChange;
  /** Sends the values; returns the updated user if they belong to it. */
  readonly send: (values: V) => Promise<unknown>;
  /** Label of the button and titles of the toasts. */
  readonly texts: { readonly save: string; readonly done: string; readonly failed: string };
  /** Receives the first validation error. */
  readonly onInvalid?: (message: string | undefined) => void;
  /** Replaces the submit button. */
  readonly renderSubmit?: (isBusy: boolean) => ReactNode;
  readonly children: ReactNode;
}

/** A form of the settings: saves one request at a time, shows toasts and field errors, and updates the signed-in user. */
export function SettingsForm<V extends object>(props: SettingsFormProps<V>) {
  const { name, title, lead, initial, texts, onInvalid, renderSubmit, children } = props;
  const [form] = Form.useForm<V>();
  const { save, check, isBusy } = useSave(form, props);
  return (
    <Section title={title} {...(lead !== undefined && { lead })} className="card card-body">
      <VerticalForm<V>
        form={form}
        name={name}
        className="stack setting-form form-items"
        initialValues={initial}
        onValuesChange={check}
        onFinish={(values) => void save(values)}
        onFinishFailed={({ errorFields }) => onInvalid?.(errorFields[0]?.errors[0])}
      >
        {children}
        {renderSubmit?.(isBusy) ?? (
          <Button type="submit" variant="primary" isBusy={isBusy}>
            {isBusy ? t('form.saving') : texts.save}
          </Button>
        )}
      </VerticalForm>
    </Section>
  );
}

function useSave<V extends object>(form: FormInstance<V>, props: SettingsFormProps<V>) {
  const { name, initial, valuesAfterSave, note, send, texts } = props;
  const { changeUser } = useAuth();
  const { check, settle } = useUnsavedForm(form, { name, initial, note });
  const { run, isPending } = usePending();
  const save = (values: V): Promise<void> =>
    run('save', async () => {
      try {
        const user = await send(values);
        if (user !== undefined) changeUser(User.parse(user));
        if (valuesAfterSave) form.setFieldsValue(valuesAfterSave as Parameters<typeof form.setFieldsValue>[0]);
        settle({ ...values, ...valuesAfterSave });
        toast.success(texts.done);
      } catch (error) {
        showFieldErrors(form, error);
        toastError(texts.failed, error);
      }
    });
  return { save, check, isBusy: isPending('save') };
}

const FIELD_OF_CODE: Readonly<Record<string, string>> = {
  USERNAME_TAKEN: 'username',
  EMAIL_TAKEN: 'email',
  WRONG_PASSWORD: 'currentPassword',
};

/** Shows the server's messages at the fields that it refused. */
function showFieldErrors(form: Pick<FormInstance, 'getFieldsValue' | 'setFields'>, error: unknown): void {
  const { code, message, fields } = readError(error);
  const field = FIELD_OF_CODE[code ?? ''];
  const messages = fields ?? (field === undefined || message === undefined ? {} : { [field]: message });
  const known = Object.keys(form.getFieldsValue() as object);
  form.setFields(
    Object.entries(messages).flatMap(([path, text]) => {
      const name = path.split('.').at(-1) ?? path;
      return known.includes(name) ? [{ name, errors: [text] }] : [];
    }),
  );
}
