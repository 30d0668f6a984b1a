import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  admin,
  audit,
  auth,
  billing,
  bots,
  chat,
  commands,
  customCommands,
  knowledge,
  knowledgeQuestions,
  payments,
  moderation,
  sandbox,
  systemPages,
  systems,
  type Call,
} from '@kith/proto';
import {
  buildSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql';
import { z } from 'zod';
import { ALL_ROUTES } from '../src/docs/all-routes.js';
import { CONTRACT_TYPES } from '../src/graphql/contract-types.js';
import { typeDefinitions } from '../src/graphql/type-definitions.js';

describe('the GraphQL schema and the contract', () => {
  let schema: GraphQLSchema;

  beforeAll(async () => {
    schema = buildSchema(await typeDefinitions());
  });

  it.each(Object.entries<z.ZodType>(CONTRACT_TYPES.objects).filter(([, contract]) => contract instanceof z.ZodObject))(
    'the type %s has the fields of the contract with the same types',
    (name, contract) => {
      const type = schema.getType(name);
      const fields = isObjectType(type) ? type.getFields() : {};
      const described = Object.fromEntries(Object.entries(fields).map(([field, { type }]) => [field, describeType(type)]));
      expect(described).toEqual(fieldsOf(contract, described));
    },
  );

  it.each(Object.entries<z.ZodType>(CONTRACT_TYPES.inputs))(
    'the input type %s has the fields of the contract and requires the same ones',
    (name, contract) => {
      const type = schema.getType(name);
      const fields = isInputObjectType(type) ? Object.values(type.getFields()) : [];
      const { properties, required = [] } = z.toJSONSchema(contract, { io: 'input', unrepresentable: 'any' });
      expect(namesOf(fields)).toEqual(Object.keys(properties ?? {}).toSorted());
      expect(namesOf(fields.filter((field) => isNonNullType(field.type)))).toEqual(required.toSorted());
    },
  );

  it('every generated type is used by a root field, directly or indirectly', () => {
    const unused = Object.keys({ ...CONTRACT_TYPES.objects, ...CONTRACT_TYPES.inputs, ...CONTRACT_TYPES.enums });
    expect(unused.filter((name) => !reachable(schema).has(name))).toEqual([]);
  });

  it('only what has an open shape is JSON', () => {
    const open = Object.values(schema.getTypeMap()).flatMap((type) =>
      isObjectType(type) || isInputObjectType(type)
        ? Object.values(type.getFields()).flatMap((field) =>
            /^\W*JSON\W*$/.test(String(field.type)) ? `${type.name}.${field.name}` : [],
          )
        : [],
    );
    expect(open.toSorted()).toEqual([
      'AuditEvent.details',
      'Bot.personality',
      'Character.personality',
      'CommandContext.fields',
      'CommandContext.options',
      'CreateBotInput.personality',
      'InstalledSystem.settings',
      'SystemPageForm.fields',
      'UpdateBotInput.personality',
    ]);
  });

  it.each<[string, Call]>([
    ['bots', bots.list],
    ['systems', systems.list],
    ['systemPage', systemPages.get],
    ['actOnSystem', systemPages.act],
    ['moderationCases', moderation.cases],
    ['undoModeration', moderation.undo],
    ['configureSystem', systems.configure],
    ['installSystem', systems.install],
    ['removeSystem', systems.remove],
    ['knowledge', knowledge.list],
    ['knowledge', knowledge.summaries],
    ['knowledgeItem', knowledge.get],
    ['findKnowledge', knowledge.find],
    ['changedKnowledgeQuestions', knowledgeQuestions.changed],
    ['saveKnowledgeQuestion', knowledgeQuestions.save],
    ['removeKnowledgeQuestion', knowledgeQuestions.remove],
    ['commands', commands.available],
    ['learnedCommands', commands.learned],
    ['learnCommand', commands.learn],
    ['unlearnCommand', commands.unlearn],
    ['customCommands', customCommands.list],
    ['checkCommandSyntax', sandbox.checkSyntax],
    ['deleteAccount', auth.removeAccount],
    ['signInOptions', auth.signInOptions],
    ['modelCatalogue', chat.models],
    ['modelOptions', chat.modelOptions],
    ['requestPasswordReset', auth.requestPasswordReset],
    ['resetPassword', auth.resetPassword],
    ['editableModels', chat.editableModels],
    ['resetModel', chat.resetModel],
    ['creditHistory', billing.history],
    ['checkoutCredits', billing.checkoutCredits],
    ['checkoutPlan', billing.checkoutPlan],
    ['changeSubscription', billing.changeSubscription],
    ['previewPlanChange', billing.previewPlanChange],
    ['changeSandbox', billing.changeSandbox],
    ['users', admin.users],
    ['admins', admin.admins],
    ['auditLog', audit.log],
    ['setUserPlan', billing.setPlan],
    ['grantCredits', billing.grantCredits],
    ['correctCredits', billing.correctCredits],
    ['payments', payments.list],
    ['userPayments', payments.ofUser],
    ['webhookEvents', payments.events],
    ['paymentStatistics', payments.statistics],
    ['impersonate', admin.impersonate],
    ['grantAdmin', admin.grantAdmin],
    ['revokeAdmin', admin.revokeAdmin],
  ])('the arguments of %s are the input of its call', (name, { input }) => {
    const fields = { ...schema.getQueryType()?.getFields(), ...schema.getMutationType()?.getFields() };
    const { properties } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
    const asked = Object.keys(properties ?? {}).filter((one) => one !== 'actor' && one !== 'origin');
    expect(namesOf(fields[name]?.args ?? [])).toEqual(asked.toSorted());
  });

  it('offers every call that REST offers', () => {
    const fields = { ...schema.getQueryType()?.getFields(), ...schema.getMutationType()?.getFields() };
    const calls = new Set(
      Object.values(ALL_ROUTES).flatMap((routes) => Object.values(routes).flatMap(({ call }) => call?.name ?? [])),
    );
    const resolvers = sourcesOf('.resolver.ts').join('\n');
    // Files go through REST alone, the payment provider knows no GraphQL, and the credit history is composed of two calls.
    const files = ['knowledge.addFile', 'knowledge.file', 'systemPages.addFile', 'chat.image'];
    for (const name of [...files, 'billing.history', 'billing.webhook', 'chat.say']) calls.delete(name);
    // GraphQL asks for the selected fields alone.
    expect(calls.delete('bots.list')).toBe(resolvers.includes('rpc.ask(bots.listFields,'));
    // A sign-in with Discord is begun and finished by pages, which are no clients of GraphQL.
    for (const verb of ['start', 'finish', 'startLink', 'finishLink']) calls.delete(`discordSignIn.${verb}`);
    for (const name of calls) {
      const [area = '', verb] = name.split('.');
      const variable = area.replace(/-(\w)/g, (_all, letter: string) => letter.toUpperCase());
      expect(resolvers).toContain(`rpc.ask(${variable}.${verb},`);
    }
    expect(Object.keys(fields)).toContain('sendMessage');
  });
});

const SOURCE = join(import.meta.dirname, '../src');
const sourcesOf = (ending: string): string[] =>
  readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .map((file) => readFileSync(join(SOURCE, file), 'utf8'));

/** The names of all types that the root fields lead to. */
function reachable(schema: GraphQLSchema): Set<string> {
  const found = new Set<string>();
  const visit = (type: GraphQLNamedType): void => {
    if (found.has(type.name)) return;
    found.add(type.name);
    if (isObjectType(type))
      for (const { type: answer, args } of Object.values(type.getFields())) {
        visit(getNamedType(answer));
        for (const arg of args) visit(getNamedType(arg.type));
      }
    if (isInputObjectType(type)) for (const field of Object.values(type.getFields())) visit(getNamedType(field.type));
  };
  for (const root of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) if (root) visit(root);
  return found;
}

const namesOf = (named: readonly { readonly name: string }[]): string[] => named.map(({ name }) => name).toSorted();

function describeType(type: GraphQLOutputType): string {
  if (isNonNullType(type)) return describeType(type.ofType).replace('?', '');
  return `${isListType(type) ? '[]' : isObjectType(type) ? 'object' : isEnumType(type) ? 'string' : kindOf(String(type))}?`;
}

const kindOf = (scalar: string): string =>
  ({ ID: 'string', String: 'string', Int: 'integer', Float: 'number', Boolean: 'boolean', JSON: 'object' })[scalar] ?? scalar;

interface Property {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Property[];
}

/** The same description, from the schema that the services answer by. */
function fieldsOf(schema: z.ZodType, shape: object): Record<string, string> {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'output' }) as {
    properties?: Record<string, Property>;
    required?: string[];
  };
  expect(Object.keys(properties).toSorted()).toEqual(Object.keys(shape).toSorted());
  // What may be absent is null in GraphQL.
  const described = (name: string, property: Property): string =>
    required.includes(name) ? describeProperty(property) : `${describeProperty(property).replace('?', '')}?`;
  return Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, described(name, property)]));
}

function describeProperty({ type, anyOf = [] }: Property): string {
  const kinds = type === undefined ? anyOf.flatMap((option) => option.type ?? []) : [type].flat();
  const kind = kinds.find((one) => one !== 'null') ?? 'object';
  return `${kind === 'array' ? '[]' : kind}${kinds.includes('null') ? '?' : ''}`;
}
