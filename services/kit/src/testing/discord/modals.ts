import type { RestResponse } from './rest-types.js';
import { badLength, invalid, lengthOf } from './form-problems.js';

const ACTION_ROW = 1;
const TEXT_INPUT = 4;
const MAX_INPUTS = 5;
const MAX_ID = 100;
/** Of the form itself and of its fields. */
const MAX_LABEL = 45;
const MAX_PLACEHOLDER = 100;
const MAX_VALUE = 4000;

interface TextInput {
  readonly type?: number;
  readonly custom_id?: string;
  readonly style?: number;
  readonly label?: string;
  readonly placeholder?: string;
  /** What the field holds when the form opens. */
  readonly value?: string;
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
  if (customId === '' || lengthOf(customId) > MAX_ID) return badLength('custom_id', { max: MAX_ID });
  if (title === '' || lengthOf(title) > MAX_LABEL) return badLength('title', { max: MAX_LABEL });
  const areRows = components.every((row) => row.type === ACTION_ROW && row.components?.length === 1);
  if (!areRows || components.length === 0 || components.length > MAX_INPUTS) return badLength('components', { max: MAX_INPUTS });
  const inputs = inputsOf(modal);
  for (const input of inputs) {
    const problem = inputProblem(input);
    if (problem) return problem;
  }
  const ids = new Set(inputs.map((input) => input.custom_id));
  return ids.size < inputs.length
    ? invalid('components', 'COMPONENT_CUSTOM_ID_DUPLICATED', 'Component custom id cannot be duplicated')
    : null;
}

function inputProblem(input: TextInput): RestResponse | null {
  const { type, custom_id: id = '', style = 0, label = '', min_length: min = 0, max_length: max = MAX_VALUE } = input;
  if (type !== TEXT_INPUT) return invalid('type', 'BASE_TYPE_CHOICES', 'Value must be one of (4,).');
  if (id === '' || lengthOf(id) > MAX_ID) return badLength('custom_id', { max: MAX_ID });
  if (label === '' || lengthOf(label) > MAX_LABEL) return badLength('label', { max: MAX_LABEL });
  if (style !== 1 && style !== 2) return invalid('style', 'BASE_TYPE_CHOICES', 'Value must be one of (1, 2).');
  if (lengthOf(input.placeholder) > MAX_PLACEHOLDER) return badLength('placeholder', { min: 0, max: MAX_PLACEHOLDER });
  if (!Number.isInteger(min) || min < 0 || min > MAX_VALUE)
    return invalid('min_length', 'NUMBER_TYPE_MAX', 'int value should be between 0 and 4000.');
  if (!Number.isInteger(max) || max < 1 || max > MAX_VALUE || max < min)
    return invalid('max_length', 'NUMBER_TYPE_MAX', 'int value should be between 1 and 4000, and not less than min_length.');
  const valueLength = lengthOf(input.value);
  return valueLength > 0 && (valueLength < min || valueLength > max) ? badLength('value', { min, max }) : null;
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
