// Generated files are committed and must match what the generator makes of the current sources.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { npm } from '../infrastructure/npm.mjs';
import { CommandError } from '../infrastructure/command-error.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');
const FOLDER = 'web/src/gql';

/** Runs the generator and throws `CommandError` when a file changes. */
export async function checkGenerated({ run }) {
  const before = readAll();
  const { isOk, tail } = await run({ ...npm(['run', '--silent', 'codegen']) });
  if (!isOk) throw new CommandError(`The generator failed:\n${tail}`);
  const after = readAll();
  if (after.size === 0) throw new CommandError(`The generator wrote nothing into ${FOLDER}.`);
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name));
  if (changed.length > 0)
    throw new CommandError(`${changed.join(', ')} in ${FOLDER} was out of date. It is up to date now: commit it.`);
}

function readAll() {
  const folder = path.join(ROOT, FOLDER);
  if (!existsSync(folder)) return new Map();
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(names.map(({ name, parentPath }) => [name, readFileSync(path.join(parentPath, name), 'utf8')]));
}
