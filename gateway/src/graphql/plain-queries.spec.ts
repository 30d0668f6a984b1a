import { readFileSync } from 'node:fs';
import { ApolloServer } from '@apollo/server';
import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  buildSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  parse,
  typeFromAST,
  validate,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { executePlainQueries, keepPlans, MAX_PLANS } from './plain-queries.js';
import { planOf } from './plain-plan.js';
import { typeDefinitions } from './type-definitions.js';

const FILE = new URL('../../../web/src/gql/persisted-documents.json', import.meta.url);
const texts = Object.values(JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, string>);
const queries = texts.filter((text) => /^query\b/m.test(text));

type Random = () => number;
function numbers(seed: number): Random {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Values that GraphQL treats in a way of its own, at about one place in each answer that has some. */
const ODD: readonly (() => unknown)[] = [
  () => null,
  () => undefined,
  () => new Error('refused'),
  () => Promise.resolve('later'),
  () => () => 'called',
  () => ({}),
  () => 'a text',
  () => Number.NaN,
  () => new Set(['entry']),
];

interface Data {
  readonly random: Random;
  readonly oddShare: number;
}

function valueOf(type: GraphQLOutputType, data: Data, depth = 0): unknown {
  const { random, oddShare } = data;
  if (random() < oddShare) return ODD[Math.floor(random() * ODD.length)]?.();
  if (!isNonNullType(type) && random() < 0.2) return random() < 0.5 ? null : undefined;
  const inner = getNullableType(type);
  if (isListType(inner)) return Array.from({ length: Math.floor(random() * 3) }, () => valueOf(inner.ofType, data, depth));
  if (isObjectType(inner)) {
    const fields = depth > 6 ? [] : Object.values(inner.getFields());
    return Object.fromEntries(fields.map(({ name, type: below }) => [name, valueOf(below, data, depth + 1)]));
  }
  return isEnumType(inner) ? inner.getValues()[0]?.value : leafOf(String(inner), random);
}

function leafOf(name: string, random: Random): unknown {
  if (name === 'Int') return Math.floor(random() * 100);
  if (name === 'Float') return random();
  if (name === 'Boolean') return random() < 0.5;
  return name === 'JSON' ? { some: [1, 'value'] } : `text ${Math.floor(random() * 100)}`;
}

function inputOf(type: GraphQLInputType): unknown {
  const inner = getNullableType(type);
  if (isListType(inner)) return [inputOf(inner.ofType)];
  if (isEnumType(inner)) return inner.getValues()[0]?.name;
  if (!isInputObjectType(inner)) return leafOf(String(inner), () => 0.1);
  const required = Object.values(inner.getFields()).filter((field) => isNonNullType(field.type));
  return Object.fromEntries(required.map((field) => [field.name, inputOf(field.type)]));
}

const operationIn = (text: string): OperationDefinitionNode => {
  const found = parse(text).definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  if (!found) throw new Error('the document has no operation');
  return found;
};

function variablesOf(schema: GraphQLSchema, text: string): Record<string, unknown> {
  const definitions = operationIn(text).variableDefinitions ?? [];
  return Object.fromEntries(
    definitions.map(({ variable, type }) => [variable.name.value, inputOf(typeFromAST(schema, type) as GraphQLInputType)]),
  );
}

let sdl: string;
beforeAll(async () => {
  sdl = await typeDefinitions();
});

interface Answering {
  readonly server: ApolloServer<object>;
  readonly schema: GraphQLSchema;
  /** The calls of resolvers so far. */
  readonly calls: unknown[];
  data: Data;
}

/** A server whose root fields answer data that depends on `data` and on their names alone. */
function serverWith(plugins: ApolloServer<object>['internals']['plugins']): Answering {
  const schema = buildSchema(sdl);
  const server = new ApolloServer<object>({ schema, plugins, includeStacktraceInErrorResponses: false });
  const answering: Answering = { server, schema, calls: [], data: { random: numbers(1), oddShare: 0 } };
  for (const field of Object.values(schema.getQueryType()?.getFields() ?? {}))
    field.resolve = (_source, args, _context, info) => {
      const { path, fieldNodes, fragments, returnType, parentType, variableValues } = info;
      const names = Object.keys(fragments);
      answering.calls.push([path, args, fieldNodes.length, names, String(returnType), parentType.name, variableValues]);
      const value = valueOf(field.type, answering.data);
      if (value instanceof Error) throw value;
      return Promise.resolve(value);
    };
  return answering;
}

async function answerTo({ server }: Answering, query: string, variables: Record<string, unknown>): Promise<string> {
  const { body } = await server.executeOperation({ query, variables }, { contextValue: {} });
  return JSON.stringify(body.kind === 'single' ? body.singleResult : body);
}

describe('a plain query', () => {
  it('is every query of the web app', () => {
    const { schema } = serverWith([]);
    const others = queries.filter((text) => !planOf(schema, parse(text), operationIn(text)));
    expect(queries.length).toBeGreaterThan(40);
    expect(others.map((text) => operationIn(text).name?.value)).toEqual([]);
  });

  it.each([
    ['that are as declared', 0],
    ['of which some are not', 0.02],
  ])('answers what the executor of GraphQL answers, for values %s, and calls each resolver once', async (_kind, oddShare) => {
    const [plain, usual] = [serverWith([executePlainQueries<object>()]), serverWith([])];
    await Promise.all([plain.server.start(), usual.server.start()]);
    for (const [index, text] of queries.entries())
      for (let round = 0; round < 12; round += 1) {
        const variables = variablesOf(plain.schema, text);
        const seed = index * 100 + round;
        plain.data = { random: numbers(seed), oddShare };
        usual.data = { random: numbers(seed), oddShare };
        expect(await answerTo(plain, text, variables)).toBe(await answerTo(usual, text, variables));
      }
    expect(plain.calls).toEqual(usual.calls);
    await Promise.all([plain.server.stop(), usual.server.stop()]);
  });

  const [PLAN, NO_PLAN] = [true, false];
  it.each<[kind: string, hasPlan: boolean, text: string, variables?: Record<string, unknown>]>([
    [
      'fields under other names and twice',
      PLAN,
      '{ one: bots { total } two: bots(limit: 2) { bots { id first: name } bots { name } } }',
    ],
    [
      'fragments in fragments',
      PLAN,
      'query { bots { ...A } } fragment A on BotPage { total ...B } fragment B on BotPage { bots { id } }',
    ],
    ['a field under the name __proto__', PLAN, '{ bots { total __proto__: total bots { __proto__: id } } }'],
    ['a root field under the name __proto__', PLAN, '{ __proto__: bots { total } bots { total } }'],
    ['a fragment of the name __proto__', PLAN, '{ bots { ...__proto__ } } fragment __proto__ on BotPage { total }'],
    ['directives', NO_PLAN, 'query ($no: Boolean = false) { bots { total @include(if: $no) bots { id @skip(if: $no) } } }'],
    ['the names of types', PLAN, '{ bots { __typename bots { __typename id } } }'],
    ['the name of the root type', NO_PLAN, '{ __typename bots { total } }'],
    ['the schema', NO_PLAN, '{ __schema { queryType { name } } bots { total } }'],
    ['a variable of another type', PLAN, 'query ($limit: Int!) { bots(limit: $limit) { total } }', { limit: 'none' }],
    ['a required variable that is absent', PLAN, 'query ($limit: Int!) { bots(limit: $limit) { total } }'],
    ['null for a required argument', PLAN, 'query ($id: ID = "x") { bot(id: $id) { id } }', { id: null }],
  ])('is executed as before with %s', async (_kind, hasPlan, text, variables = {}) => {
    const [plain, usual] = [serverWith([executePlainQueries<object>()]), serverWith([])];
    const pages = getNamedType(plain.schema.getQueryType()?.getFields()['bots']?.type);
    const query = text.replaceAll('BotPage', String(pages));
    expect(validate(plain.schema, parse(query))).toEqual([]);
    expect(planOf(plain.schema, parse(query), operationIn(query)) !== null).toBe(hasPlan);
    expect(await answerTo(plain, query, variables)).toBe(await answerTo(usual, query, variables));
    expect(plain.calls).toEqual(usual.calls);
  });
});

describe('the plans of queries', () => {
  it('are kept for the operations that were used last', () => {
    const { schema } = serverWith([]);
    const planFor = keepPlans();
    const documents = Array.from({ length: MAX_PLANS + 1 }, (_, index) => parse(`{ bots(limit: ${index + 1}) { total } }`));
    const planned = (document: DocumentNode) => planFor(schema, document, document.definitions[0] as OperationDefinitionNode);
    const [first, second] = documents.slice(0, 2).map((document) => ({ document, plan: planned(document) }));
    if (!first?.plan || !second?.plan) throw new Error('the queries have no plans');
    for (const document of documents.slice(2, -1)) planned(document);
    expect(planned(first.document)).toBe(first.plan);
    planned(documents.at(-1) as DocumentNode);
    expect(planned(first.document)).toBe(first.plan);
    expect(planned(second.document)).not.toBe(second.plan);
  });
});
