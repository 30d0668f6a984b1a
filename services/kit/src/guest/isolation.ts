import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { CONFINE } from './confine.js';
import { guestFilter } from './seccomp.js';

/** What isolates a guest process from the system, by the names that are logged for those that are missing. */
export const ISOLATION_LAYERS = [
  'no new privileges',
  'resource limits',
  'network namespace',
  'Landlock file rules',
  'seccomp filter',
] as const;
export type IsolationLayer = (typeof ISOLATION_LAYERS)[number];

/** What one machine provides. */
export interface Isolation {
  readonly layers: ReadonlySet<IsolationLayer>;
  /** The account that guests run as when this process is root; undefined when it is not, and guests keep its account. */
  readonly account: number | undefined;
}

/** The bounds that the kernel enforces on one guest process. */
export interface GuestLimits {
  /** Private memory in MB, besides what Node reserves at its start. */
  readonly memoryMb: number;
  /** CPU seconds of all its threads, after which it is killed. Unlimited by default. */
  readonly cpuS?: number;
}

/** The paths of the programs that set up the layers; a test leaves some out. */
export type FindTool = (name: Tool) => string | undefined;
type Tool = 'unshare' | 'setpriv' | 'prlimit' | 'perl';

const TOOLS: Readonly<Record<IsolationLayer, readonly Tool[]>> = {
  'no new privileges': ['setpriv'],
  'resource limits': ['prlimit'],
  'network namespace': ['unshare'],
  'Landlock file rules': ['perl'],
  'seccomp filter': ['perl'],
};

/**
 * Belongs to nobody else: Debian leaves 60000 to 64999 to packages, on request. Not `nobody`, which other programs use, Postgres among them.
 */
const ACCOUNT = 64_711;
/** Node 24 reserves about 570 MB of private memory, of which it uses 40. */
const NODE_RESERVED_MB = 768;
const MAX_OPEN_FILES = 256;
/** Of the account, which only guests have. Threads count. */
const MAX_TASKS = 1024;
/** What Node itself reads: its libraries, and the settings of OpenSSL. */
const SYSTEM_PATHS = ['/lib', '/lib64', '/usr/lib', '/usr/lib64', '/usr/local/lib', '/etc/ld.so.cache', '/etc/ssl/openssl.cnf'];
const PROBE_LIMITS: GuestLimits = { memoryMb: 128 };
const PROBE_TIMEOUT_MS = 20_000;

export const findTool: FindTool = (name) => [`/usr/bin/${name}`, `/bin/${name}`].find((path) => existsSync(path));

/** Tries what this machine allows, by starting Node with each layer. Takes about a hundred milliseconds, more when one is missing. */
export function detectIsolation(find: FindTool = findTool): Isolation {
  const account = process.getuid?.() === 0 ? ACCOUNT : undefined;
  if (process.platform !== 'linux') return { layers: new Set(), account };
  const works = (layers: ReadonlySet<IsolationLayer>): boolean => {
    if ([...layers].some((layer) => !TOOLS[layer].every((tool) => find(tool)))) return false;
    if (layers.has('seccomp filter') && !guestFilter(process.arch)) return false;
    const [program = '', ...args] = isolatedCommand(
      { layers, account },
      { command: [process.execPath, '-e', '0'], readable: [], limits: PROBE_LIMITS },
      find,
    );
    return spawnSync(program, args, { cwd: '/', env: {}, stdio: 'ignore', timeout: PROBE_TIMEOUT_MS }).status === 0;
  };
  if (works(new Set(ISOLATION_LAYERS))) return { layers: new Set(ISOLATION_LAYERS), account };
  const layers = new Set<IsolationLayer>();
  for (const layer of ISOLATION_LAYERS) {
    if (works(new Set([...layers, layer]))) layers.add(layer);
    // The kernel demands it for the last two, and it is what makes a guest of root another account.
    else if (layer === 'no new privileges') break;
  }
  return { layers, account };
}

