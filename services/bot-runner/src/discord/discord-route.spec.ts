import { describe, expect, it } from '@jest/globals';
import { Routes } from 'discord-api-types/v10';
import { routeOf } from './discord-route.js';

const BASE = 'https://discord.com/api/v10';
const [CHANNEL, MESSAGE] = ['123456789012345678', '1234567890123456789'];

describe('the route of a request to Discord', () => {
  it.each([
    ['POST', `/channels/${CHANNEL}/messages`, 'POST /channels/:id/messages', CHANNEL],
    ['delete', `/channels/${CHANNEL}/messages/${MESSAGE}`, 'DELETE /channels/:id/messages/:id', CHANNEL],
    ['GET', `/channels/${CHANNEL}/messages?after=${MESSAGE}&limit=50`, 'GET /channels/:id/messages', CHANNEL],
    [
      'PUT',
      `/channels/${CHANNEL}/messages/${MESSAGE}/reactions/%F0%9F%91%8D/@me`,
      'PUT /channels/:id/messages/:id/reactions/:reaction',
      CHANNEL,
    ],
    ['PATCH', `/guilds/${CHANNEL}/members/${MESSAGE}`, 'PATCH /guilds/:id/members/:id', CHANNEL],
    [
      'PATCH',
      Routes.webhookMessage(CHANNEL, 'aSecret-token_1', '@original'),
      'PATCH /webhooks/:id/:token/messages/%40original',
      CHANNEL,
    ],
    ['POST', `/interactions/${CHANNEL}/aSecret-token_1/callback`, 'POST /interactions/:id/:token/callback', 'none'],
    ['GET', '/users/@me', 'GET /users/@me', 'none'],
    ['GET', `/applications/${CHANNEL}/commands`, 'GET /applications/:id/commands', 'none'],
  ])('%s %s has the name and the major id of its bucket, and no token', (method, path, name, majorId) => {
    expect(routeOf(method, `${BASE}${path}`)).toEqual({ name, majorId });
  });

  it('does not depend on where the API is', () => {
    expect(routeOf('GET', `http://127.0.0.1:4100/api/v10/channels/${CHANNEL}`).name).toBe('GET /channels/:id');
  });
});
