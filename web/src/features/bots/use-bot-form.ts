import { Form, type FormInstance } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { t } from '../../lib/i18n.js';
import { useLeaveGuard } from '../../lib/use-leave-guard.js';
import { usePending } from '../../lib/use-pending.js';
import { toast } from '../../ui/toast.js';
import type { BotValues } from './bot-values.js';
import { isSame, rebase } from './merge-values.js';
import type { Saved } from './saved.js';

export interface BotFormWork {
  /** What the form holds before somebody types. */
  readonly start: BotValues;
  /** What was typed already, in the other form. */
  readonly typed?: BotValues;
  readonly onSave: (values: BotValues) => Promise<Saved>;
  /** What is stored by now; null when it cannot be told. */
  readonly onReload?: () => Promise<BotValues | null>;
}

/** The form, what is unsaved in it, and the ways on from a save. `onProblem` is given the first field that the server refused. */
export function useBotForm({ start: first, typed, onSave, onReload }: BotFormWork, onProblem: (field: string) => void) {
  const [form] = Form.useForm<BotValues>();
  const [start, setStart] = useState(first);
  const [isDirty, setDirty] = useState(() => typed !== undefined && !isSame(typed, first));
  const [problem, setProblem] = useState<Exclude<Saved, { kind: 'done' }> | null>(null);
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
      if (saved.kind === 'refused') showProblems(form, saved.fields, onProblem);
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
    /** Both for the other form of a new companion. */
    draft: () => ({ start, values: valuesOf(form) }),
    noteChange: () => setDirty(!isSame(valuesOf(form), start)),
    submit: () => void submit(),
    keepMine: () =>
      void reload((latest) => {
        toast.info(t('conflict.rebased'));
        return rebase(valuesOf(form), start, latest);
      }),
    dropMine: () => void reload((latest) => latest),
  };
}

const valuesOf = (form: FormInstance<BotValues>): BotValues => form.getFieldsValue(true) as BotValues;

/** Where the server named a field of the form, its words stand there. */
function showProblems(form: FormInstance, problems: Readonly<Record<string, string>>, onProblem: (field: string) => void): void {
  const named = Object.entries(problems).map(([path, words]) => ({
    name: path.replace(/^input\./, '').split('.'),
    errors: [words],
  }));
  const known = named.filter(({ name }) => form.getFieldInstance(name) !== undefined);
  form.setFields(known);
  const field = known[0]?.name;
  if (!field) return;
  onProblem(String(field[0]));
  form.scrollToField(field, { focus: true, block: 'center' });
}
