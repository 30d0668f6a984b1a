import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startStack, type Answer, type Stack } from '@kith/all-in-one/testing';
import { createRoles, aClient, ROLES, type Roles, type RoleName } from './roles.js';
import type { FieldRow } from './field-row.js';
import { FIELD_ROWS, SUBSCRIPTIONS } from './graphql-rows.js';
import { Fixtures, RowFixtures } from './fixtures.js';
import { switchOffRowSecurity } from './row-security.js';

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

/** The ids of Kith; those of Discord stay, as they name nothing of Kith. */
const isUuid = (value: unknown): boolean =>
  typeof value === 'string' && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);

/** With ids of nothing in the place of those of something. */
const absentOf = (variables: object): object =>
  Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, isUuid(value) ? randomUUID() : (value as unknown)]));

describe('access of every role to every GraphQL field', () => {
  let stack: Stack;
  let roles: Roles;
  let fields: Map<string, Field>;
  let arranged: RowFixtures<object>;

  beforeAll(async () => {
    stack = await startStack();
    roles = await createRoles(stack);
    arranged = new RowFixtures((role) => new Fixtures(stack, roles, role));
    fields = await rootFields(aClient(stack).graphql(ROOTS));
  }, 120_000);
  afterAll(() => stack.stop());

  async function send({ field }: FieldRow, variables: object, role: RoleName, among = roles): Promise<Answer> {
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

  it('the table has a row for each field and no other row [S28, S60]', () => {
    const rows = [...FIELD_ROWS.map(({ field }) => field.replace(/#.*/, '')), ...SUBSCRIPTIONS];
    expect([...new Set(rows)].sort()).toEqual([...fields.keys()].sort());
  });

  it('subscriptions take no id [S28]', () => {
    for (const name of SUBSCRIPTIONS) expect(fields.get(name)?.args).toEqual([]);
  });

  const hidden = FIELD_ROWS.filter(({ expected }) => expected[2] === 404 && expected[1] === 200);

  async function expectHidden(row: FieldRow): Promise<void> {
    const variables = (await arranged.unchanged(row)) ?? {};
    const absent = absentOf(variables);
    const [foreign, missing, own] = [
      await send(row, variables, 'other'),
      await send(row, absent, 'other'),
      await send(row, absent, 'owner'),
    ];
    expect(statusOf(missing)).toBe(404);
    expect(foreign.text).toBe(missing.text);
    expect(own.text).toBe(missing.text);
  }

  it.each(hidden.map((row) => [row.field, row] as const))(
    '%s answers alike for a foreign and a missing id [S30]',
    (_field, row) => expectHidden(row),
  );

  it('no field finds a part of a bot through another bot of the same owner [S29]', async () => {
    const found: string[] = [];
    let tried = 0;
    for (const row of hidden) {
      const { botId: ofItsBot, ...part } = (await arranged.unchanged(row)) as Record<string, unknown>;
      if (ofItsBot === undefined || !Object.values(part).some(isUuid)) continue;
      const { id: botId } = await new Fixtures(stack, roles, 'owner').bot();
      const [ofOtherBot, missing] = [
        await send(row, { ...part, botId }, 'owner'),
        await send(row, { ...absentOf(part), botId }, 'owner'),
      ];
      if (ofOtherBot.text !== missing.text) found.push(row.field);
      tried += 1;
    }
    expect(found).toEqual([]);
    expect(tried).toBeGreaterThan(12);
  }, 120_000);

  // Fields that end sessions run last.
  it.each(
    [...FIELD_ROWS.filter((row) => !row.isFresh), ...FIELD_ROWS.filter((row) => row.isFresh)].map(
      (row) => [row.field, row] as const,
    ),
  )(
    '%s answers each role as the table says [S28, S60]',
    async (_field, row) => {
      const statuses: Record<string, number> = {};
      for (const [at, role] of ROLES.entries()) {
        const among = row.isFresh ? await createRoles(stack) : roles;
        const changesNothing = row.field.startsWith('Query.') || (row.expected[at] ?? 0) >= 400;
        const variables = row.isFresh
          ? await row.arrange?.(new Fixtures(stack, among, role))
          : await (changesNothing ? arranged.unchanged(row, role) : arranged.makeNew(row, role));
        statuses[role] = statusOf(await send(row, variables ?? {}, role, among));
      }
      expect(statuses).toEqual(Object.fromEntries(ROLES.map((role, at) => [role, row.expected[at]])));
    },
    60_000,
  );

  // Last, because the whole installation is without it then. It would hide what the queries themselves have to leave out.
  describe('without row-level security', () => {
    beforeAll(() => switchOffRowSecurity(stack));

    it.each(hidden.map((row) => [row.field, row] as const))(
      '%s still answers alike for a foreign and a missing id [S30]',
      (_field, row) => expectHidden(row),
    );
  });
});

/** The status that REST answers for the same error. */
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
