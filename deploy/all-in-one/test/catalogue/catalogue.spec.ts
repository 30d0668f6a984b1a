import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startStack, type Answer, type Stack } from '@kith/all-in-one/testing';
import { startModel, type StandInModel } from '@kith/kit/testing';
import { createRoles, type Roles } from '../matrix/roles.js';
import type { Asked, Situation } from './situation.js';
import { SITUATIONS } from './situations.js';
import { decisionRules, messageRules } from './specification.js';
import { SituationBuilder } from './situation-builder.js';

const named = (rows: readonly Situation[]) => rows.map((row) => [`${row.rule}: ${row.situation}`, row] as const);
const asked = SITUATIONS.filter(({ ask }) => ask);

/** Rows of "Messages" that only the browser can come to: nothing reaches the server, or it has succeeded. */
const WITHOUT_REFUSAL = ['account.signed-in', 'bot.saved', 'chat.cleared', 'commands.learned'];

describe('the list of situations', () => {
  it('names a rule of docs/specification.md or docs/decisions.md for each situation', () => {
    const rules = [...messageRules(), ...decisionRules()];
    expect(SITUATIONS.filter(({ rule }) => !rules.includes(rule)).map(({ rule, situation }) => `${rule}: ${situation}`)).toEqual(
      [],
    );
  });

  it('has a situation for each row of "Messages" in which the server can refuse', () => {
    const covered = new Set([...SITUATIONS.map(({ rule }) => rule), ...WITHOUT_REFUSAL]);
    expect(messageRules().filter((rule) => !covered.has(rule))).toEqual([]);
  });

  it('names each situation once, with an answer wherever there is a request', () => {
    const names = named(SITUATIONS).map(([name]) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(SITUATIONS.filter(({ ask, answer }) => Boolean(ask) !== Boolean(answer))).toEqual([]);
  });
});

describe('answers of the server', () => {
  let model: StandInModel;
  let stack: Stack;
  let roles: Roles;

  beforeAll(async () => {
    // Only replies that a model wrote count against the daily limit.
    model = await startModel();
    model.mock.on({ predicate: () => true }, { content: 'Hello.' });
    stack = await startStack(model.env);
    roles = await createRoles(stack);
  }, 120_000);
  afterAll(async () => {
    await stack.stop();
    await model.stop();
  });

  it.each(named(asked.filter(({ isOutage }) => !isOutage)))('%s', (_name, row) => expectAnswers(row, stack, roles), 60_000);
});

describe('answers of the server while the model and the payment provider are down', () => {
  let others: Server;
  let stack: Stack;
  let roles: Roles;

  beforeAll(async () => {
    others = createServer((_request, response) => response.writeHead(503).end());
    await new Promise<void>((resolve) => others.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(others.address() as AddressInfo).port}`;
    stack = await startStack({
      OPENAI_API_KEY: 'sk-catalogue',
      OPENAI_BASE_URL: `${address}/v1`,
      STRIPE_SECRET_KEY: 'sk_test_catalogue',
      STRIPE_WEBHOOK_SECRET: 'whsec_catalogue',
      STRIPE_API_URL: address,
    });
    roles = await createRoles(stack);
  }, 120_000);
  afterAll(async () => {
    await stack.stop();
    others.close();
  });

  it.each(named(asked.filter(({ isOutage }) => isOutage)))('%s', (_name, row) => expectAnswers(row, stack, roles), 60_000);
});

/** Expects the answer over REST and GraphQL, and the same one for the situation that must not be distinguishable. */
async function expectAnswers({ ask, answer, at, likewise }: Situation, stack: Stack, roles: Roles): Promise<void> {
  if (!ask || !answer) throw new Error('a situation that is asked has an answer');
  const [status, code, words] = answer;
  const message: unknown = typeof words === 'string' ? words : expect.stringMatching(words);
  const overRest = await askOverRest(await ask(new SituationBuilder(stack, roles)));
  expect([overRest.status, overRest.body]).toEqual([
    status,
    expect.objectContaining({ statusCode: status, code, message, ...(at !== undefined && { fields: expect.anything() }) }),
  ]);
  expect(overRest.body['error']).toBe(overRest.body['message']);
  if (at !== undefined) expect(Object.keys(overRest.body['fields'] as object)).toContain(at);
  if (code === 'RATE_LIMITED') expect(Number(overRest.headers['retry-after'])).toBeGreaterThan(0);
  if (code === 'DAILY_LIMIT') expect(new Date(String(overRest.body['resetsAt'])).getTime()).toBeGreaterThan(Date.now());
  const error = await askOverGraphql(await ask(new SituationBuilder(stack, roles)));
  if (error) expect(error).toMatchObject({ message, extensions: { code, statusCode: status } });
  if (likewise) expect((await askOverRest(await likewise(new SituationBuilder(stack, roles)))).text).toBe(overRest.text);
}

const askOverRest = ({ client, rest: [method, path, body] }: Asked): Promise<Answer> => client.send(method, path, body);

async function askOverGraphql({ client, field }: Asked): Promise<unknown> {
  if (!field) return undefined;
  const [operation, types, values] = field;
  const [kind = '', name = ''] = operation.split(' ');
  const args = Object.keys(types);
  const list = (of: (name: string) => string) => (args.length > 0 ? `(${args.map(of).join(', ')})` : '');
  const { body, text } = await client.graphql(
    `${kind} Catalogue${list((arg) => `$${arg}: ${types[arg]}`)} { ${name}${list((arg) => `${arg}: $${arg}`)} { __typename } }`,
    values,
  );
  const [error] = (body['errors'] ?? []) as unknown[];
  // Errors before GraphQL have the body of REST.
  const { code, statusCode, message } = body;
  if (error === undefined && code === undefined) throw new Error(`nothing was refused: ${text}`);
  return error ?? { message, extensions: { code, statusCode } };
}
