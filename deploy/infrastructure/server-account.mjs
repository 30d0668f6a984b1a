// Postgres refuses to run as root. Root therefore runs it as another account, which must be able to reach its files.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const NOBODY = 65534;
const SYSTEM_FOLDER = '/var/lib/kith';

/** `{}` for ordinary users; for root the ids of `postgres`, or of `nobody` where that account is missing. */
export function serverAccount() {
  if (process.getuid?.() !== 0) return {};
  const id = (flag) => {
    const { status, stdout } = spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' });
    return status === 0 ? Number(stdout) : NOBODY;
  };
  return { uid: id('-u'), gid: id('-g') };
}

/**
 * Creates `folder` for the account and returns it. A checkout under /root (mode 700) is not accessible to other accounts, and its mode
 * must not be changed: the files then go to a folder under /var/lib/kith, whose path is stored in `folder` + `.path`.
 */
export function createServerFolder(folder, account) {
  const pointer = `${folder}.path`;
  if (existsSync(pointer)) return readFileSync(pointer, 'utf8').trim();
  prepare(folder, account);
  if (account.uid === undefined || canSearch(folder, account)) return folder;
  const elsewhere = path.join(SYSTEM_FOLDER, `${path.basename(folder)}-${randomBytes(6).toString('hex')}`);
  prepare(elsewhere, account);
  writeFileSync(pointer, `${elsewhere}\n`);
  return elsewhere;
}

function prepare(folder, account) {
  mkdirSync(path.dirname(folder), { recursive: true, mode: 0o755 });
  mkdirSync(folder, { recursive: true });
  if (account.uid === undefined) return;
  chownSync(folder, account.uid, account.gid);
  chmodSync(folder, 0o700);
}

function canSearch(folder, account) {
  return spawnSync('sh', ['-c', 'cd "$1"', 'sh', folder], { ...account, cwd: '/' }).status === 0;
}
