import type { CommandOption, OptionType } from '@kith/proto';

/** An option as it is typed: each choice on a line of its own. */
export interface OptionFormValues {
  readonly name: string;
  readonly description: string;
  readonly type: OptionType;
  readonly isRequired: boolean;
  readonly choices: string;
}

export const NEW_OPTION: OptionFormValues = { name: '', description: '', type: 'text', isRequired: false, choices: '' };

export const choicesIn = (typed: string): string[] =>
  typed
    .split('\n')
    .map((choice) => choice.trim())
    .filter((choice) => choice !== '');

export const optionValues = (options: readonly CommandOption[]): OptionFormValues[] =>
  options.map(({ name, description, type, isRequired, choices }) => ({
    name,
    description,
    type,
    isRequired,
    choices: choices.join('\n'),
  }));

/** Choices that were typed for a text are not sent for another type. */
export const optionInputs = (values: readonly OptionFormValues[]): CommandOption[] =>
  values.map(({ name, description, type, isRequired, choices }) => ({
    name: name.trim(),
    description: description.trim(),
    type,
    isRequired,
    choices: type === 'text' ? choicesIn(choices) : [],
  }));

/** As the server orders them. */
export const requiredFirst = (values: readonly OptionFormValues[]): OptionFormValues[] =>
  values.toSorted((one, other) => Number(other.isRequired) - Number(one.isRequired));
