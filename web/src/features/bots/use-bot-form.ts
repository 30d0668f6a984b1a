import { Form, type FormInstance } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { t } from '../../lib/i18n.js';
import { createStore } from '../../lib/store.js';
import { toast } from '../../lib/toast.js';
import { usePending } from '../../lib/use-pending.js';
import { useLeaveGuard } from '../../ui/unsaved-changes.js';
import { isSame, rebase, type BotValues } from './bot-values.js';
import type { SaveResult } from './use-save-bot.js';

export interface BotFormSource {
  /** The values that count as unchanged. */
  readonly start: BotValues;
  /** Values typed into the form with the other look, which this one continues with. */
  readonly typed?: BotValues;
  readonly onSave: (values: BotValues) => Promise<SaveResult>;
  /** Loads the values the server has now; null when it cannot be reached. */
  readonly onReload?: () => Promise<BotValues | null>;
}

/** State and actions of the bot form. `onFieldError` receives the first field that the server refused. */
export function useBotForm({ start: first, typed, onSave, onReload }: BotFormSource, onFieldError: (field: string) => void) {
  const [form] = Form.useForm<BotValues>();
  const [start, setStart] = useState(first);
  const [isDirty, setDirty] = useState(() => typed !== undefined && !isSame(typed, first));
  const [problem, setProblem] = useState<Exclude<SaveResult, { kind: 'done' }> | null>(null);
  const guard = useLeaveGuard(isDirty);
  const navigate = useNavigate();
  const { run, isPending } = usePending();

  const submit = (): Promise<void> =>
    run('save', async () => {
      const saved = await onSave(valuesOf(form));
      if (saved.kind === 'done') {
        guard.release();
        return navigate(saved.path);
      }
      setProblem(saved);
      if (saved.kind === 'refused') showFieldErrors(form, saved.fields, onFieldError);
    });

  const reload = (merge: (latest: BotValues) => BotValues): Promise<void> =>
    run('load', async () => {
      const latest = await onReload?.();
      if (!latest) return;
      const next = merge(latest);
      form.setFieldsValue(next);
      setStart(latest);
      setDirty(!isSame(next, latest));
      setProblem(null);
    });

  return {
    form,
    guard,
    problem,
    isSaving: isPending('save'),
    isLoading: isPending('load'),
    draft: () => ({ start, values: valuesOf(form) }),
    /** As if somebody had typed the values. */
    fill: (values: Partial<BotValues>): void => {
      form.setFieldsValue(values);
      setDirty(!isSame(valuesOf(form), start));
    },
    onChange: () => setDirty(!isSame(valuesOf(form), start)),
    submit: () => void submit(),
    keepMine: () =>
      void reload((latest) => {
        toast.info(t('conflict.rebased'));
        return rebase(valuesOf(form), start, latest);
      }),
    discardMine: () => void reload((latest) => latest),
  };
}

const valuesOf = (form: FormInstance<BotValues>): BotValues => form.getFieldsValue(true) as BotValues;

/** Shows the server's message at each field it names, and scrolls to the first one. */
function showFieldErrors(
  form: FormInstance,
  messages: Readonly<Record<string, string>>,
  onFieldError: (field: string) => void,
): void {
  const named = Object.entries(messages).map(([path, message]) => ({
    name: path.replace(/^input\./, '').split('.'),
    errors: [message],
  }));
  const known = named.filter(({ name }) => form.getFieldInstance(name) !== undefined);
  form.setFields(known);
  const field = known[0]?.name;
  if (!field) return;
  onFieldError(String(field[0]));
  form.scrollToField(field, { focus: true, block: 'center' });
}

/** Values of the form for a new bot while the user switches between its two looks. */
export interface Draft {
  /** The values before the user typed. */
  readonly start: BotValues;
  readonly values: BotValues;
}

/** In memory only: it may contain a Discord token. */
export const keptDraft = createStore<Draft | null>(null);
