import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { t } from '../../lib/i18n.js';
import { CONTEXT, describe, RESULT } from './handler-reference.js';

const WORD = /[\w$]*$/;
/** After `context.`, whatever the first parameter of the handler is called. */
const MEMBER = /([\w$]+)\.[\w$]*$/;
/** Inside a destructured parameter: `handler({ message, ar`. */
const DESTRUCTURING = /\(\s*\{[^{}()]*$/;
/** Inside the returned object. */
const RETURN_VALUE = /\breturn\s*\{[^{}]*$|=>\s*\(\s*\{[^{}]*$/;
// How many characters before the cursor are examined.
const LOOK_BEHIND = 600;

/** Completes the members of the handler's context and result. */
export function completeHandler(context: CompletionContext): CompletionResult | null {
  const { state, pos, explicit } = context;
  const before = state.sliceDoc(Math.max(0, pos - LOOK_BEHIND), pos);
  const word = WORD.exec(before)?.[0] ?? '';
  const from = pos - word.length;
  const owner = MEMBER.exec(before)?.[1];
  if (owner !== undefined) {
    return owner === parameterOf(state.doc.toString()) ? { from, options: members(), validFor: WORD } : null;
  }
  if (word === '' && !explicit) return null;
  if (RETURN_VALUE.test(before)) return { from, options: [...results(), ...names(state.doc.toString())], validFor: WORD };
  if (DESTRUCTURING.test(before)) return { from, options: members(), validFor: WORD };
  return { from, options: names(state.doc.toString()), validFor: WORD };
}

const members = (): Completion[] =>
  CONTEXT.map(([name, type]) => ({
    label: name,
    type: 'property',
    detail: type,
    info: describe(name),
    boost: 2,
  }));

const results = (): Completion[] =>
  RESULT.map(([name, type]) => ({
    label: name,
    apply: `${name}: `,
    type: 'property',
    detail: type,
    info: describe(name),
    boost: 3,
  }));

/** The name of the context parameter, or of the members it is destructured into. */
function names(code: string): Completion[] {
  const parameter = parameterOf(code);
  if (parameter !== null) return [{ label: parameter, type: 'variable', info: t('customCommands.reference.context'), boost: 1 }];
  const taken = /\(\s*\{([^{}()]*)\}\s*\)\s*(?:=>|\{)/.exec(code)?.[1] ?? '';
  const words = new Set(taken.match(/[\w$]+/g));
  return members().filter(({ label }) => words.has(label));
}

/** The name of the first parameter of the first function; null when it is destructured. */
function parameterOf(code: string): string | null {
  const match = /function\s*[\w$]*\s*\(\s*([\w$]+)|(?:^|[=\s(])(?:async\s*)?\(?\s*([\w$]+)\s*(?:,[^()]*)?\)?\s*=>/.exec(code);
  return match?.[1] ?? match?.[2] ?? null;
}
