/** One thing to do with code of a user. Scripts come from `asScript`. */
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
    };

/** How a job ended. `threw` also stands for what the parser refused. */
export const ENDS = [
  'valid',
  'returned',
  'threw',
  'no-handler',
  'no-data',
  'too-large',
  'pending',
  'time',
  'memory',
  'crashed',
] as const;
export type GuestEnd = (typeof ENDS)[number];

export const LEVELS = ['log', 'info', 'warn', 'error'] as const;

/** Bounds of what a guest may say; the prelude keeps them, the worker enforces them, the service checks them. */
export const BOUNDS = { lines: 100, line: 500, message: 300, stack: 4000, result: 65_536 } as const;

export interface GuestOutcome {
  readonly id: number;
  readonly end: GuestEnd;
  /** With `returned`: the result as JSON; with `threw`: the message. */
  readonly text: string;
  /** With `threw`: the engine's stack trace. */
  readonly stack: string;
  readonly log: readonly { readonly level: (typeof LEVELS)[number]; readonly text: string }[];
  /** Time inside the guest. */
  readonly durationMs: number;
}

/** What the worker threads get from their process. */
export interface GuestWorkerData {
  readonly engine: WebAssembly.Module;
  readonly bounds: typeof BOUNDS;
}
