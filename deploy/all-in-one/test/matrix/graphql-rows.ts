import { randomUUID } from 'node:crypto';
import {
  ADMINS,
  always,
  EVERYBODY,
  OWN,
  OWNER_NOT_IMPERSONATED,
  NOT_IMPERSONATED,
  SIGNED_IN,
  SUPER_ADMIN_ONLY,
  type Expected,
} from './expected.js';
import type { FieldRow } from './field-row.js';
import { A_MODEL, aCommand, HANDLER, type Fixtures } from './fixtures.js';
import { MEMORY_ROWS } from './memory-rows.js';
import { QUALITY_ROWS } from './quality-rows.js';
import { TOOL_ROWS } from './tool-rows.js';
import { VERSION_ROWS } from './version-rows.js';

const SNOWFLAKE = '123456789012345678';
const WITHOUT_TOKEN: Expected = [401, 400, 404, 404, 404, 403];

const ofBot = async (fixtures: Fixtures) => ({ botId: (await fixtures.bot()).id });
const aQuestion = async (fixtures: Fixtures) => ({ ...(await ofBot(fixtures)), question: 'When is high tide?' });
const savedQuestion = async (fixtures: Fixtures) => {
  const { botId } = await ofBot(fixtures);
  return { botId, questionId: await fixtures.savedQuestion(botId) };
};
const bot = async (fixtures: Fixtures) => ({ id: (await fixtures.bot()).id });
const command = async (fixtures: Fixtures) => ({ id: await fixtures.command() });
const keptCommand = async (fixtures: Fixtures) => ({ id: await fixtures.keptCommand() });
const checkout = async (fixtures: Fixtures) => ({ id: await fixtures.checkout() });
const otherUser = async (fixtures: Fixtures) => ({ userId: await fixtures.otherUser() });
async function system(fixtures: Fixtures) {
  const { botId } = await ofBot(fixtures);
  return { botId, systemId: await fixtures.system(botId) };
}

async function learned(fixtures: Fixtures) {
  const { botId } = await ofBot(fixtures);
  return { botId, botCommandId: await fixtures.learned(botId) };
}

async function item(fixtures: Fixtures) {
  const { botId } = await ofBot(fixtures);
  return { botId, itemId: await fixtures.item(botId) };
}

