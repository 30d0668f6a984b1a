import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  admin,
  AdminUser,
  Analytics,
  ApiSettings,
  UpdateApiSettingsInput,
  audit,
  AuditEvent,
  auth,
  AvailableCommand,
  billing,
  Bot,
  UpdateBotInput,
  CreateBotInput,
  bots,
  chat,
  ChatMessage,
  CommandContext,
  CommandResult,
  commands,
  Credentials,
  CreditMovement,
  CreditPackage,
  InstalledSystem,
  knowledge,
  UpdateKnowledgeInput,
  CreateKnowledgeInput,
  KnowledgeItem,
  LearnedCommand,
  NotificationSettings,
  ChangePasswordInput,
  Passage,
  Profile,
  Registration,
  sandbox,
  SandboxCheckout,
  SavedBot,
  SessionInfo,
  SignedIn,
  Subscription,
  systems,
  User,
  CustomCommand,
  UpdateCustomCommandInput,
  CreateCustomCommandInput,
  customCommands,
  type Call,
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
import { AdminStats } from '../src/admin/admin.routes.js';
import { chatRoutes } from '../src/chat/chat.routes.js';
import { Usage } from '../src/dashboard/dashboard.routes.js';
import { ALL_ROUTES } from '../src/docs/all-routes.js';

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
    ['ApiSettings', ApiSettings],
    ['NotificationSettings', NotificationSettings],
    ['SignedIn', SignedIn.omit({ cookie: true })],
    ['Session', SessionInfo],
    ['InstalledSystem', InstalledSystem],
    ['CommandList', commands.available.output],
    ['AvailableCommand', AvailableCommand],
    ['LearnedCommand', LearnedCommand],
    ['CustomCommandList', customCommands.list.output],
    ['CustomCommand', CustomCommand],
    ['CustomCommandSummary', CustomCommand.omit({ code: true })],
    ['CommandTestReport', customCommands.test.output],
    ['CommandContext', CommandContext],
    ['CommandResult', CommandResult],
    ['Findings', knowledge.find.output],
    ['Passage', Passage],
    ['Analytics', Analytics],
    ['UserEngagement', Analytics.shape.userEngagement],
    ['BotInfo', Analytics.shape.botInfo],
    ['HourlyActivity', Analytics.shape.hourlyActivity.element],
    ['Reply', chatRoutes.say.answer],
    ['SignInOptions', auth.signInOptions.output],
    ['CreditPackage', CreditPackage],
    ['CreditHistory', billing.history.output],
    ['CreditMovement', CreditMovement],
    ['PlanSubscription', Subscription],
    ['Checkout', billing.checkoutPlan.output],
    ['BillingPortal', billing.portal.output],
    ['SandboxCheckout', SandboxCheckout],
    ['AdminUser', AdminUser],
    ['AdminUserList', admin.users.output],
    ['AuditLog', audit.log.output],
    ['AuditEvent', AuditEvent],
    ['UserPlan', billing.setPlan.output],
    ['CreditGrant', billing.grantCredits.output],
    ['ActingAs', admin.impersonate.output.omit({ cookie: true })],
    ['AdminStats', AdminStats],
    ['UserStats', AdminStats.shape.users],
    ['BotStats', AdminStats.shape.bots],
    ['ResourceUsage', Usage],
    ['AccountUsage', Usage.shape.usage],
    ['BotCounts', Usage.shape.usage.shape.bots],
    ['TokenUsage', Usage.shape.usage.shape.tokens],
    ['DailyActivity', Usage.shape.usage.shape.activity.element],
    ['SystemUsage', Usage.shape.system],
    ['MessageStats', Usage.shape.messageStats],
  ])('%s has the fields of proto, with their types', (name, contract) => {
    const type = schema.getType(name);
    const fields = isObjectType(type) ? type.getFields() : {};
    const described = Object.fromEntries(Object.entries(fields).map(([field, { type }]) => [field, describeType(type)]));
    expect(described).toEqual(fieldsOf(contract, described));
  });

  it.each<[string, z.ZodType]>([
    ['BotInput', CreateBotInput],
    ['UpdateBotInput', UpdateBotInput],
    ['KnowledgeInput', CreateKnowledgeInput],
    ['UpdateKnowledgeInput', UpdateKnowledgeInput],
    ['RegistrationInput', Registration],
    ['CredentialsInput', Credentials],
    ['ProfileInput', Profile],
    ['PasswordInput', ChangePasswordInput],
    ['NotificationSettingsInput', auth.notificationSettings.input.omit({ actor: true })],
    ['ApiSettingsInput', UpdateApiSettingsInput],
    ['LearnedCommandChanges', commands.updateLearned.input.omit({ actor: true, botId: true, botCommandId: true })],
    ['CustomCommandInput', CreateCustomCommandInput],
    ['UpdateCustomCommandInput', UpdateCustomCommandInput],
    ['CommandTestInput', customCommands.test.input.omit({ actor: true })],
    ['MessageInput', ChatMessage],
  ])('%s takes the fields of proto, requires what proto requires', (name, contract) => {
    const type = schema.getType(name);
    const fields = isInputObjectType(type) ? Object.values(type.getFields()) : [];
    const { properties, required = [] } = z.toJSONSchema(contract, { io: 'input', unrepresentable: 'any' });
    expect(namesOf(fields)).toEqual(Object.keys(properties ?? {}).toSorted());
    expect(namesOf(fields.filter((field) => isNonNullType(field.type)))).toEqual(required.toSorted());
  });

  it.each<[string, Call]>([
    ['bots', bots.list],
    ['systems', systems.list],
    ['configureSystem', systems.configure],
    ['installSystem', systems.install],
    ['removeSystem', systems.remove],
    ['knowledge', knowledge.list],
    ['knowledge', knowledge.summaries],
    ['knowledgeItem', knowledge.get],
    ['findKnowledge', knowledge.find],
    ['commands', commands.available],
    ['learnedCommands', commands.learned],
    ['learnCommand', commands.learn],
    ['unlearnCommand', commands.unlearn],
    ['customCommands', customCommands.list],
    ['checkCommandSyntax', sandbox.checkSyntax],
    ['deleteAccount', auth.removeAccount],
    ['signInOptions', auth.signInOptions],
    ['requestPasswordReset', auth.requestPasswordReset],
    ['resetPassword', auth.resetPassword],
    ['creditHistory', billing.history],
    ['checkoutCredits', billing.checkoutCredits],
    ['checkoutPlan', billing.checkoutPlan],
    ['changeSandboxSubscription', billing.sandboxPortal],
    ['users', admin.users],
    ['admins', admin.admins],
    ['auditLog', audit.log],
    ['setUserPlan', billing.setPlan],
    ['grantCredits', billing.grantCredits],
    ['impersonate', admin.impersonate],
    ['grantAdmin', admin.grantAdmin],
    ['revokeAdmin', admin.revokeAdmin],
  ])('%s takes what its call takes', (name, { input }) => {
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
    // Files go through REST alone, and the payment provider knows no GraphQL.
    for (const name of ['knowledge.addFile', 'knowledge.file', 'chat.image', 'billing.webhook', 'chat.say']) calls.delete(name);
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

const namesOf = (named: readonly { readonly name: string }[]): string[] => named.map(({ name }) => name).toSorted();

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
