// Generated files are committed and must match what the generator makes of the current sources.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { npm } from '../infrastructure/npm.mjs';
import { CommandError } from '../infrastructure/command-error.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SCHEMA = 'gateway/schema.graphql';
const FOLDER = 'web/src/gql';

/** Runs the generator and throws `CommandError` when a file changes. */
export async function checkGenerated({ run }) {
  const before = readAll();
  const { isOk, tail } = await run({ ...npm(['run', '--silent', 'codegen']) });
  if (!isOk) throw new CommandError(`The generator failed:\n${tail}`);
  const after = readAll();
  if (after.size === 0) throw new CommandError(`The generator wrote nothing into ${FOLDER}.`);
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name));
  if (changed.length > 0) throw new CommandError(`${changed.join(', ')} was out of date. It is up to date now: commit it.`);
}

/** The contents of all generated files by their path. */
function readAll() {
  const folder = path.join(ROOT, FOLDER);
  const found = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  const inFolder = found.filter((entry) => entry.isFile()).map(({ name, parentPath }) => path.join(parentPath, name));
  const files = [path.join(ROOT, SCHEMA), ...inFolder].filter((file) => existsSync(file));
  return new Map(files.map((file) => [path.relative(ROOT, file), readFileSync(file, 'utf8')]));
}
