import { CommandOption, CommandOptions, MAX_COMMAND_OPTIONS, OPTION_TYPES } from '@kith/proto';
import { Form, Input, type FormListFieldData, type FormRule } from 'antd';
import { Plus, X } from 'lucide-react';
import { useListFocus } from '../../lib/focus.js';
import { t } from '../../lib/i18n.js';
import { schemaRule } from '../../lib/schema-rule.js';
import { Button, IconButton } from '../../ui/button.js';
import { Select } from '../../ui/inputs.js';
import { SwitchRow } from '../../ui/switch-row.js';
import { choicesIn, NEW_OPTION, optionInputs, type OptionFormValues } from './option-values.js';

const LIST = 'options';
const SHAPE = CommandOption.shape;

// What is wrong with one option stands at its field.
const LIST_RULE = {
  validator: async (_rule: unknown, values: readonly OptionFormValues[] = []) => {
    const { error } = CommandOptions.safeParse(optionInputs(values));
    const ofList = error?.issues.find(({ path }) => path.length === 0);
    if (ofList) throw new Error(ofList.message);
  },
};

const DISTINCT: FormRule = ({ getFieldValue }) => ({
  validator: async (_rule, typed: string) => {
    const all = getFieldValue(LIST) as readonly OptionFormValues[];
    const isTaken = typed.trim() !== '' && all.filter(({ name }) => name.trim() === typed.trim()).length > 1;
    if (isTaken) throw new Error(t('commandOptions.taken'));
  },
});

const CHOICES_RULE = schemaRule({ safeParse: (typed) => SHAPE.choices.safeParse(choicesIn(String(typed))) });

/** What members fill in when they call the command. */
export const OptionFields = () => (
  <div className="stack gap-sm" role="group" aria-labelledby="command-options">
    <div>
      <p className="field-label" id="command-options">
        {t('commandOptions.heading')}
      </p>
      <p className="note">{t('commandOptions.lead')}</p>
    </div>
    <Form.List name={LIST} rules={[LIST_RULE]}>
      {(fields, { add, remove }, { errors }) => (
        <>
          <OptionList fields={fields} onRemove={remove} />
          <Form.ErrorList errors={errors} />
          <div>
            <Button icon={Plus} disabled={fields.length >= MAX_COMMAND_OPTIONS} onClick={() => add(NEW_OPTION)}>
              {t('commandOptions.add')}
            </Button>
            {fields.length >= MAX_COMMAND_OPTIONS && (
              <p className="note">{t('commandOptions.full', { max: MAX_COMMAND_OPTIONS })}</p>
            )}
          </div>
        </>
      )}
    </Form.List>
  </div>
);

interface OptionListProps {
  readonly fields: readonly FormListFieldData[];
  readonly onRemove: (at: number) => void;
}

function OptionList({ fields, onRemove }: OptionListProps) {
  const kept = useListFocus<HTMLUListElement>(fields.map(({ key }) => String(key)));
  return (
    <ul className="command-options" aria-label={t('commandOptions.heading')} {...kept}>
      {fields.map(({ key, name: at }) => (
        <li key={key} className="command-option stack gap-sm">
          <div className="row row-between">
            <p className="field-label">{t('commandOptions.one', { number: at + 1 })}</p>
            <IconButton icon={X} label={t('commandOptions.remove', { number: at + 1 })} onClick={() => onRemove(at)} />
          </div>
          <OneOption at={at} />
        </li>
      ))}
    </ul>
  );
}

/** `at` is the place of the option in the list. */
function OneOption({ at }: { readonly at: number }) {
  const type = Form.useWatch<unknown>([LIST, at, 'type']);
  return (
    <>
      <div className="columns command-option-row">
        <Form.Item
          name={[at, 'name']}
          label={t('commandOptions.name')}
          rules={[schemaRule(SHAPE.name), DISTINCT]}
          validateTrigger="onBlur"
        >
          <Input autoComplete="off" spellCheck={false} dir="auto" placeholder={t('commandOptions.namePlaceholder')} />
        </Form.Item>
        <Form.Item name={[at, 'type']} label={t('commandOptions.type')}>
          <Select options={OPTION_TYPES.map((value) => ({ value, label: t(`commandOptions.types.${value}`) }))} />
        </Form.Item>
      </div>
      <Form.Item
        name={[at, 'description']}
        label={t('form.description')}
        rules={[schemaRule(SHAPE.description)]}
        validateTrigger="onBlur"
      >
        <Input autoComplete="off" placeholder={t('commandOptions.descriptionPlaceholder')} />
      </Form.Item>
      {type === 'text' && (
        <Form.Item
          name={[at, 'choices']}
          label={t('commandOptions.choices')}
          extra={t('commandOptions.choicesHint')}
          rules={[CHOICES_RULE]}
          validateTrigger="onBlur"
        >
          <Input.TextArea rows={3} dir="auto" />
        </Form.Item>
      )}
      <SwitchRow name={[at, 'isRequired']} label={t('commandOptions.required')} text={t('commandOptions.requiredText')} />
    </>
  );
}
