import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A process that runs every service, or those that SERVICE names. */
export interface Replica {
  /** Empty without the gateway. */
  readonly baseUrl: string;
  readonly pid: number;
  /** Its log so far. */
  readonly log: () => string;
  /** Sends the signal and resolves when the process is gone. */
  end(signal: NodeJS.Signals): Promise<void>;
}

const START_TIMEOUT_MS = 110_000;
const LOUDER = new Set(['trace', 'debug']);
const loader = new URL('../../../register-swc.mjs', import.meta.url).href;
const FROM = {
  source: ['--conditions=@kith/source', '--import', loader, new URL('../main.ts', import.meta.url).pathname],
  // As deploy/start.mjs starts it (deploy/prepare/node.mjs).
  build: ['--max-semi-space-size=16', '--expose-gc', new URL('../../dist/bundle/main.js', import.meta.url).pathname],
};

/** Starts the all-in-one with the given variables, from source or as built; resolves when it is up. */
export async function startReplica(env: NodeJS.ProcessEnv, from: keyof typeof FROM = 'source'): Promise<Replica> {
  const child = spawn(process.execPath, FROM[from], {
    // At least info, because the address is read from the log.
    env: {
      PATH: process.env['PATH'],
      ...env,
      PORT: '0',
      LOG_LEVEL: LOUDER.has(env['LOG_LEVEL'] ?? '') ? env['LOG_LEVEL'] : 'info',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => lines.push(chunk.toString()));
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const baseUrl = await addressOf(child, lines);
  return {
    baseUrl,
    pid: child.pid ?? 0,
    log: () => lines.join('\n'),
    end: async (signal) => {
      child.kill(signal);
      await gone;
    },
  };
}

async function addressOf(child: ChildProcess, lines: string[]): Promise<string> {
  if (!child.stdout) throw new Error('the replica has no output');
  const reader = createInterface({ input: child.stdout });
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => {
      child.kill('SIGKILL');
      reject(new Error(`the replica did not start: ${reason}\n${lines.join('\n')}`));
    };
    const timer = setTimeout(() => fail(`no output for ${START_TIMEOUT_MS} ms`), START_TIMEOUT_MS);
    const onExit = (code: number | null) => fail(`exit ${code}`);
    child.once('exit', onExit);
    reader.on('line', (line) => {
      lines.push(line);
      if (!line.includes('kith is up')) return;
      clearTimeout(timer);
      child.off('exit', onExit);
      resolve(/"address":"([^"]+)"/.exec(line)?.[1] ?? '');
    });
  });
}
