// Finds regular expressions that take long over some text (docs/security.md S42), by trying texts made from their own pieces.
import ts from 'typescript';
import vm from 'node:vm';
import { walk } from './sources.mjs';

const PUMPS = ['a', '0', ' ', '\t', '-', '.', '!', 'a.', 'a-', '0,', 'aA', '<a>', '[]', '\u00e9', '😀'];
const SUFFIXES = ['', '\u0000'];

/** Every regular expression literal: `{ file, source, flags }`, each once. */
export function readExpressions(sources) {
  const found = new Map();
  for (const { file, tree } of sources)
    walk(tree, (node) => {
      if (!ts.isRegularExpressionLiteral(node)) return;
      const end = node.text.lastIndexOf('/');
      const expression = { file, source: node.text.slice(1, end), flags: node.text.slice(end + 1) };
      found.set(node.text, found.get(node.text) ?? expression);
    });
  return [...found.values()];
}

/** Where a regular expression is built from something other than a literal: `<file>: <argument>` each. */
export function findBuiltExpressions(sources) {
  return sources.flatMap(({ file, tree }) => {
    const found = [];
    walk(tree, (node) => {
      const isMade = (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp';
      const [argument] = isMade ? (node.arguments ?? []) : [];
      if (argument && !ts.isStringLiteralLike(argument) && !ts.isRegularExpressionLiteral(argument))
        found.push(`${file}: ${argument.getText()}`);
    });
    return found;
  });
}

/** A text of `length` over which the expression takes longer than `limitMs`; undefined when there is none. */
export function findSlowText({ source, flags }, { length, limitMs }) {
  const texts = [...textsFor(source, length)];
  CONTEXT.expression = new RegExp(source, flags);
  // One time limit for all texts first, because setting it up costs more than matching. The slow text is searched only when needed.
  if (isInTime(texts, limitMs)) return undefined;
  return texts.find((text) => !isInTime([text], limitMs));
}

const CONTEXT = vm.createContext({});

const SCRIPT = new vm.Script("for (const text of texts) text.replace(expression, '')");

function isInTime(texts, limitMs) {
  CONTEXT.texts = texts;
  try {
    SCRIPT.runInContext(CONTEXT, { timeout: limitMs });
    return true;
  } catch (error) {
    if (error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false;
    throw error;
  }
}

/** Repeated pieces of the expression and common characters, with a prefix that may match and a suffix that cannot. */
function* textsFor(source, length) {
  const pieces = [
    ...new Set(source.replace(/\\[dDwWsSbB]|\\u\{?[\da-f]+\}?|\\x[\da-f]{2}/gi, ' ').match(/[^\\^$.*+?()[\]{}|\s]+|\\\W/g) ?? []),
  ].map((piece) => piece.replace(/^\\/, ''));
  const signs = new Set([...PUMPS, ...pieces, ...pieces.flatMap((piece) => [...piece])]);
  const prefixes = ['', ...pieces.slice(0, 3)];
  for (const sign of signs) {
    const pumped = sign.repeat(Math.ceil(length / sign.length));
    for (const prefix of prefixes) for (const suffix of SUFFIXES) yield `${prefix}${pumped}${suffix}`;
  }
}