/** One row per field of the root types; the test fails for a field without a row and a row without a field. */
export const FIELD_ROWS: readonly FieldRow[] = [
  { field: 'Query.me', expected: EVERYBODY },
  { field: 'Query.signInOptions', expected: EVERYBODY },
  { field: 'Query.sessions', expected: SIGNED_IN },
  { field: 'Query.signInMethods', expected: SIGNED_IN },
  { field: 'Query.accessKeys', expected: SIGNED_IN },
  {
    field: 'Mutation.createAccessKey',
    expected: NOT_IMPERSONATED,
    arrange: ({ requester: { password } }) => ({ input: { name: 'Report', scopes: ['bots:read'], currentPassword: password } }),
  },
  {
    field: 'Mutation.revokeAccessKey',
    expected: OWNER_NOT_IMPERSONATED,
    arrange: async (fixtures) => ({ id: await fixtures.accessKey() }),
  },
  { field: 'Mutation.unlinkDiscord', expected: NOT_IMPERSONATED },
  { field: 'Query.notifications', expected: SIGNED_IN },
  { field: 'Query.notificationFeed', expected: SIGNED_IN },
  {
    field: 'Mutation.markNotificationRead',
    expected: OWN,
    arrange: async (fixtures) => ({ id: await fixtures.notification() }),
  },
  { field: 'Mutation.markNotificationsRead', expected: SIGNED_IN, arrange: () => ({ upTo: randomUUID() }) },
  {
    field: 'Mutation.register',
    expected: EVERYBODY,
    arrange: () => {
      const username = `r-${randomUUID().slice(0, 12)}`;
      return { input: { username, email: `${username}@example.test`, password: 'correct horse' } };
    },
  },
  {
    field: 'Mutation.login',
    expected: EVERYBODY,
    arrange: ({ roles }) => ({ input: { username: roles.owner.username, password: roles.owner.password } }),
  },
  {
    field: 'Mutation.updateProfile',
    expected: NOT_IMPERSONATED,
    arrange: ({ requester: { username, password } }) => ({
      input: { username, email: `${randomUUID()}@example.test`, currentPassword: password },
    }),
  },
  { field: 'Mutation.updateNotificationSettings', expected: SIGNED_IN, arrange: () => ({ input: { usageReports: true } }) },
  {
    field: 'Mutation.updateApiSettings',
    expected: NOT_IMPERSONATED,
    arrange: () => ({ input: { apiKey: 'sk-matrix-0000' } }),
    isFresh: true,
  },
  { field: 'Mutation.updateApiSettings#no key', expected: SIGNED_IN, arrange: () => ({ input: { developerMode: true } }) },
  {
    field: 'Mutation.endSession',
    expected: OWNER_NOT_IMPERSONATED,
    arrange: async (fixtures) => ({ id: await fixtures.session() }),
  },
  {
    field: 'Mutation.requestPasswordReset',
    expected: always(501),
    arrange: () => ({ email: 'nobody@example.test' }),
  },
  {
    field: 'Mutation.resetPassword',
    expected: always(400),
    arrange: () => ({ token: 'x'.repeat(43), password: 'another horse' }),
  },

  { field: 'Query.resourceUsage', expected: SIGNED_IN },
  { field: 'Query.bots', expected: SIGNED_IN },
  { field: 'Query.bot', expected: OWN, arrange: bot },
  { field: 'Mutation.createBot', expected: SIGNED_IN, arrange: () => ({ input: { name: 'Amber' } }), isFresh: true },
  {
    field: 'Mutation.updateBot',
    expected: OWN,
    arrange: async (fixtures) => ({ ...(await bot(fixtures)), input: { name: 'Beryl' } }),
  },
  {
    field: 'Mutation.updateBot#token',
    expected: OWNER_NOT_IMPERSONATED,
    arrange: async (fixtures) => ({ ...(await bot(fixtures)), input: { discordToken: `token-${randomUUID()}` } }),
  },
  { field: 'Mutation.deleteBot', expected: OWNER_NOT_IMPERSONATED, arrange: bot },
  // A bot without a token: the role may start it, but it cannot be started.
  { field: 'Mutation.startBot', expected: [401, 400, 404, 404, 404, 400], arrange: bot },
  { field: 'Mutation.stopBot', expected: OWN, arrange: bot },
  { field: 'Mutation.resetBot', expected: OWNER_NOT_IMPERSONATED, arrange: async (fixtures) => ({ ...(await fixtures.bot()) }) },
  { field: 'Query.botProblems', expected: OWN, arrange: ofBot },
  { field: 'Query.discordConnection', expected: OWN, arrange: ofBot },
  // A bot without a token: the role may ask, but Discord cannot be asked.
  {
    field: 'Query.discordChannels',
    expected: [401, 400, 404, 404, 404, 400],
    arrange: async (fixtures) => ({ ...(await ofBot(fixtures)), serverId: SNOWFLAKE }),
  },
  { field: 'Mutation.checkDiscordToken', expected: NOT_IMPERSONATED, arrange: () => ({ token: 'no token of Discord' }) },
  {
    field: 'Mutation.updateDiscordProfile',
    expected: WITHOUT_TOKEN,
    arrange: async (fixtures) => ({ ...(await ofBot(fixtures)), input: { name: 'Amber' } }),
  },
  {
    field: 'Mutation.enableIntent',
    expected: WITHOUT_TOKEN,
    arrange: async (fixtures) => ({ ...(await ofBot(fixtures)), intent: 'message_content' }),
  },
  {
    field: 'Mutation.sayHello',
    expected: WITHOUT_TOKEN,
    arrange: async (fixtures) => ({ ...(await ofBot(fixtures)), channelId: SNOWFLAKE, helloId: randomUUID() }),
  },
  { field: 'Query.conversations', expected: OWN, arrange: ofBot },
  { field: 'Query.analytics', expected: OWN, arrange: ofBot },
  ...MEMORY_ROWS,
  { field: 'Query.botCheckUp', expected: OWN, arrange: ofBot },
  { field: 'Query.messageTraces', expected: OWN, arrange: ofBot },
  {
    field: 'Query.messageTrace',
    expected: OWN,
    arrange: async (fixtures) => ({ ...(await ofBot(fixtures)), messageId: '400000000000000001' }),
  },
  { field: 'Query.moderationCases', expected: OWN, arrange: ofBot },
  { field: 'Query.moderationPauses', expected: OWN, arrange: ofBot },
  {
    field: 'Mutation.undoModeration',
    expected: OWN,
    arrange: async (fixtures) => {
      const { botId } = await ofBot(fixtures);
      return { botId, caseId: await fixtures.moderationCase(botId) };
    },
  },
  {
    field: 'Mutation.resumeModeration',
    expected: OWN,
    arrange: async (fixtures) => ({ ...(await ofBot(fixtures)), guildId: '200000000000000001' }),
  },
  { field: 'Query.systems', expected: OWN, arrange: ofBot },
  {
    field: 'Mutation.installSystem',
    expected: OWN,
    arrange: async (fixtures) => ({ ...(await ofBot(fixtures)), systemId: 'mini-games' }),
  },
  {
    field: 'Mutation.configureSystem',
    expected: OWN,
    arrange: async (fixtures) => ({ ...(await system(fixtures)), settings: { maxRoles: 7 } }),
  },
  {
    field: 'Query.systemPage',
    expected: OWN,
    arrange: async (fixtures) => ({ ...(await system(fixtures)), guildId: SNOWFLAKE }),
  },
  {
    field: 'Mutation.actOnSystem',
    // The form is not filled in.
    expected: [401, 400, 404, 404, 404, 403],
    arrange: async (fixtures) => ({ ...(await system(fixtures)), guildId: SNOWFLAKE, action: 'create' }),
  },
  { field: 'Mutation.removeSystem', expected: OWNER_NOT_IMPERSONATED, arrange: system },

  { field: 'Query.commands', expected: SIGNED_IN },
  { field: 'Query.learnedCommands', expected: OWN, arrange: ofBot },
  {
    field: 'Mutation.learnCommand',
    expected: OWN,
    arrange: async (fixtures) => ({ ...(await ofBot(fixtures)), commandId: 'roll' }),
  },
  {
    field: 'Mutation.updateLearnedCommand',
    expected: OWN,
    arrange: async (fixtures) => ({ ...(await learned(fixtures)), input: { isEnabled: false } }),
  },
  { field: 'Mutation.unlearnCommand', expected: OWNER_NOT_IMPERSONATED, arrange: learned },
  { field: 'Query.customCommands', expected: SIGNED_IN },
  { field: 'Query.customCommand', expected: OWN, arrange: keptCommand },
  { field: 'Query.customCommandRuns', expected: OWN, arrange: keptCommand },
  { field: 'Mutation.createCustomCommand', expected: SIGNED_IN, arrange: () => ({ input: aCommand() }) },
  {
    field: 'Mutation.updateCustomCommand',
    expected: OWN,
    arrange: async (fixtures) => ({ ...(await command(fixtures)), input: { name: 'Other' } }),
  },
  { field: 'Mutation.deleteCustomCommand', expected: OWNER_NOT_IMPERSONATED, arrange: command },
  { field: 'Query.commandShare', expected: OWN, arrange: keptCommand },
  { field: 'Query.sharedCommand', expected: [401, 404, 404, 404, 404, 404], arrange: () => ({ shareCode: '0000000000' }) },
  { field: 'Query.commandData', expected: OWN, arrange: ofBot },
  { field: 'Mutation.shareCustomCommand', expected: OWN, arrange: keptCommand },
  { field: 'Mutation.unshareCustomCommand', expected: OWN, arrange: keptCommand },
  {
    field: 'Mutation.importCustomCommand',
    expected: [401, 404, 404, 404, 404, 404],
    arrange: () => ({ shareCode: '0000000000' }),
  },
  { field: 'Mutation.approveCustomCommand', expected: OWN, arrange: keptCommand },
  {
    field: 'Mutation.setCommandHosts',
    expected: OWN,
    arrange: async (fixtures) => ({ ...(await ofBot(fixtures)), hosts: ['api.example.org'] }),
  },
  { field: 'Mutation.clearCommandData', expected: OWNER_NOT_IMPERSONATED, arrange: ofBot },
  ...TOOL_ROWS,
  { field: 'Mutation.checkCommandSyntax', expected: SIGNED_IN, arrange: () => ({ code: HANDLER }) },
  { field: 'Mutation.testCustomCommand', expected: SIGNED_IN, arrange: () => ({ input: { code: HANDLER } }) },

  { field: 'Query.knowledge', expected: OWN, arrange: ofBot },
  { field: 'Query.knowledgeItem', expected: OWN, arrange: item },
  {
    field: 'Query.findKnowledge',
    expected: OWN,
    arrange: async (fixtures) => ({ ...(await ofBot(fixtures)), query: 'tides' }),
  },
  { field: 'Query.knowledgeQuestions', expected: OWN, arrange: ofBot },
  { field: 'Query.changedKnowledgeQuestions', expected: OWN, arrange: ofBot },
  { field: 'Mutation.saveKnowledgeQuestion', expected: OWN, arrange: aQuestion },
  { field: 'Mutation.removeKnowledgeQuestion', expected: OWN, arrange: savedQuestion },
  {
    field: 'Mutation.addKnowledge',
    expected: OWN,
    arrange: async (fixtures) => ({ ...(await ofBot(fixtures)), input: { title: 'Tides', content: 'Twice a day.' } }),
  },
  {
    field: 'Mutation.updateKnowledge',
    expected: OWN,
    arrange: async (fixtures) => ({ ...(await item(fixtures)), input: { title: 'Ebb' } }),
  },
  { field: 'Mutation.deleteKnowledge', expected: OWNER_NOT_IMPERSONATED, arrange: item },

  { field: 'Query.chatEngine', expected: OWN, arrange: ofBot },
  { field: 'Query.modelCatalogue', expected: EVERYBODY },
  { field: 'Query.modelOptions', expected: SIGNED_IN },
  {
    field: 'Mutation.sendMessage',
    expected: OWN,
    arrange: async (fixtures) => ({ ...(await ofBot(fixtures)), input: { message: 'Hello' } }),
  },

  ...QUALITY_ROWS,
  ...VERSION_ROWS,

  { field: 'Query.usage', expected: SIGNED_IN },
  { field: 'Query.creditPackages', expected: SIGNED_IN },
  { field: 'Query.creditHistory', expected: SIGNED_IN },
  { field: 'Query.subscription', expected: SIGNED_IN },
  { field: 'Query.sandboxCheckout', expected: OWN, arrange: checkout },
  { field: 'Mutation.checkoutCredits', expected: NOT_IMPERSONATED, arrange: () => ({ packageId: 'credits-500' }) },
  { field: 'Mutation.checkoutPlan', expected: NOT_IMPERSONATED, arrange: () => ({ plan: 'premium' }) },
  { field: 'Mutation.openBillingPortal', expected: [401, 404, 404, 404, 404, 403] },
  {
    field: 'Mutation.paySandboxCheckout',
    expected: OWNER_NOT_IMPERSONATED,
    arrange: async (fixtures) => ({ ...(await checkout(fixtures)), outcome: 'pay' }),
  },
  { field: 'Query.checkout', expected: OWN, arrange: checkout },
  { field: 'Query.recentPlanPurchase', expected: SIGNED_IN },
  { field: 'Mutation.previewPlanChange', expected: [401, 404, 404, 404, 404, 403], arrange: () => ({ plan: 'premium' }) },
  { field: 'Mutation.confirmPlanChange', expected: [401, 404, 404, 404, 404, 403], arrange: () => ({ id: randomUUID() }) },
  { field: 'Mutation.changeSubscription', expected: [401, 404, 404, 404, 404, 403], arrange: () => ({ action: 'cancel' }) },
  { field: 'Query.sandboxPortal', expected: SIGNED_IN },
  { field: 'Mutation.changeSandbox', expected: NOT_IMPERSONATED, arrange: () => ({ action: 'accept_card' }) },

  { field: 'Query.users', expected: ADMINS },
  { field: 'Query.user', expected: ADMINS, arrange: otherUser },
  { field: 'Query.userAccount', expected: ADMINS, arrange: otherUser },
  { field: 'Query.userBots', expected: ADMINS, arrange: otherUser },
  { field: 'Query.userSessions', expected: ADMINS, arrange: otherUser },
  { field: 'Mutation.endUserSessions', expected: ADMINS, arrange: otherUser },
  { field: 'Query.admins', expected: ADMINS },
  { field: 'Query.adminStats', expected: ADMINS },
  { field: 'Query.auditLog', expected: SUPER_ADMIN_ONLY },
  { field: 'Query.payments', expected: SIGNED_IN },
  { field: 'Query.userPayments', expected: ADMINS, arrange: otherUser },
  { field: 'Query.paymentStatistics', expected: ADMINS },
  { field: 'Query.reports', expected: ADMINS },
  // No report has this id.
  {
    field: 'Mutation.handleReport',
    expected: [401, 403, 403, 404, 404, 403],
    arrange: () => ({ id: randomUUID(), action: 'dismiss' }),
  },
  { field: 'Query.webhookEvents', expected: ADMINS },
  {
    field: 'Mutation.replayWebhookEvent',
    expected: ADMINS,
    arrange: async (fixtures) => ({ id: await fixtures.paymentEvent() }),
  },
  {
    field: 'Mutation.correctCredits',
    expected: SUPER_ADMIN_ONLY,
    arrange: async (fixtures) => ({ userId: await fixtures.userWithCredits(), credits: 1, reason: 'Granted twice' }),
  },
  { field: 'Query.news', expected: SUPER_ADMIN_ONLY },
  {
    field: 'Mutation.sendNews',
    expected: SUPER_ADMIN_ONLY,
    arrange: () => ({ id: randomUUID(), title: 'Voices', text: 'Companions listen to voices.' }),
  },
  { field: 'Query.editableModels', expected: SUPER_ADMIN_ONLY },
  {
    field: 'Mutation.changeModel',
    expected: SUPER_ADMIN_ONLY,
    arrange: () => ({ label: 'latest', version: 0, input: A_MODEL }),
  },
  { field: 'Mutation.resetModel', expected: SUPER_ADMIN_ONLY, arrange: () => ({ label: 'gpt-4', version: 0 }) },
  {
    field: 'Mutation.setUserPlan',
    expected: ADMINS,
    arrange: async (fixtures) => ({ ...(await otherUser(fixtures)), plan: 'standard' }),
  },
  {
    field: 'Mutation.grantCredits',
    expected: SUPER_ADMIN_ONLY,
    arrange: async (fixtures) => ({ ...(await otherUser(fixtures)), credits: 25 }),
  },
  { field: 'Mutation.grantAdmin', expected: ADMINS, arrange: otherUser },
  { field: 'Mutation.revokeAdmin', expected: ADMINS, arrange: otherUser },
  { field: 'Mutation.impersonate', expected: SUPER_ADMIN_ONLY, arrange: otherUser, isFresh: true },

  { field: 'Mutation.endImpersonation', expected: [401, 401, 401, 401, 401, 200], isFresh: true },
  { field: 'Mutation.logout', expected: SIGNED_IN, isFresh: true },
  {
    field: 'Mutation.changePassword',
    expected: NOT_IMPERSONATED,
    arrange: ({ requester: { password } }) => ({ input: { currentPassword: password, newPassword: password } }),
    isFresh: true,
  },
  { field: 'Mutation.endAllSessions', expected: NOT_IMPERSONATED, isFresh: true },
  {
    field: 'Mutation.deleteAccount',
    expected: [401, 200, 200, 200, 403, 403],
    arrange: ({ requester: { password } }) => ({ password }),
    isFresh: true,
  },
];

/** Subscriptions take no id and tell the caller only about themselves; gateway/test tests them. */
export const SUBSCRIPTIONS = [
  'Subscription.botStatus',
  'Subscription.serversChanged',
  'Subscription.problemsChanged',
  'Subscription.usageChanged',
  'Subscription.notificationsChanged',
];
