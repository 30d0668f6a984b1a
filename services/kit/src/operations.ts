import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Health } from './health.js';
import type { Metrics } from './metrics.js';

/** `/metrics`, `/health/live` and `/health/ready` of one process, on a port of their own. Errors: the port is taken. */
export async function serveOperations(health: Health, metrics: Metrics, host: string, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    void answer(request.url ?? '/', health, metrics, response).catch(() => response.writeHead(500).end());
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return server;
}

async function answer(path: string, health: Health, metrics: Metrics, response: ServerResponse): Promise<void> {
  if (path === '/metrics') {
    response.writeHead(200, { 'content-type': metrics.registry.contentType }).end(await metrics.registry.metrics());
  } else if (path === '/health/live') {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}');
  } else if (path === '/health/ready') {
    const report = await health.report();
    response.writeHead(report.ready ? 200 : 503, { 'content-type': 'application/json' }).end(JSON.stringify(report));
  } else {
    response.writeHead(404).end();
  }
}
