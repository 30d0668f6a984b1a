import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { t } from '../../lib/i18n.js';
import { CONTEXT, RESULT } from './handler-reference.js';

const WORD = /[\w$]*$/;
/** Behind `context.`, whatever the first parameter of the handler is called. */
const MEMBER = /([\w$]+)\.[\w$]*$/;
/** Inside the braces that take the context apart: `handler({ message, ar`. */
const TAKEN_APART = /\(\s*\{[^{}()]*$/;
/** Inside the object that is given back. */
const GIVEN_BACK = /\breturn\s*\{[^{}]*$|=>\s*\(\s*\{[^{}]*$/;
// Of a longer text the end is enough.
const LOOKED_BACK = 600;

/** Completes what the handler is given and what it has to give back (part 2, section 3). */
export function completeHandler(context: CompletionContext): CompletionResult | null {
  const { state, pos, explicit } = context;
  const before = state.sliceDoc(Math.max(0, pos - LOOKED_BACK), pos);
  const word = WORD.exec(before)?.[0] ?? '';
  const from = pos - word.length;
  const owner = MEMBER.exec(before)?.[1];
  if (owner !== undefined) {
    return owner === parameterOf(state.doc.toString()) ? { from, options: members(), validFor: WORD } : null;
  }
  if (word === '' && !explicit) return null;
  if (GIVEN_BACK.test(before)) return { from, options: [...results(), ...names(state.doc.toString())], validFor: WORD };
  if (TAKEN_APART.test(before)) return { from, options: members(), validFor: WORD };
  return { from, options: names(state.doc.toString()), validFor: WORD };
}

const members = (): Completion[] =>
  CONTEXT.map(([name, type]) => ({
    label: name,
    type: 'property',
    detail: type,
    info: t(`customCommands.reference.${name}`),
    boost: 2,
  }));

const results = (): Completion[] =>
  RESULT.map(([name, type]) => ({
    label: name,
    apply: `${name}: `,
    type: 'property',
    detail: type,
    info: t(`customCommands.reference.${name}`),
    boost: 3,
  }));

/** The name of the context, or those that it was taken apart into. */
function names(code: string): Completion[] {
  const parameter = parameterOf(code);
  if (parameter !== null) return [{ label: parameter, type: 'variable', info: t('customCommands.reference.context'), boost: 1 }];
  const taken = /\(\s*\{([^{}()]*)\}\s*\)\s*(?:=>|\{)/.exec(code)?.[1] ?? '';
  const words = new Set(taken.match(/[\w$]+/g));
  return members().filter(({ label }) => words.has(label));
}

/** What the first function of the code calls its first parameter; null when it takes it apart. */
function parameterOf(code: string): string | null {
  const match = /function\s*[\w$]*\s*\(\s*([\w$]+)|(?:^|[=\s(])(?:async\s*)?\(?\s*([\w$]+)\s*(?:,[^()]*)?\)?\s*=>/.exec(code);
  return match?.[1] ?? match?.[2] ?? null;
}
