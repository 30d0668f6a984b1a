import { jest } from '@jest/globals';
import { AppError, BUILT_IN_MODELS } from '@kith/proto';

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly credentials: RequestCredentials | undefined;
  readonly signal: AbortSignal | undefined;
}
type Reply = { readonly status?: number; readonly body: unknown } | Response;
export type Answer = (call: Call) => Reply | Promise<Reply>;

/** Mocks fetch with a table of `METHOD /path`; returns the recorded calls. A path that is not in the table throws. */
export function fakeServer(answers: Readonly<Record<string, Answer>>): Call[] {
  const calls: Call[] = [];
  globalThis.fetch = jest.fn(async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const call: Call = {
      method: init.method ?? 'GET',
      path: String(input),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : (init.body ?? undefined),
      headers: { ...(init.headers as Record<string, string>) },
      credentials: init.credentials,
      signal: init.signal ?? undefined,
    };
    calls.push(call);
    const answer = await answers[`${call.method} ${call.path}`]?.(call);
    if (!answer) throw new Error(`no answer for ${call.method} ${call.path}`);
    if (answer instanceof Response) return answer;
    return new Response(JSON.stringify(answer.body), { status: answer.status ?? 200 });
  });
  return calls;
}

type Operations = Readonly<Record<string, (variables: Record<string, unknown>) => unknown>>;

/** What many pages ask and few tests are about. */
const COMMON: Operations = {
  ModelCatalogue: () => ({
    modelCatalogue: {
      __typename: 'ModelCatalogue',
      isConfigured: true,
      models: BUILT_IN_MODELS.map((entry) => ({ __typename: 'ModelEntry', ...entry })),
    },
  }),
};

/** Answers `POST /graphql` by operation name; an AppError that an operation throws becomes a GraphQL error with its code. */
export const graphqlAnswers =
  (operations: Operations): Answer =>
  async ({ body }) => {
    const { operationName, variables } = body as { operationName: string; variables: Record<string, unknown> };
    const operation = operations[operationName] ?? COMMON[operationName];
    if (!operation) throw new Error(`no answer for ${operationName}`);
    try {
      return { body: { data: await operation(variables) } };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return {
        body: {
          data: null,
          errors: [{ message: error.message, extensions: { code: error.code, statusCode: error.status, ...error.details } }],
        },
      };
    }
  };

/** An error response in the server's format (docs/decisions.md A10). */
export const refusal =
  (status: number, code: string, message: string): Answer =>
  () => ({
    status,
    body: { statusCode: status, code, message, error: message },
  });

/** A response body that arrives in the given chunks. */
export function bodyOf(pieces: readonly string[]): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(bytes.encode(piece));
      controller.close();
    },
  });
}

/** Returns a function that lists the variables of every call of a GraphQL operation. */
export const sentOperations =
  (calls: readonly Call[]) =>
  (name: string): Record<string, unknown>[] =>
    calls.flatMap(({ body }) => {
      const sent = body as { operationName?: string; variables: Record<string, unknown> } | undefined;
      return sent?.operationName === name ? [sent.variables] : [];
    });

/** A promise and the function that resolves it. */
export function deferred() {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((resolvePromise) => (resolve = resolvePromise));
  return { promise, resolve };
}

/** A promise for an answer of the server, settled by the test. */
export function heldAnswer() {
  let answer = (): void => undefined;
  let refuse = (_error: Error): void => undefined;
  const held = new Promise<void>((resolve, reject) => {
    answer = resolve;
    refuse = reject;
  });
  return { held, answer: () => answer(), refuse: (error: Error) => refuse(error) };
}
