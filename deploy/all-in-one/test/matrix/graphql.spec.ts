import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startStack, type Answer, type Stack } from '@kith/all-in-one/testing';
import { aCast, aClient, ROLES, type Cast, type RoleName } from './cast.js';
import { FIELD_ROWS, SUBSCRIPTIONS, type FieldRow } from './graphql-rows.js';
import { Things } from './things.js';

interface Field {
  readonly name: string;
  readonly args: readonly { readonly name: string; readonly type: TypeRef }[];
}
interface TypeRef {
  readonly kind: string;
  readonly name: string | null;
  readonly ofType: TypeRef | null;
}

const ROOTS = `{ __schema { types { name fields { name args { name type { ...T ofType { ...T ofType { ...T ofType { ...T } } } } } } } } }
  fragment T on __Type { kind name }`;

/** Who may do what, over GraphQL: the whole table, and nothing beside it. */
describe('S28, S60: every field for every role', () => {
  let stack: Stack;
  let cast: Cast;
  let fields: Map<string, Field>;

  beforeAll(async () => {
    stack = await startStack();
    cast = await aCast(stack);
    fields = await rootFields(aClient(stack).graphql(ROOTS));
  }, 120_000);
  afterAll(() => stack.stop());

  async function send({ field }: FieldRow, variables: object, role: RoleName, among = cast): Promise<Answer> {
    const path = field.replace(/#.*/, '');
    const [type = '', name = ''] = path.split('.');
    const args = (fields.get(path)?.args ?? []).filter((arg) => arg.name in variables);
    const declared = args.map((arg) => `$${arg.name}: ${written(arg.type)}`).join(', ');
    const passed = args.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
    const list = (inside: string) => (args.length > 0 ? `(${inside})` : '');
    return among.clients[role].graphql(
      `${type.toLowerCase()} Matrix${list(declared)} { ${name}${list(passed)} { __typename } }`,
      variables,
    );
  }

  it('has a row for each field, and a field for each row', () => {
    const rows = [...FIELD_ROWS.map(({ field }) => field.replace(/#.*/, '')), ...SUBSCRIPTIONS];
    expect([...new Set(rows)].sort()).toEqual([...fields.keys()].sort());
  });

  it('subscriptions take no id', () => {
    for (const name of SUBSCRIPTIONS) expect(fields.get(name)?.args).toEqual([]);
  });

  const hidden = FIELD_ROWS.filter(({ expected }) => expected[2] === 404 && expected[1] === 200);

  it.each(hidden.map((row) => [row.field, row] as const))(
    'S30: %s answers for what is foreign as for what is missing',
    async (_field, row) => {
      const variables = (await row.arrange?.(new Things(stack, cast, 'owner'))) ?? {};
      const absent = Object.fromEntries(
        Object.entries(variables).map(([name, value]) => [name, /id$/i.test(name) ? randomUUID() : (value as unknown)]),
      );
      const [foreign, missing, own] = [
        await send(row, variables, 'other'),
        await send(row, absent, 'other'),
        await send(row, absent, 'owner'),
      ];
      expect(statusOf(missing)).toBe(404);
      expect(foreign.text).toBe(missing.text);
      expect(own.text).toBe(missing.text);
    },
  );

  // Last those that end sessions, the super-admin's of this cast among them.
  it.each(
    [...FIELD_ROWS.filter((row) => !row.isFresh), ...FIELD_ROWS.filter((row) => row.isFresh)].map(
      (row) => [row.field, row] as const,
    ),
  )(
    '%s',
    async (_field, row) => {
      const statuses: Record<string, number> = {};
      for (const role of ROLES) {
        const among = row.isFresh ? await aCast(stack) : cast;
        const variables = (await row.arrange?.(new Things(stack, among, role))) ?? {};
        statuses[role] = statusOf(await send(row, variables, role, among));
      }
      expect(statuses).toEqual(Object.fromEntries(ROLES.map((role, at) => [role, row.expected[at]])));
    },
    60_000,
  );
});

/** The status that REST would have answered. */
function statusOf({ body, text }: Answer): number {
  const { errors, data } = body as { errors?: { extensions: { statusCode: number; code: string } }[]; data?: unknown };
  if (!errors) {
    expect(data).toBeDefined();
    return 200;
  }
  const [error] = errors;
  if (!error || error.extensions.code === 'INTERNAL') throw new Error(text);
  return error.extensions.statusCode;
}

const written = ({ kind, name, ofType }: TypeRef): string => {
  if (kind === 'NON_NULL' && ofType) return `${written(ofType)}!`;
  if (kind === 'LIST' && ofType) return `[${written(ofType)}]`;
  return name ?? '';
};

async function rootFields(asked: Promise<Answer>): Promise<Map<string, Field>> {
  const { body, text } = await asked;
  const { data } = body as { data?: { __schema: { types: { name: string; fields: Field[] | null }[] } } };
  if (!data) throw new Error(text);
  const roots = data.__schema.types.filter(({ name }) => ['Query', 'Mutation', 'Subscription'].includes(name));
  return new Map(roots.flatMap(({ name, fields }) => (fields ?? []).map((field) => [`${name}.${field.name}`, field] as const)));
}
