import type { Config, Logger } from '@kith/kit';
import { AppError, type Actor } from '@kith/proto';
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
import { Actors } from '../http/actors.js';
import { credentialIn, type Credential } from '../http/credentials.js';
import { acceptUpgrades } from './upgrades.js';

// A subscription is a few lines; nothing larger is read.
const MAX_MESSAGE_BYTES = 65_536;
const SIGN_IN_WITHIN_MS = 5000;
const PING_EVERY_MS = 25_000;
// A tab has one connection with two subscriptions.
const MAX_CONNECTIONS_PER_USER = 20;
const MAX_SUBSCRIPTIONS = 10;
// A session that ended by time alone is noticed this late.
const CHECK_EVERY_MS = 15_000;
// A tab sends a handful in its first second, and a pong now and then.
const MAX_MESSAGES = 120;
const MINUTE_MS = 60_000;
const POLICY_VIOLATION = 1008;
// Whoever has not said goodbye by then is cut off.
const FAREWELL_MS = 1000;

interface Session extends Record<PropertyKey, unknown> {
  actor?: Actor;
  credential?: Credential;
}
type Connection = Context<Record<string, unknown> | undefined, Extra & Session>;

export interface LiveDoor {
  /** Ends all connections: whoever was connected comes back to another gateway. */
  close(): Promise<void>;
}

/**
 * GraphQL subscriptions over WebSocket (graphql-ws). Signed in by `token` in the first message, else by the cookie; never by the address
 * (S21). To be opened before the server listens.
 */
export function openLiveDoor(
  app: NestFastifyApplication,
  { config, logger, documents }: { config: Config; logger: Logger; documents: TrustedDocuments },
): LiveDoor {
  const actors = app.get(Actors);
  const fastify = app.getHttpAdapter().getInstance() as FastifyInstance;
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES });
  const perUser = new Map<string, number>();
  const server = serveSubscriptions<Record<string, unknown> | undefined, Session>(
    {
      connectionInitWaitTimeout: SIGN_IN_WITHIN_MS,
      onConnect: (connection) => signIn(connection, credentialOf(connection, config, fastify.parseCookie), actors, perUser),
      onSubscribe: (connection, _id, payload) => prepare(connection, payload, app.get(GraphQLSchemaHost).schema, documents),
      onError: (_connection, _id, _payload, errors) => errors.map((error) => graphqlErrorOf(appErrorOf(error, logger))),
    },
    sockets,
    PING_EVERY_MS,
  );
  acceptUpgrades(fastify, { path: '/graphql', config }, (request, socket, head) => {
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      sockets.emit('connection', webSocket, request);
      // The library would print what a client did wrong; the connection ends by itself.
      webSocket.removeAllListeners('error').on('error', () => undefined);
      boundMessages(webSocket);
    });
  });
  return {
    close: async () => {
      const impatience = setTimeout(() => sockets.clients.forEach((client) => client.terminate()), FAREWELL_MS);
      await server.dispose();
      clearTimeout(impatience);
    },
  };
}

/** What comes over a connection that is open is in no budget of requests. */
function boundMessages(socket: WebSocket): void {
  let [count, untilMs] = [0, 0];
  socket.on('message', () => {
    if (Date.now() > untilMs) [count, untilMs] = [0, Date.now() + MINUTE_MS];
    count += 1;
    if (count <= MAX_MESSAGES) return;
    socket.removeAllListeners('message');
    closed(socket, POLICY_VIOLATION, 'Too many messages.');
  });
}

async function signIn(
  connection: Connection,
  credential: Credential | undefined,
  actors: Actors,
  perUser: Map<string, number>,
): Promise<boolean> {
  const { socket } = connection.extra;
  if (!credential) return closed(socket, CloseCode.Unauthorized, 'Please sign in.');
  let actor: Actor;
  try {
    actor = await actors.of(credential);
  } catch (error) {
    const { code, message } = AppError.from(error);
    return code === 'UNAUTHENTICATED'
      ? closed(socket, CloseCode.Unauthorized, message)
      : closed(socket, CloseCode.InternalServerError, message);
  }
  // It may have ended while we asked: nobody would count it out again.
  if (socket.readyState !== socket.OPEN) return false;
  const count = (perUser.get(actor.userId) ?? 0) + 1;
  if (count > MAX_CONNECTIONS_PER_USER) return closed(socket, CloseCode.Forbidden, 'Too many connections.');
  perUser.set(actor.userId, count);
  connection.extra.actor = actor;
  connection.extra.credential = credential;
  endWithSession(socket, { credential, userId: actor.userId }, actors, () => leave(perUser, actor.userId));
  return true;
}

function credentialOf(
  { connectionParams, extra }: Connection,
  config: Config,
  parseCookie: (header: string) => Record<string, string | undefined>,
): Credential | undefined {
  const token = connectionParams?.['token'];
  const cookies = parseCookie(extra.request.headers.cookie ?? '');
  return credentialIn({ bearer: typeof token === 'string' ? token : undefined, cookies }, config);
}

/** Closes the connection when its session ends: at once when that is announced, soon when it ends by time alone (S13, S16). */
function endWithSession(
  socket: WebSocket,
  session: { readonly credential: Credential; readonly userId: string },
  actors: Actors,
  onClose: () => void,
): void {
  const end = () => void closed(socket, CloseCode.Unauthorized, 'Please sign in.');
  const unwatch = actors.watch({ ...session, onEnd: end });
  const timer = setInterval(() => void actors.check({ ...session, onEnd: end }), CHECK_EVERY_MS);
  timer.unref();
  socket.once('close', () => {
    clearInterval(timer);
    unwatch();
    onClose();
  });
}

function leave(perUser: Map<string, number>, userId: string): void {
  const left = (perUser.get(userId) ?? 1) - 1;
  if (left > 0) perUser.set(userId, left);
  else perUser.delete(userId);
}

function closed(socket: WebSocket, code: number, reason: string): false {
  socket.close(code, reason);
  return false;
}

/** What to execute, or why not. Queries and mutations have a door of their own. */
function prepare(
  connection: Connection,
  payload: SubscribePayload,
  schema: GraphQLSchema,
  documents: TrustedDocuments,
): ExecutionArgs | GraphQLError[] {
  try {
    if (Object.keys(connection.subscriptions).length > MAX_SUBSCRIPTIONS)
      throw new AppError('RATE_LIMITED', 'Too many subscriptions on one connection.');
    const document = parse(documents.textOf(payload), { maxTokens: MAX_TOKENS });
    const problems = validate(schema, document, [...specifiedRules, ...LIMITS], { hideSuggestions: true });
    const [problem] = problems;
    if (problem) throw new AppError('BAD_INPUT', problem.message);
    // The one that would be executed, not any of the document.
    const operation = getOperationAST(document, payload.operationName)?.operation;
    if (operation !== OperationTypeNode.SUBSCRIPTION) throw new AppError('BAD_INPUT', 'Only subscriptions come this way.');
    const { actor, credential } = connection.extra;
    return {
      schema,
      document,
      operationName: payload.operationName,
      variableValues: payload.variables,
      contextValue: { req: { actor, credential } },
    };
  } catch (error) {
    const known = error instanceof GraphQLError ? new AppError('MALFORMED', error.message) : AppError.from(error);
    return [refusal(known)];
  }
}

const refusal = (error: AppError): GraphQLError => {
  const { message, extensions } = graphqlErrorOf(error);
  return new GraphQLError(message, extensions ? { extensions } : {});
};

function appErrorOf(
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
