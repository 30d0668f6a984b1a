import { badLength, invalid, lengthOf, listOf, type Json } from './form-problems.js';
import type { RestResponse } from './rest-types.js';

const MAX_ROWS = 5;
const MAX_BUTTONS = 5;
const MAX_CUSTOM_ID = 100;
const ACTION_ROW = 1;
const BUTTON = 2;
const STRING_SELECT = 3;
/** Menus that Discord fills itself: users, roles, both, channels. */
const FILLED_SELECTS: ReadonlySet<unknown> = new Set([5, 6, 7, 8]);
const LINK_STYLE = 5;
const MAX_OPTIONS = 25;
const MAX_PLACEHOLDER = 150;
const MAX_OPTION_TEXT = 100;
const MAX_BUTTON_LABEL = 80;
const MAX_LINK = 512;

/** Discord's answer to the components of a message that it does not accept; null when it does. */
export function componentProblem(rows: readonly Json[]): RestResponse | null {
  if (rows.length > MAX_ROWS) return badLength('components', { max: MAX_ROWS });
  const all: Json[] = [];
  for (const row of rows) {
    const children = listOf(row['components']);
    const isMixed = children.some(({ type }) => type !== BUTTON) && children.length > 1;
    if (row['type'] !== ACTION_ROW || children.length === 0 || children.length > MAX_BUTTONS || isMixed)
      return invalid('components', 'COMPONENT_LAYOUT_WIDTH_EXCEEDED', 'The specified component exceeds the maximum width');
    all.push(...children);
  }
  for (const component of all) {
    const problem = component['type'] === BUTTON ? buttonProblem(component) : selectProblem(component);
    if (problem) return problem;
  }
  const customIds = all.flatMap(({ custom_id: customId }) => (customId === undefined ? [] : [customId]));
  const isRepeated = new Set(customIds).size < customIds.length;
  return isRepeated ? invalid('components', 'COMPONENT_CUSTOM_ID_DUPLICATED', 'Component custom id cannot be duplicated') : null;
}

const customIdProblem = ({ custom_id: customId }: Json): RestResponse | null => {
  const length = lengthOf(customId);
  return length === 0 || length > MAX_CUSTOM_ID ? badLength('custom_id', { max: MAX_CUSTOM_ID }) : null;
};

function buttonProblem(button: Json): RestResponse | null {
  const { style, label, emoji, url } = button;
  if (!Number.isInteger(style) || Number(style) < 1 || Number(style) > LINK_STYLE)
    return invalid('style', 'BASE_TYPE_CHOICES', 'Value must be one of (1, 2, 3, 4, 5).');
  if (lengthOf(label) > MAX_BUTTON_LABEL) return badLength('label', { max: MAX_BUTTON_LABEL });
  if (lengthOf(label) === 0 && emoji === undefined)
    return invalid('label', 'BUTTON_COMPONENT_INVALID', 'A button needs a label or an emoji');
  if (style !== LINK_STYLE) return url === undefined ? customIdProblem(button) : mixedButton();
  if (button['custom_id'] !== undefined) return mixedButton();
  return lengthOf(url) === 0 || lengthOf(url) > MAX_LINK ? badLength('url', { max: MAX_LINK }) : null;
}

const mixedButton = (): RestResponse =>
  invalid('custom_id', 'BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE', 'A custom id and url cannot both be specified');

function selectProblem(menu: Json): RestResponse | null {
  const { type } = menu;
  const isFilled = FILLED_SELECTS.has(type);
  if (type !== STRING_SELECT && !isFilled)
    return invalid('type', 'BASE_TYPE_CHOICES', 'Value must be one of (2, 3, 5, 6, 7, 8).');
  if (lengthOf(menu['placeholder']) > MAX_PLACEHOLDER) return badLength('placeholder', { min: 0, max: MAX_PLACEHOLDER });
  return customIdProblem(menu) ?? choiceProblem(menu) ?? (isFilled ? null : optionsProblem(menu));
}

/** Whether `menu` asks for a number of choices that its limits allow. */
function choiceProblem(menu: Json): RestResponse | null {
  const { min, max } = choicesOf(menu);
  const isInRange = (value: number, lowest: number): boolean =>
    Number.isInteger(value) && value >= lowest && value <= MAX_OPTIONS;
  if (!isInRange(min, 0)) return invalid('min_values', 'NUMBER_TYPE_MAX', 'int value should be between 0 and 25.');
  if (!isInRange(max, 1) || max < min)
    return invalid('max_values', 'NUMBER_TYPE_MAX', 'int value should be between 1 and 25, and not less than min_values.');
  return null;
}

const choicesOf = ({ min_values: min = 1, max_values: max = 1 }: Json): { readonly min: number; readonly max: number } => ({
  min: Number(min),
  max: Number(max),
});

function optionsProblem(menu: Json): RestResponse | null {
  const options = listOf(menu['options']);
  if (options.length === 0 || options.length > MAX_OPTIONS) return badLength('options', { max: MAX_OPTIONS });
  for (const { label, value, description } of options) {
    const isBad = [label, value].some((text) => lengthOf(text) === 0 || lengthOf(text) > MAX_OPTION_TEXT);
    if (isBad || lengthOf(description) > MAX_OPTION_TEXT) return badLength('options', { max: MAX_OPTION_TEXT });
  }
  const values = new Set(options.map(({ value }) => value));
  if (values.size < options.length)
    return invalid('options', 'SELECT_COMPONENT_OPTION_VALUE_DUPLICATED', 'The specified option value is already used');
  const { min, max } = choicesOf(menu);
  if (max > options.length || min > options.length)
    return invalid('max_values', 'SELECT_COMPONENT_MAX_VALUES_EXCEEDED', 'There are fewer options than can be chosen');
  const chosen = options.filter((option) => option['default'] === true).length;
  return chosen > max ? invalid('options', 'SELECT_COMPONENT_TOO_MANY_DEFAULTS', 'Too many options are chosen already') : null;
}

/** Throws when Discord would not let a member choose these values of a menu. */
export function requireChoosable(menu: Json, values: readonly string[]): void {
  if (menu['type'] !== STRING_SELECT) return;
  const offered = new Set(listOf(menu['options']).map(({ value }) => value));
  const { min, max } = choicesOf(menu);
  const isAllowed = values.every((value) => offered.has(value)) && new Set(values).size === values.length;
  if (!isAllowed || values.length < min || values.length > max)
    throw new Error(`the menu takes ${min} to ${max} of its options, not ${values.join(', ')}`);
}
