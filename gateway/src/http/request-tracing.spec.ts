import { describe, expect, it } from '@jest/globals';
import { createLogger } from '@kith/kit';
import { fastify } from 'fastify';
import { logResponses } from './request-tracing.js';

describe('the log line of a response', () => {
  it.each([
    ['an answer', '/items/4711', 200, '/items/:id'],
    ['a failure', '/failures/4711', 500, '/failures/:id'],
    ['an unknown address', '/nowhere/4711', 404, undefined],
  ])('names the route of %s, and nothing of its URL [S21]', async (_what, path, statusCode, route) => {
    const lines: string[] = [];
    const server = fastify();
    logResponses(server, createLogger('debug', { write: (line) => lines.push(line) }));
    server.get('/items/:id', async () => 'found');
    server.get('/failures/:id', async () => {
      throw new Error('failed');
    });
    await server.inject({ url: `${path}?code=a-secret` });
    await server.close();
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ method: 'GET', statusCode, ...(route && { route }) });
    expect(lines[0]).not.toMatch(/4711|a-secret/);
  });
});
