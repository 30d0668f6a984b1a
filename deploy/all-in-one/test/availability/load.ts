import { Agent, request } from 'node:http';

/** A request that can be sent repeatedly; a function is called before each time. */
export interface Repeatable {
  /** `POST /api/bots` or `mutation CreateBot`. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | (() => string);
  /** It ends the session that sends it: each measurement needs a new one. */
  readonly endsSession?: boolean;
  /** Sends something else than one HTTP request. */
  readonly sendOnce?: (baseUrl: string) => Promise<Outcome>;
  /** The path at which what an answer has made is deleted, so that the next request is as valid. */
  readonly madeAt?: (text: string) => string;
  /** Before the load; returns what undoes it. */
  readonly prepare?: (baseUrl: string) => Promise<() => void>;
}

export interface Outcome {
  readonly status: number;
  readonly ms: number;
  readonly text: string;
}

const KEPT_BYTES = 2000;

/** Sends one request; the first part of the answer is kept. */
export function send(
  baseUrl: string,
  { method, path, headers = {}, body }: Repeatable,
  { agent, signal }: { readonly agent: Agent; readonly signal?: AbortSignal },
): Promise<Outcome> {
  const payload = typeof body === 'function' ? body() : body;
  const length = payload === undefined ? {} : { 'content-length': String(Buffer.byteLength(payload)) };
  const type = typeof payload === 'string' ? { 'content-type': 'application/json' } : {};
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const options = { agent, method, headers: { ...type, ...length, ...headers }, ...(signal && { signal }) };
    const outgoing = request(new URL(path, baseUrl), options, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => {
        if (text.length < KEPT_BYTES) text += chunk.toString('utf8', 0, KEPT_BYTES);
      });
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, ms: performance.now() - start, text }));
    });
    outgoing.on('error', reject);
    outgoing.end(payload);
  });
}

/** Sends the request in parallel loops until `stop` is called, which resolves with all outcomes. What is then under way is cut off. */
export function loop(baseUrl: string, one: Repeatable, parallel: number): { stop(): Promise<Outcome[]> } {
  const outcomes: Outcome[] = [];
  const ended = new AbortController();
  const agent = new Agent({ keepAlive: true, maxSockets: parallel });
  const remove = (path: string) =>
    send(baseUrl, { name: one.name, method: 'DELETE', path, headers: one.headers ?? {} }, { agent }).catch(() => undefined);
  const run = async () => {
    while (!ended.signal.aborted) {
      const sent = one.sendOnce?.(baseUrl) ?? send(baseUrl, one, { agent, signal: ended.signal });
      const outcome = await sent.catch(() => undefined);
      // A refused connection would otherwise be tried without a pause.
      if (!outcome) await pause(10);
      else {
        outcomes.push(outcome);
        if (outcome.status < 300 && one.madeAt) await remove(one.madeAt(outcome.text));
      }
    }
  };
  const loops = Array.from({ length: parallel }, run);
  return {
    stop: async () => {
      ended.abort();
      await Promise.all(loops);
      agent.destroy();
      return outcomes;
    },
  };
}

/** Sends the requests one after the other, in turn, for `ms` milliseconds and at least ten times. */
export async function sample(baseUrl: string, requests: readonly Repeatable[], ms: number): Promise<Outcome[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const outcomes: Outcome[] = [];
  const end = performance.now() + ms;
  for (let at = 0; performance.now() < end || at < 10; at += 1) {
    const one = requests[at % requests.length];
    if (one) outcomes.push(await send(baseUrl, one, { agent }));
  }
  agent.destroy();
  return outcomes;
}

/** The 99th percentile of the times of answers, in milliseconds. */
export function p99(outcomes: readonly Outcome[]): number {
  const sorted = outcomes.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? Number.NaN;
}

/** Answers with a status of 5xx, in GraphQL also as `statusCode` of an error. What the installation does not have is no failure. */
export function failuresIn(outcomes: readonly Outcome[]): string[] {
  const failed = outcomes.filter(
    ({ status, text }) => (status >= 500 || /"statusCode":5\d\d/.test(text)) && !/NOT_CONFIGURED/.test(text),
  );
  return [...new Set(failed.map((outcome) => `${outcome.status} ${codeOf(outcome) || outcome.text.slice(0, 100)}`))];
}

/** The code of an error; empty when the answer has none. */
export const codeOf = ({ text }: Outcome): string => /"code":"(\w+)"/.exec(text)?.[1] ?? '';

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
