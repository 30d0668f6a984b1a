import { useQuery } from '@apollo/client/react';
import { CreateCustomCommandInput } from '@kith/proto';
import { Form, Input, type FormInstance, type FormRule, type InputProps } from 'antd';
import { SearchX } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../lib/i18n.js';
import { readError } from '../../lib/read-error.js';
import { schemaRule } from '../../lib/schema-rule.js';
import { toastError } from '../../lib/toast-error.js';
import { toast } from '../../lib/toast.js';
import { usePending } from '../../lib/use-pending.js';
import { Button } from '../../ui/button.js';
import { Skeleton } from '../../ui/indicators.js';
import { LoadError } from '../../ui/load-error.js';
import { Section } from '../../ui/section.js';
import { State } from '../../ui/state.js';
import { VerticalForm } from '../../ui/vertical-form.js';
import { CodeEditor } from './code-editor.js';
import type { CodeError } from './code-mirror.js';
import { CommandRuns } from './command-runs.js';
import { CUSTOM_COMMAND } from './custom-commands.graphql.js';
import { OptionFields } from './option-fields.js';
import { requiredFirst } from './option-values.js';
import { ReviewNotice } from './review-notice.js';
import { ShareSection } from './share-section.js';
import { TestRun } from './test-run.js';
import { inputOf, useSaveCommand, useSyntaxCheck, valuesOf, type CommandValues } from './use-custom-commands.js';

interface CommandFormProps {
  /** Null for a new one. */
  readonly id: string | null;
  readonly heading: string;
  readonly initial: CommandValues;
  /** Whether the user opened this form, so that its first field receives the focus. */
  readonly hasFocus?: boolean;
  readonly onDirty: (isDirty: boolean) => void;
  readonly onSaved: () => void;
}

const { shape } = CreateCustomCommandInput;
// An empty icon stands for the default one.
const ICON_RULE = schemaRule({ safeParse: (icon) => shape.icon.safeParse(String(icon ?? '').trim() || undefined) });

/** A new or stored command with its code and a test run. */
export function CommandForm({ id, heading, initial, hasFocus, onDirty, onSaved }: CommandFormProps) {
  const [form] = Form.useForm<CommandValues>();
  const [codeError, setCodeError] = useState<CodeError | null>(null);
  const { submit, testSyntax, isPending } = useCommandForm({ id, form, setCodeError, onDirty, onSaved });
  return (
    <>
      <Section title={heading} className="card card-body">
        <VerticalForm<CommandValues>
          form={form}
          name="command"
          className="stack form-items brain-form"
          initialValues={initial}
          onValuesChange={({ code }: Partial<CommandValues>) => {
            onDirty(true);
            if (code !== undefined) setCodeError(null);
          }}
          onFinish={(values) => void submit(values)}
        >
          <TextFields hasFocus={hasFocus} />
          <OptionFields />
          <Form.Item name="code" label={t('customCommands.code')} rules={[schemaRule(shape.code)]} validateTrigger="onBlur">
            <CodeEditor error={codeError} />
          </Form.Item>
          <div className="dialog-foot">
            <Button className="foot-start" isBusy={isPending('check')} onClick={() => void testSyntax()}>
              {t('customCommands.testSyntax')}
            </Button>
            <Button type="submit" variant="primary" isBusy={isPending('save')}>
              {t(id === null ? 'customCommands.create' : 'form.save')}
            </Button>
          </div>
        </VerticalForm>
      </Section>
      <TestRun getValues={() => form.getFieldsValue()} onCodeError={setCodeError} />
    </>
  );
}

const TextFields = ({ hasFocus }: Pick<CommandFormProps, 'hasFocus'>) => (
  <>
    <div className="command-row">
      <TextField name="name" placeholder={t('customCommands.namePlaceholder')} autoFocus={hasFocus} />
      <TextField name="trigger" placeholder={t('customCommands.triggerPlaceholder')} spellCheck={false} />
      <TextField name="icon" rule={ICON_RULE} />
    </div>
    <TextField name="description" placeholder={t('customCommands.descriptionPlaceholder')} />
  </>
);

