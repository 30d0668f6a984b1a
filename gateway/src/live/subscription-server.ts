import type { Config, Logger } from '@kith/kit';
import { MINUTE_MS, AppError, type Actor } from '@kith/proto';
import { GraphQLSchemaHost } from '@nestjs/graphql';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import {
  getOperationAST,
  GraphQLError,
  OperationTypeNode,
  parse,
  specifiedRules,
  validate,
  type ExecutionArgs,
  type GraphQLSchema,
} from 'graphql';
import { CloseCode, type Context, type SubscribePayload } from 'graphql-ws';
import { useServer as serveSubscriptions, type Extra } from 'graphql-ws/use/ws';
import { WebSocketServer, type WebSocket } from 'ws';
import { graphqlErrorOf } from '../graphql/format-error.js';
import { LIMITS, MAX_TOKENS } from '../graphql/limits.js';
import type { TrustedDocuments } from '../graphql/trusted-documents.js';
import { checkVariables } from '../graphql/variables.js';
import { SessionCache } from '../http/session-cache.js';
import { MinuteWindows } from '../http/minute-windows.js';
import { credentialFrom, type Credential } from '../http/credentials.js';
import { handleUpgrades } from './websocket-upgrades.js';

// A subscription has a few lines, or only the hash of its document.
const MAX_MESSAGE_BYTES = 16_384;
const SIGN_IN_TIMEOUT_MS = 5000;
const PING_INTERVAL_MS = 25_000;
// A browser tab has one connection with five subscriptions.
const MAX_CONNECTIONS_PER_USER = 20;
const MAX_SUBSCRIPTIONS_PER_CONNECTION = 10;
// A browser tab subscribes once per connection, and reconnects after growing delays.
const MAX_CONNECTIONS_PER_MINUTE = 240;
const MAX_SUBSCRIPTIONS_PER_MINUTE = 720;
// A session that expires is not announced; it is noticed after at most this time.
const SESSION_CHECK_INTERVAL_MS = 15_000;
// A browser tab sends a handful of messages in its first second, then occasional pongs.
const MAX_MESSAGES_PER_MINUTE = 120;
const POLICY_VIOLATION = 1008;
const TRY_AGAIN_LATER = 1013;
// How long clients have to answer the close frame before they are disconnected.
const GRACE_PERIOD_MS = 1000;

interface Session extends Record<PropertyKey, unknown> {
  actor?: Actor;
  credential?: Credential;
}
/** What each user may have open, and begin in a minute: each subscription asks a service for its first value. */
interface UserLimits {
  readonly open: Map<string, number>;
  readonly connections: MinuteWindows;
  readonly subscriptions: MinuteWindows;
}
type Connection = Context<Record<string, unknown> | undefined, Extra & Session>;

export interface SubscriptionServer {
  /** Ends all connections; clients reconnect to another gateway. */
  close(): Promise<void>;
}

/**
 * Serves GraphQL subscriptions over WebSocket (graphql-ws). Clients authenticate with `token` in the first message, else with the
 * cookie, never in the URL (docs/security.md S21). Must be called before the server listens.
 */
export function startSubscriptionServer(
  app: NestFastifyApplication,
  { config, logger, documents }: { config: Config; logger: Logger; documents: TrustedDocuments },
): SubscriptionServer {
  const sessions = app.get(SessionCache);
  const fastify = app.getHttpAdapter().getInstance() as FastifyInstance;
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES });
  const limits: UserLimits = {
    open: new Map(),
    connections: new MinuteWindows(MAX_CONNECTIONS_PER_MINUTE),
    subscriptions: new MinuteWindows(MAX_SUBSCRIPTIONS_PER_MINUTE),
  };
  const server = serveSubscriptions<Record<string, unknown> | undefined, Session>(
    {
      connectionInitWaitTimeout: SIGN_IN_TIMEOUT_MS,
      onConnect: (connection) => signIn(connection, credentialOf(connection, config, fastify.parseCookie), sessions, limits),
      onSubscribe: (connection, _id, payload) => {
        const { schema } = app.get(GraphQLSchemaHost);
        return executionArgs(connection, payload, { schema, documents, limits });
      },
      onError: (_connection, _id, _payload, errors) => errors.map((error) => graphqlErrorOf(subscriptionError(error, logger))),
    },
    sockets,
    PING_INTERVAL_MS,
  );
  handleUpgrades(fastify, { path: '/graphql', config }, (request, socket, head) => {
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      sockets.emit('connection', webSocket, request);
      // The library would log protocol errors of clients; the connection ends without that.
      webSocket.removeAllListeners('error').on('error', () => undefined);
      limitMessages(webSocket);
    });
  });
  return {
    close: async () => {
      const terminate = setTimeout(() => sockets.clients.forEach((client) => client.terminate()), GRACE_PERIOD_MS);
      await server.dispose();
      clearTimeout(terminate);
    },
  };
}

/** Limits the messages of an open connection, which the rate limit of requests does not cover. */
function limitMessages(socket: WebSocket): void {
  let [count, windowEndsAt] = [0, 0];
  socket.on('message', () => {
    if (Date.now() > windowEndsAt) [count, windowEndsAt] = [0, Date.now() + MINUTE_MS];
    count += 1;
    if (count <= MAX_MESSAGES_PER_MINUTE) return;
    socket.removeAllListeners('message');
    reject(socket, POLICY_VIOLATION, 'Too many messages.');
  });
}

