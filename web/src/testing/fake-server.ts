import { jest } from '@jest/globals';
import { AppError, BUILT_IN_IMAGE_MODEL, BUILT_IN_MODELS, type ModelCatalogue, type ModelEntry } from '@kith/proto';

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

/** The model catalogue of a new installation as the server answers it. */
export const aModelCatalogue = ({
  models = BUILT_IN_MODELS,
  ...changes
}: Partial<Omit<ModelCatalogue, 'models'>> & { readonly models?: readonly ModelEntry[] } = {}) => ({
  __typename: 'ModelCatalogue',
  isConfigured: true,
  models: models.map((entry) => ({ __typename: 'ModelEntry', ...entry })),
  localModel: null,
  imageModel: { __typename: 'ImageModel', ...BUILT_IN_IMAGE_MODEL },
  ...changes,
});

/** The connection to Discord of a bot that is set up, in one server. */
export const aConnection = (changes: object = {}) => ({
  __typename: 'DiscordConnection',
  botId: '11111111-1111-4111-8111-111111111111',
  applicationId: '100000000000000001',
  account: {
    __typename: 'DiscordAccount',
    applicationId: '100000000000000001',
    name: 'Juniper#1234',
    about: '',
    hasMessageContent: true,
    hasServerMembers: true,
  },
  servers: [aServer()],
  problem: null,
  permissions: ['view_channels', 'send_messages'],
  inviteUrl: 'https://discord.com/oauth2/authorize?client_id=100000000000000001',
  agreedAt: '2026-11-20T10:00:00.000Z',
  ...changes,
});

export const aServer = (changes: object = {}) => ({
  __typename: 'DiscordServer',
  id: '200000000000000001',
  name: 'Elm Street',
  memberCount: 12,
  missingPermissions: [],
  inviteUrl: 'https://discord.com/oauth2/authorize?guild_id=200000000000000001',
  ...changes,
});

type Operations = Readonly<Record<string, (variables: Record<string, unknown>) => unknown>>;

/** What the server says of a list that is one page. */
export const ONLY_PAGE = { isMoreThanTotal: false, next: null, previous: null };

/** What many pages ask and few tests are about. */
const COMMON: Operations = {
  BotAbilities: () => ({
    bot: { __typename: 'Bot', id: '11111111-1111-4111-8111-111111111111', hasDiscordToken: true },
    chatEngine: { __typename: 'ChatEngine', engine: 'openai' },
  }),
  DiscordConnection: () => ({ discordConnection: aConnection() }),
  DiscordChannels: () => ({ discordChannels: { __typename: 'DiscordChannels', channels: [], categories: [] } }),
  DiscordRoles: () => ({ discordChannels: { __typename: 'DiscordChannels', roles: [] } }),
  Conversations: () => ({ conversations: { __typename: 'Conversations', conversations: [] } }),
  UsedCommands: () => ({ messageTraces: { __typename: 'MessageTraceList', traces: [] } }),
  BotProblems: () => ({ botProblems: { __typename: 'BotProblems', problems: [] } }),
  OverviewCheckUp: ({ botId }) => ({ botCheckUp: { __typename: 'BotCheckUp', botId, findings: [] } }),
  OverviewUsage: () => ({ usage: { __typename: 'Usage', used: 3, dailyLimit: 50, credits: 0, plan: 'free' } }),
  OverviewQuestions: () => ({ changedKnowledgeQuestions: { __typename: 'ChangedQuestions', changed: 0, failed: 0 } }),
  Answering: () => ({ chatEngine: { __typename: 'ChatEngine', engine: 'openai', isOwnKey: false }, me: null }),
  ModelCatalogue: () => ({ modelCatalogue: aModelCatalogue() }),
  Payments: () => ({ payments: { __typename: 'PaymentList', total: 0, ...ONLY_PAGE, payments: [] } }),
  UserPayments: () => ({ userPayments: { __typename: 'PaymentList', total: 0, ...ONLY_PAGE, payments: [] } }),
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
