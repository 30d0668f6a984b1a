import { FactKey, FactValue, MAX_FACT_CHARS, MAX_FACT_KEY_CHARS } from '@kith/proto';
import { useState } from 'react';
import { t } from '../../lib/i18n.js';
import { toast } from '../../lib/toast.js';
import { useToastMutation } from '../../shared/use-toast-mutation.js';
import { FormDialog } from '../../ui/dialog.js';
import { Field } from '../../ui/field.js';
import { SAVE_OWN_FACT, type OwnFact } from './memory.graphql.js';

interface FactDialogProps {
  readonly botId: string;
  /** The one that is changed; null for a new one. */
  readonly fact: OwnFact | null;
  readonly onClose: () => void;
}

/** Adds or corrects a fact about the owner. The schemas of the server check what is written. */
export function FactDialog({ botId, fact, onClose }: FactDialogProps) {
  const [key, setKey] = useState(fact?.key ?? '');
  const [value, setValue] = useState(fact?.value ?? '');
  const [isChecked, setChecked] = useState(false);
  const { send, isBusy } = useToastMutation(SAVE_OWN_FACT, {
    refetchQueries: ['BotMemory'],
    done: () => {
      toast.success(t('memory.saved'));
      onClose();
    },
    failed: t('memory.saveFailed'),
  });
  const [checkedKey, checkedValue] = [FactKey.safeParse(key), FactValue.safeParse(value)];
  const save = (): void => {
    setChecked(true);
    if (checkedKey.success && checkedValue.success)
      void send({ botId, factId: fact?.id ?? null, key: checkedKey.data, value: checkedValue.data });
  };
  return (
    <FormDialog
      title={t(fact ? 'memory.changeTitle' : 'memory.addTitle')}
      submit={t('memory.save')}
      isBusy={isBusy}
      onSubmit={save}
      onClose={onClose}
    >
      <Field
        label={t('memory.key')}
        placeholder={t('memory.keyHint')}
        value={key}
        maxLength={MAX_FACT_KEY_CHARS}
        onChange={(event) => setKey(event.target.value)}
        {...errorOf(isChecked, checkedKey)}
      />
      <Field
        label={t('memory.value')}
        placeholder={t('memory.valueHint')}
        value={value}
        maxLength={MAX_FACT_CHARS}
        onChange={(event) => setValue(event.target.value)}
        {...errorOf(isChecked, checkedValue)}
      />
    </FormDialog>
  );
}

/** Shown once the form was sent. */
function errorOf(isChecked: boolean, parsed: ReturnType<typeof FactKey.safeParse>): { readonly error?: string } {
  const message = isChecked ? parsed.error?.issues[0]?.message : undefined;
  return message === undefined ? {} : { error: message };
}
