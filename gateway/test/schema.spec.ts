import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  auth,
  billing,
  Bot,
  BotChanges,
  BotCreation,
  bots,
  chat,
  knowledge,
  KnowledgeChanges,
  KnowledgeCreation,
  KnowledgeItem,
  SavedBot,
  User,
} from '@kith/proto';
import { GraphQLTypesLoader } from '@nestjs/graphql';
import {
  buildSchema,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql';
import { z } from 'zod';

describe('the schema is the contract', () => {
  let schema: GraphQLSchema;

  beforeAll(async () => {
    const types = await new GraphQLTypesLoader().mergeTypesByPaths([join(import.meta.dirname, '../src/**/*.graphql')]);
    schema = buildSchema(types);
  });

  it.each<[string, z.ZodType]>([
    ['User', User],
    ['Bot', Bot],
    ['SavedBot', SavedBot],
    ['KnowledgeItem', KnowledgeItem],
    ['Usage', billing.usage.output],
    ['ChatEngine', chat.engine.output],
    ['BotList', bots.list.output],
    ['KnowledgeList', knowledge.list.output],
    ['Message', auth.logout.output],
  ])('%s has the fields of proto, with their types', (name, contract) => {
    const type = schema.getType(name);
    const fields = isObjectType(type) ? type.getFields() : {};
    const described = Object.fromEntries(Object.entries(fields).map(([field, { type }]) => [field, describeType(type)]));
    expect(described).toEqual(fieldsOf(contract, described));
  });

  it.each<[string, z.ZodType]>([
    ['BotInput', BotCreation],
    ['BotChanges', BotChanges],
    ['KnowledgeInput', KnowledgeCreation],
    ['KnowledgeChanges', KnowledgeChanges],
  ])('%s takes the fields of proto, requires what proto requires', (name, contract) => {
    const type = schema.getType(name);
    const fields = isInputObjectType(type) ? Object.values(type.getFields()) : [];
    const { properties, required = [] } = z.toJSONSchema(contract, { io: 'input', unrepresentable: 'any' });
    expect(fields.map((field) => field.name).toSorted()).toEqual(Object.keys(properties ?? {}).toSorted());
    expect(fields.filter((field) => isNonNullType(field.type)).map((field) => field.name)).toEqual(required);
  });
});

function describeType(type: GraphQLOutputType): string {
  if (isNonNullType(type)) return describeType(type.ofType).replace('?', '');
  return `${isListType(type) ? '[]' : isObjectType(type) ? 'object' : kindOf(String(type))}?`;
}

const kindOf = (scalar: string): string =>
  ({ ID: 'string', String: 'string', Int: 'integer', Float: 'number', Boolean: 'boolean', JSON: 'object' })[scalar] ?? scalar;

interface Property {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Property[];
}

/** The same description, from the schema that the services answer by. */
function fieldsOf(schema: z.ZodType, shape: object): Record<string, string> {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'output' }) as { properties?: Record<string, Property> };
  expect(Object.keys(properties).toSorted()).toEqual(Object.keys(shape).toSorted());
  return Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, describeProperty(property)]));
}

function describeProperty({ type, anyOf = [] }: Property): string {
  const kinds = type === undefined ? anyOf.flatMap((option) => option.type ?? []) : [type].flat();
  const kind = kinds.find((one) => one !== 'null') ?? 'object';
  return `${kind === 'array' ? '[]' : kind}${kinds.includes('null') ? '?' : ''}`;
}
