// Child processes that end with this process, even when it is killed, and that do not receive the terminal's Ctrl-C: this process decides in which order they stop.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import net from 'node:net';

const TAIL_LENGTH = 60_000;
const PREVIOUS_GRACE_MS = 10_000;

// Waits on a pipe. A line means that the child was stopped properly; end of file without one means that this process was killed.
const GUARD = `trap '' INT TERM HUP
read -r line && exit 0
kill -"$1" "$2" 2>/dev/null
for i in 1 2 3 4 5 6 7 8 9 10; do kill -0 "$2" 2>/dev/null && sleep 0.2; done
[ -z "$3" ] || rm -rf "$3"`;

/**
 * Starts a program in its own process group. The result has `child`, `tail()` (the last output), `exited` (a promise of a sentence)
 * and `stop()`, which sends `stopSignal`, waits, and kills after `graceMs`. `deleteAfterKill` is a folder that is deleted when this process is killed;
 * with `isGroup` signals also go to the processes that the program starts.
 */
export function startChild(
  program,
  args,
  { stopSignal = 'SIGTERM', graceMs = 15_000, deleteAfterKill = '', input, isGroup, ...options },
) {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'], ...options, detached: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => (output = (output + chunk).slice(-TAIL_LENGTH)));
  child.stdin?.on('error', () => {});
  child.stdin?.end(input);
  const exited = new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(`ended with ${signal ?? `status ${code}`}`));
  });
  const target = isGroup ? -child.pid : child.pid;
  const guard = child.pid ? startGuard(target, stopSignal, deleteAfterKill) : undefined;
  void exited.then(() => guard?.stdin.end('stopped\n'));
  const send = (signal) => sendSignal(target, signal);
  return { child, exited, tail: () => output.trim(), stop: () => stopChild({ child, exited, send, stopSignal, graceMs }) };
}

/** A free TCP port of 127.0.0.1, chosen by the kernel. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Polls until `isReady()` is true or the child has ended; resolves with whether it became ready in time. */
export async function waitUntilReady({ child }, isReady, timeoutMs = 60_000) {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline && child.exitCode === null && child.signalCode === null && child.pid) {
    if (await isReady()) return true;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return false;
}

/** Waits up to ten seconds until no process has this id. A process whose command lacks `name` has reused the id. */
export async function waitUntilGone(pid, name) {
  const deadline = Date.now() + PREVIOUS_GRACE_MS;
  while (isAlive(pid) && commandOf(pid).includes(name)) {
    if (Date.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return true;
}

function isAlive(pid) {
  if (!pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

// The second field of the file is the name in brackets; state Z after it is a zombie process.
function commandOf(pid) {
  if (!existsSync('/proc/self/stat'))
    return spawnSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
  try {
    return /\((.*)\) [^Z]/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1] ?? '';
  } catch {
    return '';
  }
}

function startGuard(pid, signal, deleteAfterKill) {
  const args = ['-c', GUARD, 'kith-guard', signal.replace('SIG', ''), String(pid), deleteAfterKill];
  const guard = spawn('sh', args, { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  guard.stdin.on('error', () => {});
  guard.unref();
  guard.stdin.unref?.();
  return guard;
}

async function stopChild({ child, exited, send, stopSignal, graceMs }) {
  if (child.exitCode !== null || child.signalCode !== null || !child.pid) return;
  send(stopSignal);
  const timer = setTimeout(() => send('SIGKILL'), graceMs);
  await exited;
  clearTimeout(timer);
}

function sendSignal(pid, name) {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}
