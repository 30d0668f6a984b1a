import { COMMAND_EXAMPLES } from '@kith/proto';
import { useId } from 'react';
import { t } from '../../lib/i18n.js';
import { Select } from '../../ui/inputs.js';
import { NEW_COMMAND, valuesOf, type CommandValues } from './use-custom-commands.js';

const NONE = '';

function exampleOf(chosen: string): CommandValues {
  const example = COMMAND_EXAMPLES.find(({ name }) => name === chosen);
  return example ? valuesOf({ ...example, options: [...example.options] }) : NEW_COMMAND;
}

/** Fills the form with an example. */
export function ExamplePicker({ value, onPick }: { readonly value: string; readonly onPick: (values: CommandValues) => void }) {
  const id = useId();
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {t('commandTools.examples')}
      </label>
      <Select
        id={id}
        value={COMMAND_EXAMPLES.some(({ name }) => name === value) ? value : NONE}
        options={[
          { value: NONE, label: t('commandTools.exampleNone') },
          ...COMMAND_EXAMPLES.map(({ name, description, icon }) => ({ value: name, label: `${icon} ${name}: ${description}` })),
        ]}
        onChange={({ target }) => onPick(exampleOf(target.value))}
      />
    </div>
  );
}