/** A program for a guest with its arguments. */
interface GuestCommand {
  readonly command: readonly string[];
  /** The files and folders that the guest needs. */
  readonly readable: readonly string[];
  readonly limits: GuestLimits;
}

/**
 * The command behind the programs that set up the layers. Each of them replaces itself with the next, so that the process that is started is
 * the guest. Throws when guests would have to run as root.
 */
export function isolatedCommand(
  { layers, account }: Isolation,
  { command, readable, limits }: GuestCommand,
  find: FindTool = findTool,
): string[] {
  const [program = '', ...args] = command;
  const paths = [realpathSync(program), ...readable];
  const parts: string[] = [];
  const add = (tool: Tool, ...options: string[]) => parts.push(find(tool) ?? tool, ...options);
  if (layers.has('network namespace'))
    // Root does not need a user namespace, which some systems refuse to others.
    add('unshare', ...(account === undefined ? ['--user', '--map-current-user'] : []), '--net', '--ipc', '--');
  if (layers.has('resource limits')) add('prlimit', ...limitOptions(limits, account), '--');
  if (layers.has('no new privileges')) add('setpriv', ...privilegeOptions(account, layers, paths), '--');
  else if (account !== undefined)
    throw new Error('setpriv of util-linux is needed to run a guest process as another account than root');
  const filter = layers.has('seccomp filter') ? guestFilter(process.arch) : undefined;
  const rules = layers.has('Landlock file rules') ? [...SYSTEM_PATHS, ...paths].join('\n') : '';
  if (filter || rules !== '')
    add('perl', '-e', CONFINE, String(filter?.systemCall ?? 0), filter?.program.toString('hex') ?? '', rules);
  return [...parts, program, ...args];
}

/** No core files and no files at all are written. */
function limitOptions({ memoryMb, cpuS }: GuestLimits, account: number | undefined): string[] {
  return [
    `--data=${(NODE_RESERVED_MB + memoryMb) * 1024 * 1024}`,
    '--core=0',
    '--fsize=0',
    `--nofile=${MAX_OPEN_FILES}`,
    // Counted per account on the whole machine, so only where the account is that of guests alone.
    ...(account === undefined ? [] : [`--nproc=${MAX_TASKS}`]),
    ...(cpuS === undefined ? [] : [`--cpu=${cpuS}`]),
  ];
}

/** The guest ends with this process, whatever ends that. */
function privilegeOptions(account: number | undefined, layers: ReadonlySet<IsolationLayer>, paths: readonly string[]): string[] {
  const options = ['--no-new-privs', '--pdeathsig', 'KILL'];
  if (account === undefined) return [...options, '--inh-caps=-all'];
  const identity = [`--reuid=${account}`, `--regid=${account}`, '--clear-groups'];
  if (paths.every(isReadableByAll)) return [...identity, ...options, '--bounding-set=-all', '--inh-caps=-all'];
  // An installation below /root: the guest may pass through folders that are closed to its account, and Landlock leaves it only its paths.
  if (!layers.has('Landlock file rules'))
    throw new Error(
      'Kith is installed in a folder that only root can open, where guest processes cannot run: move it, e.g. to /srv',
    );
  const passThrough = [
    '--bounding-set=-all,+dac_read_search',
    '--inh-caps=-all,+dac_read_search',
    '--ambient-caps=+dac_read_search',
  ];
  return [...identity, ...options, ...passThrough];
}

function isReadableByAll(path: string): boolean {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0o004;
  return (mode & 0o004) !== 0 && isSearchableByAll(dirname(path));
}

function isSearchableByAll(folder: string): boolean {
  const mode = statSync(folder, { throwIfNoEntry: false })?.mode ?? 0o001;
  return (mode & 0o001) !== 0 && (dirname(folder) === folder || isSearchableByAll(dirname(folder)));
}
