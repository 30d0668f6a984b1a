/** A job for the guest process. Scripts come from `asScript`. */
export type GuestJob =
  | { readonly id: number; readonly kind: 'check'; readonly script: string }
  | {
      readonly id: number;
      readonly kind: 'run';
      readonly script: string;
      /** Name of the global that holds the handler. */
      readonly handler: string;
      /** The command context as JSON. */
      readonly context: string;
      /** What the random numbers follow from: 16 hexadecimal digits. */
      readonly seed: string;
      /** What the clock shows first, in Unix milliseconds. */
      readonly startedAtMs: number;
      /** The answers to what the code asked for, by the places where it waited. */
      readonly rounds: readonly GuestRound[];
    };

/** The answers of one round as JSON, and what the clock shows from then on. */
export interface GuestRound {
  readonly atMs: number;
  readonly answers: string;
}

/** How a job ended. `threw` includes syntax errors; `waiting`: the code waits for answers that it was not given. */
export const STATUSES = [
  'valid',
  'returned',
  'waiting',
  'threw',
  'no-handler',
  'no-data',
  'too-large',
  'pending',
  'time',
  'memory',
  'crashed',
] as const;
export type GuestStatus = (typeof STATUSES)[number];

export const LEVELS = ['log', 'info', 'warn', 'error'] as const;

/** Limits of what a command may report: the prelude respects them, the worker enforces them, the service checks them. */
export const BOUNDS = { lines: 100, line: 500, message: 300, stack: 4000, result: 65_536, replies: 5, requests: 20 } as const;

export interface GuestOutcome {
  readonly id: number;
  readonly status: GuestStatus;
  /** With `returned`: the result and the replies as JSON; with `waiting`: the requests as JSON; with `threw`: the message. */
  readonly text: string;
  /** With `threw`: the engine's stack trace. */
  readonly stack: string;
  readonly log: readonly { readonly level: (typeof LEVELS)[number]; readonly text: string }[];
  /** The time in the engine. */
  readonly durationMs: number;
}

/** The `workerData` of the worker threads. */
export interface GuestWorkerData {
  readonly engine: WebAssembly.Module;
  readonly bounds: typeof BOUNDS;
}
