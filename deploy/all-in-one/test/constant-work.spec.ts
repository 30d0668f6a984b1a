import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startStack, type ApiClient, type Stack } from '@kith/all-in-one/testing';
import { waitFor } from '@kith/kit/testing';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { createRoleUser, expectDone, signInSuperAdmin } from './matrix/roles.js';

interface Work {
  readonly statements: number;
  readonly commands: number;
}

/** Counts the Postgres statements and Redis commands of this process, which runs the whole product. */
function countWork(): { read(): Work; end(): void } {
  const counted = { statements: 0, commands: 0 };
  const [query, sendCommand] = [Client.prototype.query, Redis.prototype.sendCommand];
  Client.prototype.query = function count(this: Client, ...args: unknown[]) {
    counted.statements += 1;
    return Reflect.apply(query, this, args);
  } as typeof query;
  Redis.prototype.sendCommand = function count(this: Redis, ...args: unknown[]) {
    counted.commands += 1;
    return Reflect.apply(sendCommand, this, args);
  } as typeof sendCommand;
  return {
    read: () => ({ ...counted }),
    end: () => {
      Client.prototype.query = query;
      Redis.prototype.sendCommand = sendCommand;
    },
  };
}

describe('statements and Redis commands per request', () => {
  let stack: Stack;
  let client: ApiClient;
  let counter: ReturnType<typeof countWork>;

  beforeAll(async () => {
    stack = await startStack();
    const [roleUser, superAdmin] = await Promise.all([createRoleUser(stack), signInSuperAdmin(stack)]);
    await expectDone(superAdmin.client.patch(`/api/admin/users/${roleUser.id}/subscription`, { plan: 'premium' }));
    client = roleUser.client;
    counter = countWork();
  }, 60_000);
  afterAll(async () => {
    counter.end();
    await stack.stop();
  });

  /** The minimum of several runs, because heartbeats and sweeps run at the same time. */
  async function workOf(ask: () => Promise<unknown>): Promise<Work> {
    await waitFor('an end of the jobs', async () => {
      const { statements } = counter.read();
      await new Promise((resolve) => setTimeout(resolve, 150));
      return counter.read().statements === statements;
    });
    const runs: Work[] = [];
    for (let run = 0; run < 8; run += 1) {
      const before = counter.read();
      await ask();
      const after = counter.read();
      runs.push({ statements: after.statements - before.statements, commands: after.commands - before.commands });
    }
    return {
      statements: Math.min(...runs.map(({ statements }) => statements)),
      commands: Math.min(...runs.map(({ commands }) => commands)),
    };
  }

  const addBots = (count: number) =>
    Promise.all(Array.from({ length: count }, () => expectDone(client.post('/api/bots', { name: `Bot ${randomUUID()}` }))));

  async function teach(botId: string, count: number): Promise<void> {
    for (let at = 0; at < count; at += 1) {
      const item = { title: `Harbour ${at}`, content: `The harbour of town ${at} opens at ${at % 24} o'clock.` };
      await expectDone(client.post(`/api/bots/${botId}/knowledge`, item));
    }
  }

  it('are the same for a list of three bots and of forty', async () => {
    const routes = ['/api/bots', '/api/dashboard/resource-usage', '/api/commands'];
    await addBots(3);
    const few = await measured(routes);
    await addBots(37);
    const many = await measured(routes);
    expect(many).toEqual(few);
    for (const { statements } of Object.values(many)) expect(statements).toBeLessThan(10);
  }, 60_000);

  it('are the same for a chat with one knowledge item and with thirty', async () => {
    const botId = String((await expectDone(client.post('/api/bots', { name: 'Harbour master' }))).body['id']);
    const say = () => expectDone(client.post(`/api/bots/${botId}/chat`, { message: 'When does the harbour open?' }));
    await teach(botId, 1);
    const few = await workOf(say);
    await teach(botId, 29);
    const many = await workOf(say);
    expect(many.statements).toBeLessThanOrEqual(few.statements);
    expect(many.commands).toBeLessThanOrEqual(few.commands + 4);
    expect(many.statements).toBeLessThan(30);
  }, 60_000);

  async function measured(routes: readonly string[]): Promise<Record<string, Work>> {
    const works: Record<string, Work> = {};
    for (const route of routes) works[route] = await workOf(() => expectDone(client.get(route)));
    return works;
  }
});
