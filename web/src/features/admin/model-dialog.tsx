import { useMutation } from '@apollo/client/react';
import { CATALOGUE_PROVIDERS, ImageModel, ModelEntryFields, PLAN_CATALOGUE, PLANS, type ModelEntryInput } from '@kith/proto';
import type { z } from 'zod';
import { useState } from 'react';
import { t } from '../../lib/i18n.js';
import { readError } from '../../lib/read-error.js';
import { toast } from '../../lib/toast.js';
import { FormDialog } from '../../ui/dialog.js';
import { Field, Labelled } from '../../ui/field.js';
import { Select } from '../../ui/inputs.js';
import { Notice } from '../../ui/state.js';
import { CHANGE_MODEL, type EditableModel } from './models.graphql.js';

type FieldName = keyof ModelEntryFields;
type Typed = Record<FieldName, string>;
type Problems = Partial<Readonly<Record<string, string>>>;

const PROVIDER_OPTIONS = CATALOGUE_PROVIDERS.map((value) => ({ value, label: t(`models.providers.${value}`) }));
const SEES_OPTIONS = (['yes', 'no', 'unknown'] as const).map((value) => ({ value, label: t(`admin.models.sees.${value}`) }));
const PLAN_OPTIONS = PLANS.map((value) => ({ value, label: PLAN_CATALOGUE[value].label }));

/** Form for one row of the model catalogue. */
export function ModelDialog({ model, onClose }: { readonly model: EditableModel; readonly onClose: () => void }) {
  // The image model reads no conversation.
  const isImage = model.contextWindow === null;
  const [typed, setTyped] = useState<Typed>(() => typedOf(model));
  const [problems, setProblems] = useState<Problems>({});
  const { save, isSaving, failure } = useSave(model, setProblems, onClose);
  const submit = (): void => {
    const parsed = (isImage ? ImageModel : ModelEntryFields).safeParse(fieldsOf(typed));
    if (parsed.success) return save(parsed.data);
    setProblems(Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0]), message])));
  };
  const bind = (name: FieldName) => ({
    name,
    value: typed[name],
    error: problems[name],
    onChange: ({ target }: { target: { value: string } }) => {
      setTyped({ ...typed, [name]: target.value });
      setProblems({ ...problems, [name]: undefined });
    },
  });
  return (
    <FormDialog
      title={t('admin.models.changeOf', model)}
      submit={t('admin.models.save')}
      isBusy={isSaving}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field {...bind('name')} label={t('models.name')} maxLength={60} autoComplete="off" />
      <Choice {...bind('provider')} label={t('models.provider')} options={PROVIDER_OPTIONS} />
      <Field {...bind('model')} label={t('admin.models.modelId')} maxLength={120} autoComplete="off" spellCheck={false} />
      <Choice {...bind('plan')} label={t('models.plan')} options={PLAN_OPTIONS} />
      {!isImage && (
        <>
          <Field {...bind('contextWindow')} label={t('admin.models.window')} inputMode="numeric" />
          <Choice {...bind('seesPictures')} label={t('admin.models.seesPictures')} options={SEES_OPTIONS} />
          <Choice {...bind('usesTools')} label={t('admin.models.usesTools')} options={SEES_OPTIONS} />
          <Field {...bind('reasoningTokens')} label={t('admin.models.reasoning')} inputMode="numeric" />
        </>
      )}
      <Field {...bind('inputPrice')} label={t('admin.models.inputPrice')} inputMode="decimal" />
      {!isImage && <Field {...bind('cachedPrice')} label={t('admin.models.cachedPrice')} inputMode="decimal" />}
      <Field {...bind('outputPrice')} label={t('admin.models.outputPrice')} inputMode="decimal" />
      <Field {...bind('shutdownDate')} label={t('admin.models.shutdown')} type="date" />
      <p className="note">{t('admin.models.hint')}</p>
      {failure && (
        <Notice tone="danger" isAlert>
          {failure}
        </Notice>
      )}
    </FormDialog>
  );
}

interface ChoiceProps extends ReturnType<() => { name: FieldName; value: string; error: string | undefined }> {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (event: { target: { value: string } }) => void;
}

const Choice = ({ label, error, ...rest }: ChoiceProps) => (
  <Labelled label={label} error={error}>
    {(aria) => <Select {...rest} {...aria} />}
  </Labelled>
);

function useSave({ label, version }: EditableModel, onProblems: (problems: Problems) => void, onDone: () => void) {
  const [failure, setFailure] = useState<string>();
  const [change, { loading }] = useMutation(CHANGE_MODEL, {
    refetchQueries: 'active',
    onCompleted: () => {
      toast.success(t('admin.models.saved'), { text: t('admin.models.savedText') });
      onDone();
    },
    onError: (error) => {
      const { message = t('admin.somethingWrong'), fields } = readError(error);
      if (fields) onProblems(fields);
      else setFailure(message);
    },
  });
  const save = (input: z.input<typeof ModelEntryInput>): void => {
    setFailure(undefined);
    void change({ variables: { label, version, input } });
  };
  return { save, isSaving: loading, failure };
}

const typedOf = ({
  name,
  provider,
  model,
  plan,
  contextWindow,
  inputPrice,
  cachedPrice,
  outputPrice,
  shutdownDate,
  seesPictures,
  usesTools,
  reasoningTokens,
}: EditableModel): Typed => ({
  name,
  provider,
  model,
  plan,
  contextWindow: String(contextWindow ?? ''),
  inputPrice: inputPrice === null ? '' : String(inputPrice),
  cachedPrice: cachedPrice === null ? '' : String(cachedPrice),
  outputPrice: outputPrice === null ? '' : String(outputPrice),
  shutdownDate: shutdownDate ?? '',
  seesPictures: choiceOf(seesPictures),
  usesTools: choiceOf(usesTools),
  reasoningTokens: String(reasoningTokens ?? ''),
});

const fieldsOf = (typed: Typed): Record<FieldName, unknown> => ({
  ...typed,
  contextWindow: numberOf(typed.contextWindow),
  inputPrice: numberOf(typed.inputPrice),
  cachedPrice: numberOf(typed.cachedPrice),
  outputPrice: numberOf(typed.outputPrice),
  shutdownDate: typed.shutdownDate || null,
  seesPictures: chosen(typed.seesPictures),
  usesTools: chosen(typed.usesTools),
  reasoningTokens: numberOf(typed.reasoningTokens),
});

const choiceOf = (value: boolean | null): string => (value === null ? 'unknown' : value ? 'yes' : 'no');
const chosen = (choice: string): boolean | null => (choice === 'unknown' ? null : choice === 'yes');

/** An empty price is one that nobody named. */
const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text.replace(',', '.')));
