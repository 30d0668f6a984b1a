import type { RestResponse } from './rest-types.js';
import { invalid, lengthOf } from './message-body.js';

const ACTION_ROW = 1;
const TEXT_INPUT = 4;
const MAX_INPUTS = 5;

interface TextInput {
  readonly type?: number;
  readonly custom_id?: string;
  readonly label?: string;
  readonly min_length?: number;
  readonly max_length?: number;
  readonly required?: boolean;
}

interface Modal {
  readonly custom_id?: string;
  readonly title?: string;
  readonly components?: readonly { readonly type?: number; readonly components?: readonly TextInput[] }[];
}

const inputsOf = ({ components = [] }: Modal): TextInput[] => components.flatMap((row) => row.components ?? []);

/** Discord's answer to a form that it does not accept; null when it does. */
export function modalProblem(modal: Modal): RestResponse | null {
  const { custom_id: customId = '', title = '', components = [] } = modal;
  if (customId === '' || lengthOf(customId) > 100)
    return invalid('custom_id', 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 100 in length.');
  if (title === '' || lengthOf(title) > 45)
    return invalid('title', 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 45 in length.');
  const areRows = components.every((row) => row.type === ACTION_ROW && row.components?.length === 1);
  if (!areRows || components.length === 0 || components.length > MAX_INPUTS)
    return invalid('components', 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 5 in length.');
  const inputs = inputsOf(modal);
  const areInputs = inputs.every(
    ({ type, label = '', custom_id: id = '' }) =>
      type === TEXT_INPUT && id !== '' && lengthOf(id) <= 100 && label !== '' && lengthOf(label) <= 45,
  );
  if (!areInputs) return invalid('components', 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 45 in length.');
  const ids = new Set(inputs.map((input) => input.custom_id));
  return ids.size < inputs.length
    ? invalid('components', 'COMPONENT_CUSTOM_ID_DUPLICATED', 'Component custom id cannot be duplicated')
    : null;
}

/** The `data` of the interaction of a member who sends a form. Throws when Discord would not let the member send it. */
export function submittedModal(modal: Modal, fields: Readonly<Record<string, string>>) {
  const inputs = inputsOf(modal);
  const unknown = Object.keys(fields).find((name) => !inputs.some((input) => input.custom_id === name));
  if (unknown !== undefined) throw new Error(`the form has no field ${unknown}`);
  return {
    custom_id: modal.custom_id,
    components: inputs.map((input, index) => {
      const { custom_id: name = '', required = true, min_length: min = 0, max_length: max = 4000 } = input;
      const value = fields[name] ?? '';
      const isMissing = value === '' && required;
      if (isMissing || (value !== '' && (lengthOf(value) < min || lengthOf(value) > max)))
        throw new Error(`the field ${name} takes ${min} to ${max} characters`);
      return { id: index + 1, type: ACTION_ROW, components: [{ id: index + 10, type: TEXT_INPUT, custom_id: name, value }] };
    }),
  };
}
