import { z } from 'zod';

/** The services that handle calls and queues. The gateway only makes calls. */
export const SERVICES = ['auth', 'bots', 'billing', 'chat', 'knowledge', 'bot-runner', 'sandbox'] as const;
export type ServiceName = (typeof SERVICES)[number];

/** All processes of Kith: each of them may be the caller of a call. */
export const PROCESSES = ['gateway', ...SERVICES] as const;
export type ProcessName = (typeof PROCESSES)[number];

/** The declaration of a call. */
interface CallSpec {
  readonly input: z.ZodType;
  /** Applied to the answer inside the service, so that a field it does not name cannot leave. For a stream: one frame. */
  readonly output: z.ZodType;
  /** True when the call changes nothing. All others are recorded during an impersonation (docs/decisions.md A5). */
  readonly isRead?: boolean;
  /** True for reads and idempotent writes: after a crash the call may be executed again. */
  readonly repeatable?: boolean;
  /** The handler is an async generator; `output` describes one frame. */
  readonly stream?: boolean;
  /** The input or the answer holds a password, key or token: Redis sees both only encrypted. */
  readonly secret?: boolean;
  /** Who may make the call; by default the gateway alone. The service refuses everybody else. */
  readonly callers?: readonly ProcessName[];
  /** The longest time a caller waits, in milliseconds; the default of the transport is 10 s. */
  readonly timeoutMs?: number;
}

/** One call between processes: the answering service, its input and its output. */
export interface Call<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  /** `<area>.<verb>`, unique over the product. */
  readonly name: string;
  readonly service: ServiceName;
  readonly input: I;
  readonly output: O;
  readonly isRead: boolean;
  readonly repeatable: boolean;
  readonly stream: boolean;
  readonly secret: boolean;
  readonly callers: readonly ProcessName[];
  readonly timeoutMs: number | undefined;
}

type Area<S extends Record<string, CallSpec>> = { readonly [K in keyof S]: Call<S[K]['input'], S[K]['output']> };

/** What a caller passes: before defaults and transformations. */
export type InputOf<C extends Call> = z.input<C['input']>;
/** What a handler receives: parsed, with defaults filled in. */
export type ParsedInputOf<C extends Call> = z.output<C['input']>;
/** What a caller gets: the parsed answer (for a stream: one frame). */
export type OutputOf<C extends Call> = z.output<C['output']>;
/** What a handler may return: the output schema's input side; extra fields are dropped on the way out. */
export type AnswerOf<C extends Call> = z.input<C['output']>;

/** Declares the calls of one area, all answered by `service`. */
export function area<const S extends Record<string, CallSpec>>(service: ServiceName, prefix: string, specs: S): Area<S> {
  const calls = Object.entries(specs).map(([verb, spec]): [string, Call] => [
    verb,
    {
      name: `${prefix}.${verb}`,
      service,
      input: spec.input,
      output: spec.output,
      isRead: spec.isRead ?? false,
      repeatable: spec.repeatable ?? false,
      stream: spec.stream ?? false,
      secret: spec.secret ?? false,
      callers: spec.callers ?? ['gateway'],
      timeoutMs: spec.timeoutMs,
    },
  ]);
  return Object.fromEntries(calls) as Area<S>;
}
