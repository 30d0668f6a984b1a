import { badLength, invalid, lengthOf, listOf, type Json } from './form-problems.js';
import { messageProblem } from './message-body.js';
import { modalProblem } from './modals.js';
import type { RestResponse } from './rest-types.js';

/** Discord's types of interactions. */
export const INTERACTION = { command: 2, component: 3, typing: 4, form: 5 } as const;
/** Discord's types of responses. */
export const RESPONSE = { message: 4, deferred: 5, deferredUpdate: 6, update: 7, autocomplete: 8, modal: 9 } as const;

const MAX_CHOICES = 25;
const MAX_CHARS = 100;

const { message, deferred, deferredUpdate, update, autocomplete, modal } = RESPONSE;
const FITTING: Readonly<Record<number, readonly number[]>> = {
  [INTERACTION.command]: [message, deferred, modal],
  [INTERACTION.component]: [message, deferred, deferredUpdate, update, modal],
  [INTERACTION.typing]: [autocomplete],
  // Discord opens no form in response to a form.
  [INTERACTION.form]: [message, deferred, deferredUpdate, update],
};
/** A form that a command opened has no message that could be changed. */
const OF_COMMAND_FORM: readonly number[] = [message, deferred];

/** What decides which responses fit. */
interface Responded {
  /** One of INTERACTION. */
  readonly type: number;
  readonly hasMessage: boolean;
}

/** Discord's answer to a response that it does not accept; null when it does. */
export function responseProblem(response: { readonly type: unknown; readonly data: Json }, to: Responded): RestResponse | null {
  const { type, data } = response;
  const unfitting = typeProblem(type, to);
  if (unfitting) return unfitting;
  if (type === message || type === update) return messageProblem(data);
  if (type === modal) return modalProblem(data);
  return type === autocomplete ? choicesProblem(data) : null;
}

function typeProblem(response: unknown, { type, hasMessage }: Responded): RestResponse | null {
  const fitting = type === INTERACTION.form && !hasMessage ? OF_COMMAND_FORM : (FITTING[type] ?? []);
  if (fitting.some((one) => one === response)) return null;
  return invalid('type', 'BASE_TYPE_CHOICES', `Value must be one of (${fitting.join(', ')}).`);
}

function choicesProblem({ choices }: Json): RestResponse | null {
  if (!Array.isArray(choices)) return invalid('choices', 'BASE_TYPE_REQUIRED', 'This field is required');
  if (choices.length > MAX_CHOICES)
    return invalid('choices', 'BASE_TYPE_MAX_LENGTH', `Must be ${MAX_CHOICES} or fewer in length.`);
  const isShort = (text: unknown): boolean => lengthOf(text) >= 1 && lengthOf(text) <= MAX_CHARS;
  for (const { name, value } of listOf(choices)) {
    if (!isShort(name)) return badLength('name', { max: MAX_CHARS });
    if (!isShort(value) && !Number.isFinite(value)) return badLength('value', { max: MAX_CHARS });
  }
  return null;
}
