import { useApolloClient } from '@apollo/client/react';
import { SystemPage } from '@kith/proto';
import { Form } from 'antd';
import { useState } from 'react';
import { t } from '../../lib/i18n.js';
import { readError } from '../../lib/read-error.js';
import { toastError } from '../../lib/toast-error.js';
import { toast } from '../../lib/toast.js';
import { usePending } from '../../lib/use-pending.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/dialog.js';
import { VerticalForm } from '../../ui/vertical-form.js';
import { SettingField } from './setting-field.js';
import { ACT_ON_SYSTEM, SYSTEM_PAGE, type PageForm, type PagePlace } from './systems.graphql.js';
import { SystemFormSection } from './system-form-section.js';

/** As the server accepts them. */
const MAX_CHARS = 2000;

type Values = Record<string, string | number | boolean>;

interface SystemPageFormProps {
  readonly place: PagePlace;
  readonly form: PageForm;
}

const Fields = SystemPage.shape.forms.element.shape.fields;

/** Something that the owner can do with a system in a server, made of the description of its fields. */
export function SystemPageForm({ place, form: { id, title, description, submit, confirm, fields } }: SystemPageFormProps) {
  const [form] = Form.useForm<Values>();
  const [asked, setAsked] = useState<Values>();
  const { act, isBusy } = useAction(place, id);
  const described = Object.entries(Fields.parse(fields));
  const initial = Object.fromEntries(described.map(([name, field]) => [name, field.default]));
  const send = async (values: Values): Promise<void> => {
    setAsked(undefined);
    const problems = await act(values);
    if (problems === null) return form.resetFields();
    form.setFields(Object.entries(problems).map(([name, problem]) => ({ name, errors: [problem] })));
    const [first] = Object.keys(problems);
    if (first !== undefined) form.scrollToField(first, { focus: true, block: 'center' });
  };
  return (
    <SystemFormSection title={title} description={description}>
      <VerticalForm
        form={form}
        name={`${place.systemId}-${id}`}
        className="stack form-items brain-form"
        initialValues={initial}
        onFinish={(values: Values) => (confirm === null ? void send(values) : setAsked(values))}
      >
        {described.map(([name, field]) => (
          <SettingField
            key={name}
            name={name}
            setting={field}
            botId={place.botId}
            serverId={place.guildId}
            maxChars={MAX_CHARS}
          />
        ))}
        <div className="dialog-foot">
          <Button type="submit" variant="primary" size="sm" isBusy={isBusy}>
            {submit}
          </Button>
        </div>
      </VerticalForm>
      {asked && (
        <ConfirmDialog
          title={title}
          text={confirm ?? ''}
          confirm={submit}
          onConfirm={() => void send(asked)}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </SystemFormSection>
  );
}

/** Sends a filled-in form; resolves to the problems of its fields, empty when the request failed otherwise, null when it is done. */
function useAction(place: PagePlace, action: string) {
  const client = useApolloClient();
  const { run, isPending } = usePending();
  const send = async (values: Values): Promise<Readonly<Record<string, string>> | null> => {
    try {
      const variables = { ...place, action, values };
      const { data } = await client.mutate({ mutation: ACT_ON_SYSTEM, variables, refetchQueries: [SYSTEM_PAGE] });
      toast.success(t('systems.servers.done'), { text: data?.actOnSystem.message ?? '' });
      return null;
    } catch (error) {
      const { fields = {} } = readError(error);
      const known = Object.fromEntries(Object.entries(fields).filter(([name]) => name in values));
      toastError(t('systems.servers.actFailed'), error);
      return known;
    }
  };
  const act = async (values: Values): Promise<Readonly<Record<string, string>> | null> => {
    let result: Readonly<Record<string, string>> | null = {};
    await run(action, async () => {
      result = await send(values);
    });
    return result;
  };
  return { act, isBusy: isPending(action) };
}
