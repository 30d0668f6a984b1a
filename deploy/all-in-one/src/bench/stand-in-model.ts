import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Starts the stand-in for a model that chat's benchmarks use, in a process of its own. */
export async function startStandInModel(): Promise<{ readonly url: string; stop(): void }> {
  const path = new URL('../../../../services/chat/bench/stand-in-model.mjs', import.meta.url).pathname;
  const child = spawn(process.execPath, [path], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [printed] = (await once(child.stdout, 'data')) as [Buffer];
  return { url: `http://127.0.0.1:${String(printed).trim()}/v1`, stop: () => child.kill() };
}
