import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testEnvironment, type TestEnvironment } from '@kith/kit/testing';
import { Client } from 'pg';
import { ClientMessages, countStatements, type StatementCounter } from './statement-counter.js';

describe('the counter of statements of Postgres', () => {
  let world: TestEnvironment;
  let counter: StatementCounter;

  beforeAll(async () => {
    world = await testEnvironment();
    counter = await countStatements(world.env['DATABASE_URL'] ?? '');
  });
  afterAll(async () => {
    counter.stop();
    await world.drop();
  });

  it('counts each statement once, with and without values, prepared or not, and those of a transaction', async () => {
    const client = new Client({ connectionString: counter.url });
    await client.connect();
    const before = counter.statements();
    await client.query('select 1');
    await client.query('select $1::int', [1]);
    for (let at = 0; at < 2; at += 1) await client.query({ name: 'one', text: 'select $1::int', values: [1] });
    await client.query('begin');
    await client.query('select $1::text', ['x'.repeat(200_000)]);
    await client.query('commit');
    expect(counter.statements() - before).toBe(7);
    await client.end();
  });

  it('finds messages wherever they are cut', () => {
    const start = Buffer.concat([Buffer.from([0, 0, 0, 8]), Buffer.from('EQEQ')]);
    const message = (type: string, body: string): Buffer => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(body.length + 4);
      return Buffer.concat([Buffer.from(type), length, Buffer.from(body)]);
    };
    const sent = Buffer.concat([start, message('P', 'QEQ'), message('E', 'QQ'), message('S', ''), message('Q', 'E')]);
    for (let cut = 0; cut <= sent.length; cut += 1) {
      const messages = new ClientMessages();
      messages.read(sent.subarray(0, cut));
      messages.read(sent.subarray(cut));
      expect(messages.statements).toBe(2);
    }
  });
});