interface TextFieldProps extends InputProps {
  readonly name: 'name' | 'trigger' | 'icon' | 'description';
  readonly rule?: FormRule;
}

const TextField = ({ name, rule = schemaRule(shape[name]), ...input }: TextFieldProps) => (
  <Form.Item
    name={name}
    label={t(name === 'description' ? 'form.description' : `customCommands.${name}`)}
    rules={[rule]}
    validateTrigger="onBlur"
  >
    <Input autoComplete="off" {...input} />
  </Form.Item>
);

interface CommandFormOptions extends Pick<CommandFormProps, 'id' | 'onDirty' | 'onSaved'> {
  readonly form: FormInstance<CommandValues>;
  readonly setCodeError: (fault: CodeError | null) => void;
}

function useCommandForm({ id, form, setCodeError, onDirty, onSaved }: CommandFormOptions) {
  const saveCommand = useSaveCommand(id);
  const check = useSyntaxCheck();
  const { run, isPending } = usePending();

  const submit = (values: CommandValues): Promise<void> =>
    run('save', async () => {
      const saved = await saveCommand(inputOf(values));
      switch (saved.outcome) {
        case 'invalid':
          return setCodeError(saved.error);
        case 'refused':
          return showFieldErrors(form, saved.fields);
        case 'done':
          form.setFieldValue('options', requiredFirst(values.options));
          onDirty(false);
          onSaved();
      }
    });

  const testSyntax = (): Promise<void> =>
    run('check', async () => {
      try {
        const error = await check(form.getFieldValue('code') as string);
        setCodeError(error);
        if (error) toast.error(t('customCommands.syntaxError'), { text: error.message });
        else toast.success(t('customCommands.valid'));
      } catch (error) {
        toastError(t('customCommands.syntaxError'), error, t('customCommands.unknownError'));
      }
    });

  return { submit, testSyntax, isPending };
}

const FIELDS = ['name', 'trigger', 'description', 'options', 'code', 'icon'] as const;

/** Shows the server's message at each field it names, and scrolls to the first one. */
function showFieldErrors(form: FormInstance<CommandValues>, problems: Readonly<Record<string, string>>): void {
  const named = FIELDS.filter((name) => problems[name] !== undefined);
  form.setFields(named.map((name) => ({ name, errors: [problems[name] ?? ''] })));
  const [first] = named;
  if (first !== undefined) form.scrollToField(first, { focus: true, block: 'center' });
}

interface StoredCommandFormProps {
  readonly id: string;
  readonly onDirty: (isDirty: boolean) => void;
  /** Offered when the command no longer exists. */
  readonly onNew: () => void;
}

/** Loads a command of the library into the form. */
export function StoredCommandForm({ id, onDirty, onNew }: StoredCommandFormProps) {
  // Not loaded again while somebody types.
  const { data, error, refetch } = useQuery(CUSTOM_COMMAND, { variables: { id }, fetchPolicy: 'network-only' });
  const command = data?.customCommand;
  if (command) {
    return (
      <>
        {command.needsReview && <ReviewNotice id={id} />}
        <CommandForm
          id={id}
          heading={t('customCommands.edit', { name: command.name })}
          initial={valuesOf(command)}
          onDirty={onDirty}
          onSaved={() => undefined}
        />
        <CommandRuns id={id} />
        {!command.needsReview && <ShareSection id={id} />}
      </>
    );
  }
  const code = readError(error).code;
  if (code === 'NOT_FOUND' || data) {
    return (
      <div className="card">
        <State icon={SearchX} title={t('customCommands.gone')} text={t('customCommands.goneText')}>
          <Button onClick={onNew}>{t('customCommands.new')}</Button>
        </State>
      </div>
    );
  }
  if (error) return <LoadError error={error} onRetry={() => void refetch().catch(() => undefined)} />;
  return (
    <div className="card card-body stack form-items brain-form" role="status" aria-label={t('common.loading')}>
      <Skeleton width="40%" height={24} />
      <Skeleton height={40} />
      <Skeleton height={40} />
      <Skeleton height={220} />
    </div>
  );
}
