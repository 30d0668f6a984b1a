import type { AddressInfo } from 'node:net';
import cookies from '@fastify/cookie';
import { LOGGER, NestLogger, type Runtime } from '@kith/kit';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { rootModule } from './gateway.module.js';
import { TrustedDocuments } from './graphql/trusted-documents.js';
import { Actors } from './http/actors.js';
import { authenticate } from './http/authenticate.js';
import { KnownRoutes } from './http/known-routes.js';
import { acceptBodies } from './http/json-body.js';
import { limitRequests } from './http/request-budget.js';
import { logAnswers, openScope } from './http/request-scope.js';
import { secureHeaders } from './http/security-headers.js';
import { createAdapter } from './http/server.js';
import { serveWebApp, WEB_DIST } from './http/web-app.js';
import { openLiveDoor, type LiveDoor } from './live/live-door.js';

// Requests under way when the process is told to stop get this long; a container is killed after 10 s.
const DRAIN_MS = 8000;

export interface RunningGateway {
  readonly app: NestFastifyApplication;
  /** Where it listens, e.g. `http://127.0.0.1:3000`. */
  readonly address: string;
  /** Takes no more requests; resolves when the running ones are answered. */
  stopWork(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the door on HOST:PORT; `webDist` holds the built web app. Throws when the port is taken. */
export async function startGateway(runtime: Runtime, webDist = WEB_DIST): Promise<RunningGateway> {
  const { config } = runtime;
  const adapter = createAdapter(config);
  const fastify = adapter.getInstance();
  const routes = new KnownRoutes(fastify);
  const app = await NestFactory.create<NestFastifyApplication>(rootModule(runtime, routes), adapter, {
    logger: new NestLogger(runtime.logger.child({ service: 'gateway' })),
    bodyParser: false,
    abortOnError: false,
  });
  await fastify.register(cookies);
  await acceptBodies(fastify);
  secureHeaders(fastify, config);
  limitRequests(fastify);
  openScope(fastify);
  authenticate(fastify, config, app.get(Actors));
  const documents = TrustedDocuments.of(webDist, config, app.get(LOGGER));
  documents.guard(fastify);
  logAnswers(fastify, app.get(LOGGER));
  const live = openLiveDoor(app, { config, logger: app.get(LOGGER), documents });
  serveWebApp(fastify, webDist, app.get(LOGGER));
  try {
    await app.listen(config.PORT, config.HOST);
  } catch (error) {
    await app.close();
    throw error;
  }
  const stop = stopper(app, live);
  return { app, address: addressOf(app), stopWork: stop, close: stop };
}

function stopper(app: NestFastifyApplication, live: LiveDoor): () => Promise<void> {
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    await live.close();
    const impatience = setTimeout(() => app.getHttpServer().closeAllConnections(), DRAIN_MS);
    await app.close();
    clearTimeout(impatience);
  };
  return () => (stopped ??= stop());
}

function addressOf(app: NestFastifyApplication): string {
  const { address, family, port } = app.getHttpServer().address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
