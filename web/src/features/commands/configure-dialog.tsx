import { Trigger } from '@kith/proto';
import { Form, Input, Switch, type FormInstance } from 'antd';
import { useState } from 'react';
import { t } from '../../lib/i18n.js';
import { readError } from '../../lib/read-error.js';
import { schemaRule } from '../../lib/schema-rule.js';
import { toast } from '../../lib/toast.js';
import { useToastMutation } from '../../shared/use-toast-mutation.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Notice } from '../../ui/state.js';
import { useLeaveGuard, LeaveDialog } from '../../ui/unsaved-changes.js';
import { VerticalForm } from '../../ui/vertical-form.js';
import { UPDATE_LEARNED_COMMAND } from './commands.graphql.js';
import type { Learned } from './learned-list.js';
import { limitChanges, LimitFields, limitsOf, type LimitValues } from './limit-fields.js';

interface ConfigureDialogProps {
  readonly botId: string;
  readonly learned: Learned;
  /** Whether this is a custom command that the plan does not allow on Discord. */
  readonly isLocked: boolean;
  readonly onClose: () => void;
}

interface Values extends LimitValues {
  readonly isEnabled: boolean;
  readonly customTrigger: string;
}

const FIELD_CODES = ['TRIGGER_TAKEN', 'BAD_INPUT'];
const optionalTrigger = { safeParse: (value: unknown) => (value === '' ? { success: true as const } : Trigger.safeParse(value)) };

/** Switch and trigger of one learned command. A refusal is shown in the dialog, which stays open with what was typed. */
export function ConfigureDialog({ botId, learned, isLocked, onClose }: ConfigureDialogProps) {
  const [form] = Form.useForm<Values>();
  const { save, problem, isSaving } = useSaveLearned(form, { botId, learned, onClose });
  const { command } = learned;
  const initial: Values = { isEnabled: learned.isEnabled, customTrigger: learned.customTrigger ?? '', ...limitsOf(learned) };
  const [isDirty, setDirty] = useState(false);
  const checkDirty = (): void => setDirty(!isSame(form.getFieldsValue(), initial));
  const guard = useLeaveGuard(isDirty);
  const close = (): void => guard.leave(onClose);

  const reset = (): void => {
    form.setFieldsValue({ isEnabled: !isLocked, customTrigger: '', cooldown: '', role: '' });
    checkDirty();
  };

  return (
    <>
      <Dialog title={t('brain.configure', { name: command.name })} onClose={close}>
        <VerticalForm<Values>
          form={form}
          name="learned"
          className="stack form-items brain-form"
          initialValues={initial}
          onValuesChange={checkDirty}
          onFinish={save}
        >
          <ConfigureFields botId={botId} command={command} isLocked={isLocked} />
          {problem !== null && (
            <Notice tone="danger" isAlert>
              {problem}
            </Notice>
          )}
          <div className="dialog-foot">
            <Button variant="ghost" className="foot-start" onClick={reset}>
              {t('commands.reset')}
            </Button>
            <Button onClick={close}>{t('common.cancel')}</Button>
            <Button type="submit" variant="primary" isBusy={isSaving}>
              {t('form.save')}
            </Button>
          </div>
        </VerticalForm>
      </Dialog>
      <LeaveDialog guard={guard} />
    </>
  );
}

/** Saves the values; a refusal is shown at its field or in the dialog. The list behind the dialog shows the values at once. */
function useSaveLearned(form: FormInstance<Values>, { botId, learned, onClose }: Omit<ConfigureDialogProps, 'isLocked'>) {
  const [problem, setProblem] = useState<string | null>(null);
  const { id: botCommandId, command } = learned;
  const { send, isBusy: isSaving } = useToastMutation(UPDATE_LEARNED_COMMAND, {
    optimisticResponse: ({ input: { isEnabled, customTrigger, cooldownS, requiredRoleId } }) => ({
      updateLearnedCommand: {
        __typename: 'LearnedCommand' as const,
        id: botCommandId,
        isEnabled: isEnabled ?? learned.isEnabled,
        customTrigger: customTrigger ?? null,
        cooldownS: cooldownS === undefined ? (learned.cooldownS ?? null) : cooldownS,
        requiredRoleId: requiredRoleId === undefined ? (learned.requiredRoleId ?? null) : requiredRoleId,
      },
    }),
    done: () => {
      toast.success(t('commands.updated'), { text: t('commands.updatedText', { name: command.name }) });
      onClose();
    },
    failed: t('commands.updateFailed'),
    otherwise: t('crash.title'),
    onFailed: (error, text) => {
      if (FIELD_CODES.includes(readError(error).code ?? '')) form.setFields([{ name: 'customTrigger', errors: [text] }]);
      else setProblem(text);
    },
  });
  const save = ({ isEnabled, customTrigger, ...limits }: Values): void => {
    setProblem(null);
    const changes = { isEnabled, customTrigger: ownTrigger(customTrigger, command.trigger), ...limitChanges(limits, learned) };
    void send({ botId, botCommandId, input: changes });
  };
  return { save, problem, isSaving };
}

interface ConfigureFieldsProps extends Pick<ConfigureDialogProps, 'botId' | 'isLocked'> {
  readonly command: Learned['command'];
}

const ConfigureFields = ({ botId, command, isLocked }: ConfigureFieldsProps) => (
  <>
    <label className="bar bar-between brain-switch">
      <span>
        <strong>{t('commands.active')}</strong>
        <span className="muted">{t(isLocked ? 'commands.activeLocked' : 'commands.activeText')}</span>
      </span>
      <Form.Item name="isEnabled" valuePropName="checked" noStyle>
        <Switch disabled={isLocked} aria-label={t('commands.active')} />
      </Form.Item>
    </label>
    <Form.Item
      name="customTrigger"
      label={t('commands.customTrigger')}
      extra={t('commands.customTriggerHint', { trigger: command.trigger })}
      rules={[schemaRule(optionalTrigger)]}
      normalize={(value: string) => value.trimStart()}
      validateTrigger="onBlur"
    >
      <Input placeholder={command.trigger} autoComplete="off" spellCheck={false} />
    </Form.Item>
    <LimitFields botId={botId} isCustom={command.category === 'custom'} />
    <Form.Item label={t('form.description')} htmlFor="learned_description">
      <Input.TextArea id="learned_description" rows={2} readOnly value={command.description} />
    </Form.Item>
  </>
);

const isSame = (one: Values, other: Values): boolean =>
  one.isEnabled === other.isEnabled &&
  one.customTrigger === other.customTrigger &&
  one.cooldown === other.cooldown &&
  one.role === other.role;

/** Null stands for the command's own trigger. */
const ownTrigger = (typed: string, trigger: string): string | null =>
  typed.trim() === '' || typed.trim() === trigger ? null : typed.trim();
