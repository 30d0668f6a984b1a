import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { startStack, type Stack } from '@kith/all-in-one/testing';
import fc, { type Arbitrary } from 'fast-check';
import { createRoles, aClient, type Roles } from '../matrix/roles.js';
import { documentOf, SCHEMA, typesOf, type Type, type TypeRef } from './graphql-types.js';

const RUNS = 20;
// Fields that end the caller's session.
const ENDS_SESSIONS = new Set(['logout', 'endAllSessions', 'endImpersonation', 'deleteAccount']);

describe('generated GraphQL requests', () => {
  let stack: Stack;
  let roles: Roles;
  let types: Map<string, Type>;
  let botId: string;

  beforeAll(async () => {
    stack = await startStack();
    roles = await createRoles(stack);
    types = typesOf((await aClient(stack).graphql(SCHEMA)).body);
    botId = String((await roles.owner.client.post('/api/bots', { name: 'Target' })).body['id']);
  }, 120_000);
  afterAll(() => stack.stop());

  /** Mostly values of the type, sometimes of another. */
  function valueOf({ kind, name, ofType }: TypeRef): Arbitrary<unknown> {
    if (kind === 'NON_NULL' && ofType) return fc.oneof({ weight: 9, arbitrary: valueOf(ofType) }, fc.constant(null));
    if (kind === 'LIST' && ofType) return fc.oneof(fc.array(valueOf(ofType), { maxLength: 4 }), fc.string());
    if (kind === 'INPUT_OBJECT') {
      const known = types.get(name ?? '')?.inputFields ?? [];
      return fc.record(Object.fromEntries(known.map((field) => [field.name, valueOf(field.type)])), { requiredKeys: [] });
    }
    const values = types.get(name ?? '')?.enumValues?.map((value) => value.name) ?? [];
    const odd = fc.constantFrom<unknown>('\u0000', '\ud800', '', 1e308, -1, [], {}, true, '__proto__');
    if (kind === 'ENUM') return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...values) }, odd);
    switch (name) {
      case 'ID':
        return fc.oneof(fc.constant(botId), fc.constantFrom(randomUUID(), randomUUID()), fc.string(), odd);
      case 'Int':
        return fc.oneof(fc.integer(), odd);
      case 'Float':
        return fc.oneof(fc.double(), odd);
      case 'Boolean':
        return fc.oneof(fc.boolean(), odd);
      case 'String':
        return fc.oneof(fc.string({ maxLength: 60, unit: 'grapheme' }), odd);
      default:
        return fc.oneof(fc.jsonValue({ maxDepth: 3 }), odd);
    }
  }

  it.each(['Query', 'Mutation'])(
    'every field of %s answers without INTERNAL or 5xx [S39]',
    async (root) => {
      for (const { name, args } of types.get(root)?.fields ?? []) {
        if (args.length === 0 || ENDS_SESSIONS.has(name)) continue;
        const document = documentOf(root, { name, args });
        const variables = fc.record(Object.fromEntries(args.map((arg) => [arg.name, valueOf(arg.type)])));
        await fc.assert(
          fc.asyncProperty(variables, async (values) => {
            for (const client of [roles.owner.client.plain(), roles.clients.superAdmin.plain()]) {
              const { status, text, body } = await client.graphql(document, values);
              const [error] = (body['errors'] as { extensions: { code: string; statusCode: number } }[] | undefined) ?? [];
              const isPlain =
                !error || error.extensions.statusCode < 500 || ['NOT_CONFIGURED', 'OVERLOADED'].includes(error.extensions.code);
              if (status >= 500 || !isPlain) throw new Error(`${name} answered ${status}: ${text.slice(0, 300)}`);
            }
          }),
          { numRuns: RUNS, endOnFailure: true },
        );
      }
    },
    300_000,
  );
});