const CLOSE_CODES: ReadonlyMap<string, number> = new Map([
  ['UNAUTHENTICATED', CloseCode.Unauthorized],
  ['RATE_LIMITED', TRY_AGAIN_LATER],
]);

async function signIn(
  connection: Connection,
  credential: Credential | undefined,
  sessions: SessionCache,
  limits: UserLimits,
): Promise<boolean> {
  const { socket } = connection.extra;
  // Access keys are for REST.
  if (!credential || credential.kind === 'key') return reject(socket, CloseCode.Unauthorized, 'Please sign in.');
  let actor: Actor;
  try {
    actor = await sessions.resolve(credential);
    limits.connections.count(actor.userId);
  } catch (error) {
    const { code, message } = AppError.from(error);
    return reject(socket, CLOSE_CODES.get(code) ?? CloseCode.InternalServerError, message);
  }
  // The connection may have closed meanwhile; its `close` event, which decrements the count, will not come again.
  if (socket.readyState !== socket.OPEN) return false;
  const count = (limits.open.get(actor.userId) ?? 0) + 1;
  if (count > MAX_CONNECTIONS_PER_USER) return reject(socket, CloseCode.Forbidden, 'Too many connections.');
  limits.open.set(actor.userId, count);
  connection.extra.actor = actor;
  connection.extra.credential = credential;
  endWithSession(socket, { credential, userId: actor.userId }, sessions, () => decrement(limits.open, actor.userId));
  return true;
}

function credentialOf(
  { connectionParams, extra }: Connection,
  config: Config,
  parseCookie: (header: string) => Record<string, string | undefined>,
): Credential | undefined {
  const token = connectionParams?.['token'];
  const cookies = parseCookie(extra.request.headers.cookie ?? '');
  return credentialFrom({ bearer: typeof token === 'string' ? token : undefined, cookies }, config);
}

/** Closes the connection when its session ends: at once after a logout, within 15 s after an expiry (docs/security.md S13, S16). */
function endWithSession(
  socket: WebSocket,
  session: { readonly credential: Credential; readonly userId: string },
  sessions: SessionCache,
  onClose: () => void,
): void {
  const end = () => void reject(socket, CloseCode.Unauthorized, 'Please sign in.');
  const unsubscribe = sessions.onSessionEnd({ ...session, onEnd: end });
  const timer = setInterval(() => void sessions.notifyIfEnded({ ...session, onEnd: end }), SESSION_CHECK_INTERVAL_MS);
  timer.unref();
  socket.once('close', () => {
    clearInterval(timer);
    unsubscribe();
    onClose();
  });
}

function decrement(counts: Map<string, number>, userId: string): void {
  const count = (counts.get(userId) ?? 1) - 1;
  if (count > 0) counts.set(userId, count);
  else counts.delete(userId);
}

function reject(socket: WebSocket, code: number, reason: string): false {
  socket.close(code, reason);
  return false;
}

/** The arguments for executing a subscription, or the errors of an invalid one. Queries and mutations go over HTTP. */
function executionArgs(
  connection: Connection,
  payload: SubscribePayload,
  {
    schema,
    documents,
    limits,
  }: { readonly schema: GraphQLSchema; readonly documents: TrustedDocuments; readonly limits: UserLimits },
): ExecutionArgs | GraphQLError[] {
  try {
    if (Object.keys(connection.subscriptions).length > MAX_SUBSCRIPTIONS_PER_CONNECTION)
      throw new AppError('RATE_LIMITED', 'Too many subscriptions on one connection.');
    const { actor, credential } = connection.extra;
    if (actor) limits.subscriptions.count(actor.userId);
    const document = parse(documents.textOf(payload), { maxTokens: MAX_TOKENS });
    const problems = validate(schema, document, [...specifiedRules, ...LIMITS], { hideSuggestions: true });
    const [problem] = problems;
    if (problem) throw new AppError('BAD_INPUT', problem.message);
    // The operation that would be executed; the document may contain others.
    const operation = getOperationAST(document, payload.operationName);
    if (operation?.operation !== OperationTypeNode.SUBSCRIPTION)
      throw new AppError('BAD_INPUT', 'Only subscriptions come this way.');
    checkVariables({ schema, operation, namesFields: false }, payload.variables ?? {});
    return {
      schema,
      document,
      operationName: payload.operationName,
      variableValues: payload.variables,
      contextValue: { req: { actor, credential } },
    };
  } catch (error) {
    const appError = error instanceof GraphQLError ? new AppError('MALFORMED', error.message) : AppError.from(error);
    return [toGraphqlError(appError)];
  }
}

const toGraphqlError = (error: AppError): GraphQLError => {
  const { message, extensions } = graphqlErrorOf(error);
  return new GraphQLError(message, extensions ? { extensions } : {});
};

function subscriptionError(
  { originalError, message, extensions }: GraphQLError | { message: string; extensions?: unknown; originalError?: unknown },
  logger: Logger,
): AppError {
  if (originalError instanceof AppError) return originalError;
  const code = typeof extensions === 'object' && extensions !== null && 'code' in extensions ? extensions.code : undefined;
  if (code !== undefined) return AppError.from({ code, message });
  if (originalError === undefined || originalError instanceof GraphQLError) return new AppError('BAD_INPUT', message);
  logger.error({ err: originalError }, 'subscription failed');
  return new AppError('INTERNAL');
}
