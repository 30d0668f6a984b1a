import { readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** CPU time a process has used so far, user and system, in microseconds (Linux). */
export function cpuMicros(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1_000_000) / TICKS_PER_SECOND;
}

/** Resident memory of a process in megabytes (Linux). */
export function residentMegabytes(pid: number): number {
  const line = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1]) / 1024;
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
