const NAMED_DEFAULT =
  /^([ \t]*)(export[ \t]+default)(?=[ \t]+(?:async[ \t]+function|function|class)\b(?:[ \t]*\*)?[ \t]*([\p{ID_Start}$_][\p{ID_Continue}$]*))/gmu;
const DEFAULT_EXPORT = /^([ \t]*)export[ \t]+default\b/gm;
const EXPORT = /^([ \t]*)export(?=\s)/gm;

/** A command as a script of the same length, and the name of the global variable with its handler. */
export interface CommandScript {
  readonly script: string;
  readonly handler: string;
}

/**
 * The user's module as a script (docs/specification.md): `export default` before a named declaration is replaced by blanks, before anything
 * else by an assignment; any other `export` at the beginning of a line is replaced by blanks. Every character keeps its line and column.
 */
export function asScript(code: string): CommandScript {
  let handler = 'handler';
  const declared = code.replace(NAMED_DEFAULT, (_match, indent: string, words: string, name: string) => {
    // In `class extends Base` the word after `class` is not a name.
    if (name === 'extends') return `${indent}${words}`;
    handler = name;
    return indent + ' '.repeat(words.length);
  });
  const assigned = declared.replace(DEFAULT_EXPORT, (match, indent: string) => {
    handler = '$default';
    return `${indent}${handler}`.padEnd(match.length - 1) + '=';
  });
  return { script: assigned.replace(EXPORT, (match) => ' '.repeat(match.length)), handler };
}
