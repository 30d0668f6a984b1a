const DEFAULT_EXPORT = /^([ \t]*)export[ \t]+default\b/gm;
const EXPORT = /^([ \t]*)export(?=\s)/gm;

/**
 * The user's module as a script that leaves its handler in the global `handler`: a leading `export default` becomes an assignment,
 * any other leading `export` is blanked (specification 2, section 5). Every character keeps its line and column.
 */
export function asScript(code: string): string {
  const assigned = code.replace(DEFAULT_EXPORT, (match, indent: string) => `${indent}handler`.padEnd(match.length - 1) + '=');
  return assigned.replace(EXPORT, (match) => ' '.repeat(match.length));
}
