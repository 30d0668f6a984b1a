import type { AddressInfo } from 'node:net';
import cookies from '@fastify/cookie';
import { LOGGER, NestLogger, type Runtime } from '@kith/kit';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { rootModule } from './gateway.module.js';
import { TrustedDocuments } from './graphql/trusted-documents.js';
import { SessionCache } from './http/session-cache.js';
import { authenticate } from './http/authentication.js';
import { RegisteredRoutes } from './http/route.js';
import { registerBodyParsers } from './http/request-body.js';
import { limitRequests } from './http/rate-limit.js';
import { logResponses, traceRequests } from './http/request-tracing.js';
import { setSecurityHeaders } from './http/security-headers.js';
import { takeTurns } from './http/request-turns.js';
import { createAdapter } from './http/server.js';
import { serveWebApp, WEB_DIST } from './http/web-app.js';
import { startSubscriptionServer, type SubscriptionServer } from './live/subscription-server.js';

// How long running requests may continue during shutdown. Containers are killed after 10 s.
const GRACE_PERIOD_MS = 8000;

export interface RunningGateway {
  readonly app: NestFastifyApplication;
  /** The URL of the server, e.g. `http://127.0.0.1:3000`. */
  readonly address: string;
  /** Stops accepting requests; resolves when the running ones have been answered. */
  stopWork(): Promise<void>;
  close(): Promise<void>;
}

/** Starts the gateway on HOST:PORT; `webDist` is the folder of the built web app. Throws EADDRINUSE when the port is in use. */
export async function startGateway(runtime: Runtime, webDist = WEB_DIST): Promise<RunningGateway> {
  const { config } = runtime;
  const adapter = createAdapter(config);
  const fastify = adapter.getInstance();
  const routes = new RegisteredRoutes(fastify);
  const app = await NestFactory.create<NestFastifyApplication>(rootModule(runtime, routes), adapter, {
    logger: new NestLogger(runtime.logger.child({ service: 'gateway' })),
    bodyParser: false,
    abortOnError: false,
  });
  await fastify.register(cookies);
  await registerBodyParsers(fastify);
  setSecurityHeaders(fastify, config);
  limitRequests(fastify);
  traceRequests(fastify);
  authenticate(fastify, config, app.get(SessionCache));
  takeTurns(fastify);
  const documents = TrustedDocuments.of(webDist, config, app.get(LOGGER));
  documents.registerOn(fastify);
  logResponses(fastify, app.get(LOGGER));
  const subscriptions = startSubscriptionServer(app, { config, logger: app.get(LOGGER), documents });
  serveWebApp(fastify, webDist, config, app.get(LOGGER));
  try {
    await app.listen(config.PORT, config.HOST);
  } catch (error) {
    await app.close();
    throw error;
  }
  const stop = stopOnce(app, subscriptions);
  return { app, address: addressOf(app), stopWork: stop, close: stop };
}

function stopOnce(app: NestFastifyApplication, subscriptions: SubscriptionServer): () => Promise<void> {
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    await subscriptions.close();
    const forceClose = setTimeout(() => app.getHttpServer().closeAllConnections(), GRACE_PERIOD_MS);
    await app.close();
    clearTimeout(forceClose);
  };
  return () => (stopped ??= stop());
}

function addressOf(app: NestFastifyApplication): string {
  const { address, family, port } = app.getHttpServer().address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
