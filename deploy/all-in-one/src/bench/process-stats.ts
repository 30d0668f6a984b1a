import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import type { Redis } from 'ioredis';

const TICKS_PER_SECOND = 100;
/** The state of an open connection in the tables of the kernel. */
const ESTABLISHED = '01';

/** Where the states of processes are read. */
export interface Processes {
  readonly ids: () => readonly string[];
  /** The fields behind the name of the program: the first is the state, see proc(5). */
  readonly statOf: (pid: number) => readonly string[];
}

const LINUX: Processes = {
  ids: () => readdirSync('/proc').filter((name) => /^\d+$/.test(name)),
  statOf: (pid) => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  },
};

/** CPU time a process has used so far, user and system, in microseconds (Linux). */
export function cpuMicros(pid: number): number {
  return micros(LINUX.statOf(pid).slice(11, 13));
}

/** The same of a process, of its children, and of those that have ended, such as Postgres with its connections. */
export function familyCpuMicros(pid: number, processes = LINUX): number {
  let ended = micros(processes.statOf(pid).slice(13, 15));
  for (;;) {
    const children = processes.ids().reduce((sum, each) => sum + cpuMicrosOfChild(Number(each), pid, processes), 0);
    const own = processes.statOf(pid);
    const endedSince = micros(own.slice(13, 15));
    // A child that ended while the others were read would be counted twice or not at all.
    if (endedSince === ended) return children + micros(own.slice(11, 15));
    ended = endedSince;
  }
}

export const parentOf = (pid: number): number => Number(LINUX.statOf(pid)[1]);

/** CPU time that Redis has used so far, in microseconds. */
export async function redisCpuMicros(redis: Redis): Promise<number> {
  const info = await redis.info('cpu');
  return [...info.matchAll(/used_cpu_(?:sys|user):([\d.]+)/g)].reduce((sum, [, seconds]) => sum + Number(seconds) * 1_000_000, 0);
}

/** 0 for a process of another parent, and for one that has ended meanwhile. */
function cpuMicrosOfChild(candidate: number, parent: number, { statOf }: Processes): number {
  try {
    const stat = statOf(candidate);
    return Number(stat[1]) === parent ? micros(stat.slice(11, 13)) : 0;
  } catch {
    return 0;
  }
}

const micros = (ticks: readonly string[]): number =>
  (ticks.reduce((sum, count) => sum + Number(count), 0) * 1_000_000) / TICKS_PER_SECOND;

/** Resident memory of a process in megabytes (Linux). */
export function residentMegabytes(pid: number): number {
  const line = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1]) / 1024;
}

/** How many TCP connections of a process to a port of this machine are open (Linux). */
export const connectionsTo = (port: number, pid: number): number => ownPortsTo(port, pid).length;

/** The own ports of these connections. */
export function ownPortsTo(port: number, pid: number): readonly number[] {
  const remote = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const own = new Set(readdirSync(`/proc/${pid}/fd`).map((fd) => targetOf(`/proc/${pid}/fd/${fd}`)));
  const rows = ['tcp', 'tcp6'].flatMap((table) => readFileSync(`/proc/${pid}/net/${table}`, 'utf8').trim().split('\n').slice(1));
  return rows.flatMap((row) => {
    const [, local = '', address = '', state, , , , , , inode] = row.trim().split(/\s+/);
    const isOwn = state === ESTABLISHED && address.endsWith(remote) && own.has(`socket:[${inode}]`);
    return isOwn ? [Number.parseInt(local.slice(local.lastIndexOf(':') + 1), 16)] : [];
  });
}

/** Empty when it was closed meanwhile. */
function targetOf(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    return '';
  }
}

/** CPU time of this thread in milliseconds: time in which the machine runs something else does not count. */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Watches this thread; the returned function ends that and returns the CPU time of the longest turn of the event loop in milliseconds. */
export function watchTurns(): () => number {
  let longest = 0;
  let before = threadMs();
  let next = setImmediate(function turn() {
    const now = threadMs();
    longest = Math.max(longest, now - before);
    before = now;
    next = setImmediate(turn);
  });
  return () => {
    clearImmediate(next);
    return longest;
  };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
