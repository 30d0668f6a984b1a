import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Role } from '@kith/proto';
import { sharingCalls } from './command-sharing-calls.js';
import { gatewayUnderTest, type GatewayUnderTest } from './gateway-under-test.js';
import { PARENT_COOKIE, RESET_TOKEN } from './stubs/auth.js';
import { WRONG_PASSWORD } from './stubs/values.js';

interface Reply {
  readonly data?: Record<string, unknown> | null;
  readonly errors?: { readonly message: string; readonly extensions: Record<string, unknown> }[];
}
const ID = randomUUID();
const COOKIE = /^kith=([^;]{20,}); Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/;
const CLEARED = ['kith=; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax'];

describe('GraphQL fields', () => {
  let world: GatewayUnderTest;

  beforeAll(async () => {
    world = await gatewayUnderTest();
  });
  afterAll(() => world.close());

  const as = async (role: Role, query: string): Promise<Reply> => (await world.client({ role }).graphql(query)).body as Reply;
  const signedOut = (query: string, headers: Record<string, string> = {}) =>
    world.send('POST', '/graphql', { body: { query }, headers });

  it.each<[string, string, Role, unknown]>([
    ['sessions', '{ sessions { id isCurrent } }', 'user', [{ isCurrent: true }, { isCurrent: false }]],
    [
      'me',
      '{ me { apiSettings { hasApiKey apiKeyHint } notificationSettings { usageReports } } }',
      'user',
      { apiSettings: { hasApiKey: false } },
    ],
    [
      'updateProfile',
      'mutation { updateProfile(input: { username: "kim2", email: "k@example.test" }) { username } }',
      'user',
      { username: 'kim2' },
    ],
    [
      'updateNotificationSettings',
      'mutation { updateNotificationSettings(input: { usageReports: true, botStatusAlerts: null }) { notificationSettings { usageReports botStatusAlerts } } }',
      'user',
      { notificationSettings: { usageReports: true, botStatusAlerts: true } },
    ],
    [
      'updateApiSettings',
      'mutation { updateApiSettings(input: { apiKey: "sk-1234" }) { apiSettings { apiKeyHint } } }',
      'user',
      { apiSettings: { apiKeyHint: '1234' } },
    ],
    [
      'changePassword',
      'mutation { changePassword(input: { currentPassword: "old one", newPassword: "new one" }) { message } }',
      'user',
      { message: 'Password changed' },
    ],
    ['endSession', `mutation { endSession(id: "${ID}") { message } }`, 'user', {}],
    ['requestPasswordReset', 'mutation { requestPasswordReset(email: "k@example.test") { message } }', 'user', {}],
    ['resetBot', `mutation { resetBot(id: "${ID}", name: "Milo") { isDone } }`, 'user', { isDone: true }],
    [
      'systems',
      `{ systems(botId: "${ID}") { systemId settings } }`,
      'user',
      [{ systemId: 'reaction-roles', settings: { maxRoles: 5 } }],
    ],
    [
      'systemPage',
      `{ systemPage(botId: "${ID}", systemId: "reaction-roles", guildId: "200000000000000001", section: "messages") { sections { id total rows { id cells actions { id label confirm } } } forms { id fields } } }`,
      'user',
      { sections: [{ id: 'messages', total: 1, rows: [{ cells: ['Pick'], actions: [{ id: 'delete', confirm: 'Sure?' }] }] }] },
    ],
    [
      'actOnSystem',
      `mutation { actOnSystem(botId: "${ID}", systemId: "reaction-roles", guildId: "200000000000000001", action: "delete", rowId: "1") { message } }`,
      'user',
      { message: 'Done: delete 1' },
    ],
    [
      'moderationCases',
      `{ moderationCases(botId: "${ID}", guildId: "200000000000000001", member: "ann", limit: 5, offset: 0) { total cases { rule actions memberName } } }`,
      'user',
      { total: 1, cases: [{ rule: 'links', actions: ['delete', 'warn'], memberName: 'Ann' }] },
    ],
    ['moderationPauses', `{ moderationPauses(botId: "${ID}") { guildId } }`, 'user', [{ guildId: '200000000000000001' }]],
    ['undoModeration', `mutation { undoModeration(botId: "${ID}", caseId: "${ID}") { id } }`, 'user', { id: ID }],
    ['resumeModeration', `mutation { resumeModeration(botId: "${ID}", guildId: "200000000000000001") { guildId } }`, 'user', []],
    [
      'installSystem',
      `mutation { installSystem(botId: "${ID}", systemId: "mini-games") { systemId } }`,
      'user',
      { systemId: 'mini-games' },
    ],
    [
      'configureSystem',
      `mutation { configureSystem(botId: "${ID}", systemId: "mini-games", settings: { a: 1 }) { settings } }`,
      'user',
      { settings: { a: 1 } },
    ],
    ['removeSystem', `mutation { removeSystem(botId: "${ID}", systemId: "mini-games") { message } }`, 'user', {}],
    [
      'commands',
      '{ commands(category: fun, limit: 2) { total commands { id trigger } } }',
      'user',
      { total: 3, commands: [{ id: 'roll' }, {}] },
    ],
    [
      'learnedCommands',
      `{ learnedCommands(botId: "${ID}") { commandId command { name } } }`,
      'user',
      [{ command: { name: 'Ping' } }],
    ],
    ['learnCommand', `mutation { learnCommand(botId: "${ID}", commandId: "poll") { commandId } }`, 'user', { commandId: 'poll' }],
    [
      'updateLearnedCommand',
      `mutation { updateLearnedCommand(botId: "${ID}", botCommandId: "${ID}", input: { customTrigger: null, isEnabled: false }) { isEnabled customTrigger } }`,
      'user',
      { isEnabled: false, customTrigger: null },
    ],
    ['unlearnCommand', `mutation { unlearnCommand(botId: "${ID}", botCommandId: "${ID}") { message } }`, 'user', {}],
    ['customCommands', '{ customCommands { total commands { name } } }', 'user', { total: 7 }],
    ['customCommand', `{ customCommand(id: "${ID}") { id code } }`, 'user', { id: ID }],
    [
      'customCommandRuns',
      `{ customCommandRuns(id: "${ID}") { botName error { line } } }`,
      'user',
      [{ botName: 'Nova', error: { line: 1 } }],
    ],
    [
      'createCustomCommand',
      'mutation { createCustomCommand(input: { name: "Wave", trigger: "!wave", description: "d", code: "1", icon: null, options: [{ name: "who", description: "Whom", type: member }] }) { name icon options { name type isRequired choices } } }',
      'user',
      { name: 'Wave', icon: '⚡', options: [{ name: 'who', type: 'member', isRequired: false, choices: [] }] },
    ],
    [
      'updateCustomCommand',
      `mutation { updateCustomCommand(id: "${ID}", input: { name: "Nod" }) { name } }`,
      'user',
      { name: 'Nod' },
    ],
    ...sharingCalls(ID),
    ['deleteCustomCommand', `mutation { deleteCustomCommand(id: "${ID}") { message } }`, 'user', {}],
    [
      'checkCommandSyntax',
      'mutation { checkCommandSyntax(code: "{") { valid message line column } }',
      'user',
      { valid: false, line: 1 },
    ],
    [
      'testCustomCommand',
      'mutation { testCustomCommand(input: { code: "1" }) { result { response } error { message } log { level text } durationMs context { args } } }',
      'user',
      { result: { response: 'hi' }, error: null },
    ],
    [
      'findKnowledge',
      `{ findKnowledge(botId: "${ID}", query: "tides") { coverage passages { title score } } }`,
      'user',
      { coverage: 0.5 },
    ],
    ['knowledgeQuestions', `{ knowledgeQuestions(botId: "${ID}") { isPassed rank } }`, 'user', [{ isPassed: true, rank: null }]],
    ['changedKnowledgeQuestions', `{ changedKnowledgeQuestions(botId: "${ID}") { changed } }`, 'user', { changed: 2 }],
    [
      'saveKnowledgeQuestion',
      `mutation { saveKnowledgeQuestion(botId: "${ID}", question: "Why?", previous: "When?", expectedItemId: "${ID}") { question previous expectedItemId } }`,
      'user',
      { question: 'Why?', previous: 'When?', expectedItemId: ID },
    ],
    [
      'knowledgeItem',
      `{ knowledgeItem(botId: "${ID}", itemId: "${ID}") { id title content excerpt } }`,
      'user',
      { id: ID, title: 'Port Amber', content: 'The lighthouse was built in 1874.' },
    ],
    [
      'addKnowledge',
      `mutation { addKnowledge(botId: "${ID}", input: { title: "Page", type: url, fileUrl: "https://example.test" }) { type fileUrl } }`,
      'user',
      { type: 'url', fileUrl: 'https://example.test' },
    ],
    [
      'analytics',
      `{ analytics(botId: "${ID}") { uptime userEngagement { totalUsers } hourlyActivity { hour } } }`,
      'user',
      { uptime: null },
    ],
    [
      'sendMessage',
      `mutation { sendMessage(botId: "${ID}", input: { message: "When?" }) { response engine sources truncated } }`,
      'user',
      { response: 'Built in 1874.' },
    ],
    ['modelOptions', '{ modelOptions { offeredProviders ownModels keyProblem } }', 'user', { ownModels: ['gpt-6-luna'] }],
    [
      'modelCatalogue',
      '{ modelCatalogue { isConfigured models { label name plan } imageModel { name plan } } }',
      'user',
      { isConfigured: true },
    ],
    ['editableModels', '{ editableModels { label isChanged version } }', 'super_admin', [{ label: 'gpt-4o' }, {}, {}, {}]],
    [
      'changeModel',
      `mutation { changeModel(label: "gpt-4", version: 2, input: { name: "Llama", provider: local, model: "llama-5", plan: free,
        contextWindow: 8192, inputPrice: 0, outputPrice: null, shutdownDate: "2027-01-14" }) { label version outputPrice } }`,
      'super_admin',
      { label: 'gpt-4', version: 3, outputPrice: null },
    ],
    ['resetModel', 'mutation { resetModel(label: "gpt-4o", version: 1) { name version } }', 'super_admin', { name: 'GPT-4o' }],
    ['creditPackages', '{ creditPackages { id price } }', 'user', [{ id: 'credits-100' }]],
    [
      'creditHistory',
      '{ creditHistory(limit: 1) { total next movements { kind credits balanceAfter botName } } }',
      'user',
      { total: 300, next: '999', movements: [{ kind: 'message', balanceAfter: 999 }] },
    ],
    ['subscription', '{ subscription { plan source currentPeriodEnd } }', 'user', { plan: 'basic' }],
    ['checkoutCredits', 'mutation { checkoutCredits(packageId: "credits-100") { url checkoutUrl } }', 'user', {}],
    ['checkoutPlan', 'mutation { checkoutPlan(plan: "standard") { url } }', 'user', {}],
    ['openBillingPortal', 'mutation { openBillingPortal { url } }', 'user', {}],
    ['sandboxCheckout', `{ sandboxCheckout(id: "${ID}") { id state } }`, 'user', { id: ID, state: 'open' }],
    ['paySandboxCheckout', `mutation { paySandboxCheckout(id: "${ID}", outcome: pay) { url } }`, 'user', {}],
    ['checkout', `{ checkout(id: "${ID}") { id state } }`, 'user', { id: ID, state: 'open' }],
    ['recentPlanPurchase', '{ recentPlanPurchase { plan state } }', 'user', { plan: 'premium', state: 'paid' }],
    ['previewPlanChange', 'mutation { previewPlanChange(plan: "standard") { toPlan todayCents } }', 'user', { toPlan: 'basic' }],
    ['confirmPlanChange', `mutation { confirmPlanChange(id: "${ID}") { state payUrl } }`, 'user', { state: 'paid' }],
    [
      'changeSubscription',
      'mutation { changeSubscription(action: cancel) { cancelsAtPeriodEnd } }',
      'user',
      { cancelsAtPeriodEnd: true },
    ],
    ['sandboxPortal', '{ sandboxPortal { payments { id state } } }', 'user', { payments: [] }],
    ['changeSandbox', 'mutation { changeSandbox(action: decline_card) { isCardDeclined } }', 'user', { isCardDeclined: true }],
    [
      'users',
      '{ users(limit: 1, offset: 2) { total users { username role } } }',
      'admin',
      { total: 450, users: [{ username: 'user-002' }] },
    ],
    ['user', `{ user(userId: "${ID}") { id username role } }`, 'admin', { id: ID, username: 'kim' }],
    ['userAccount', `{ userAccount(userId: "${ID}") { plan source credits used } }`, 'admin', { plan: 'basic', credits: 12 }],
    ['userBots', `{ userBots(userId: "${ID}", limit: 5) { total bots { name status } } }`, 'admin', { total: 1 }],
    ['userSessions', `{ userSessions(userId: "${ID}") { ip } }`, 'admin', [{ ip: '203.0.113.7' }]],
    ['endUserSessions', `mutation { endUserSessions(userId: "${ID}") { message } }`, 'admin', {}],
    ['admins', '{ admins { users { role } } }', 'admin', { users: [{ role: 'super_admin' }] }],
    ['adminStats', '{ adminStats { users { standard } bots { active } messages } }', 'admin', { users: { standard: 30 } }],
    ['setUserPlan', `mutation { setUserPlan(userId: "${ID}", plan: "standard") { plan } }`, 'admin', { plan: 'basic' }],
    ['grantAdmin', `mutation { grantAdmin(userId: "${ID}") { message } }`, 'admin', {}],
    ['revokeAdmin', `mutation { revokeAdmin(userId: "${ID}") { message } }`, 'admin', {}],
    ['grantCredits', `mutation { grantCredits(userId: "${ID}", credits: 5) { credits } }`, 'super_admin', { credits: 17 }],
    [
      'correctCredits',
      `mutation { correctCredits(userId: "${ID}", credits: 5, reason: "Granted twice") { credits } }`,
      'super_admin',
      { credits: 7 },
    ],
    ['payments', '{ payments(limit: 1) { total payments { title cents currency } } }', 'user', { total: 7 }],
    [
      'userPayments',
      `{ userPayments(userId: "${ID}") { payments { title } } }`,
      'admin',
      { payments: [{ title: 'Standard plan' }] },
    ],
    [
      'webhookEvents',
      '{ webhookEvents(state: failed) { total refused events { id state failure } } }',
      'admin',
      { refused: 3, events: [{ state: 'failed', failure: 'PAYMENT_UNAVAILABLE' }] },
    ],
    [
      'replayWebhookEvent',
      'mutation { replayWebhookEvent(id: "evt_7") { id state } }',
      'admin',
      { id: 'evt_7', state: 'applied' },
    ],
    [
      'paymentStatistics',
      '{ paymentStatistics(limit: 13) { mode periods { month revenue { netCents items { plan credits } } credits { outstanding } } } }',
      'admin',
      { mode: 'live', periods: [{ month: '2026-11', revenue: [{ netCents: 999 }], credits: { outstanding: 96 } }] },
    ],
    [
      'auditLog',
      `{ auditLog(action: login, limit: 1) { isIntact events { action details } } }`,
      'super_admin',
      { isIntact: true },
    ],
  ])('%s answers the expected data', async (field, query, role, expected) => {
    const { data, errors } = await as(role, query);
    expect(errors).toBeUndefined();
    expect(data?.[field]).toMatchObject(expected as object);
  });

  it.each([
    [
      'mutation { changePassword(input: { currentPassword: "not the password", newPassword: "new one" }) { message } }',
      'WRONG_PASSWORD',
      400,
    ],
    [`mutation { learnCommand(botId: "${ID}", commandId: "help") { id } }`, 'ALREADY_LEARNED', 409],
    [
      'mutation { createCustomCommand(input: { name: "a", trigger: "b", description: "c", code: "{" }) { id } }',
      'INVALID_SYNTAX',
      422,
    ],
    [`mutation { installSystem(botId: "${ID}", systemId: "music-bot") { systemId } }`, 'ALREADY_INSTALLED', 409],
    ['{ users { total } }', 'FORBIDDEN', 403],
    ['{ webhookEvents { total } }', 'FORBIDDEN', 403],
    ['mutation { replayWebhookEvent(id: "pi_1") { id } }', 'BAD_INPUT', 400],
    ['{ customCommand(id: "nobody") { id } }', 'NOT_FOUND', 404],
    [`mutation { sendMessage(botId: "${ID}", input: { message: "too many" }) { response } }`, 'DAILY_LIMIT', 429],
    ['mutation { checkoutPlan(plan: "gold") { url } }', 'BAD_INPUT', 400],
  ])('%s is refused with %s', async (query, code, statusCode) => {
    const { errors } = await as('user', query);
    expect(errors?.[0]?.extensions).toMatchObject({ code, statusCode });
  });

  describe('sign-in', () => {
    const LOGIN = 'mutation { login(input: { username: "kim", password: "correct horse" }) { token user { username } } }';

    it('login sets the cookie and answers the bearer token only', async () => {
      const register =
        'mutation { register(input: { username: "kim", email: "k@example.test", password: "correct horse" }) { token user { username } } }';
      for (const query of [register, LOGIN]) {
        const answer = await signedOut(query);
        const [, cookie = ''] = COOKIE.exec(answer.headers['set-cookie']?.[0] ?? '') ?? [];
        expect(answer.text).not.toContain(cookie);
        const me = await signedOut('{ me { username } }', { cookie: `kith=${cookie}`, 'sec-fetch-site': 'same-origin' });
        expect(me.body).toEqual({ data: { me: { username: 'kim' } } });
      }
    });

    it('login with a wrong password or from another site is refused and sets no cookie', async () => {
      const wrong = await signedOut(LOGIN.replace('correct horse', WRONG_PASSWORD));
      expect(wrong.body).toMatchObject({ errors: [{ extensions: { code: 'BAD_CREDENTIALS', statusCode: 401 } }] });
      const foreign = await signedOut(LOGIN, { origin: 'https://evil.example' });
      expect(foreign.body).toMatchObject({ errors: [{ extensions: { code: 'CROSS_ORIGIN', statusCode: 403 } }] });
      expect([wrong.headers['set-cookie'], foreign.headers['set-cookie']]).toEqual([undefined, undefined]);
    });

    it('a hundred login attempts in one request are refused before the first is executed [S6]', async () => {
      const attempts = Array.from(
        { length: 100 },
        (_, at) => `a${at}: login(input: { username: "kim", password: "guess-${at}" }) { token }`,
      );
      const before = world.stubs.calls.length;
      const answer = await signedOut(`mutation { ${attempts.join(' ')} }`);
      expect([answer.status, world.stubs.calls.length]).toEqual([400, before]);
      // The limit of aliases also refuses what is short enough for the limit of a document's length.
      const sixteen = await signedOut(`mutation { ${attempts.slice(0, 16).join(' ')} }`);
      expect([sixteen.status, sixteen.text]).toEqual([400, expect.stringContaining('At most 15 aliases')]);
      expect(world.stubs.calls.length).toBe(before);
      expect((await world.send('POST', '/graphql', { body: attempts.map((query) => ({ query })) })).status).toBe(400);
    });

    it.each(['logout { message }', 'endAllSessions { message }', 'deleteAccount(password: "correct horse") { message }'])(
      '%s clears the cookie and ends the session here at once',
      async (mutation) => {
        const client = world.client();
        const answer = await client.graphql(`mutation { ${mutation} }`);
        expect([answer.status, answer.headers['set-cookie']]).toEqual([200, CLEARED]);
        expect((await client.ask('GET', '/api/auth/user')).status).toBe(401);
      },
    );

    it('a forgotten password is reset', async () => {
      const answer = await signedOut(
        `mutation { resetPassword(token: "${RESET_TOKEN}", password: "battery staple") { message } }`,
      );
      expect([answer.body, answer.headers['set-cookie']]).toMatchObject([
        { data: { resetPassword: { message: 'Password changed' } } },
        CLEARED,
      ]);
    });

    it('impersonation begins and ends', async () => {
      const root = world.client({ username: 'root', role: 'super_admin' });
      const started = await root.graphql(
        `mutation { impersonate(userId: "${ID}") { message token user { id impersonatedBy { username } } } }`,
      );
      expect(started.headers['set-cookie']?.[0]).toMatch(COOKIE);
      const { impersonate } = (started.body as { data: { impersonate: { token: string } } }).data;
      expect(impersonate).toMatchObject({ user: { id: ID, impersonatedBy: { username: 'root' } } });
      const END = 'mutation { endImpersonation { message user { id } } }';
      const headers = { authorization: `Bearer ${impersonate.token}` };
      expect((await signedOut(END, headers)).body).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
      const ended = await signedOut(END, { ...headers, cookie: `kith-parent=${PARENT_COOKIE}` });
      expect(ended.body).toMatchObject({ data: { endImpersonation: { user: { id: root.actor.userId } } } });
      expect(ended.headers['set-cookie']?.[0]).toMatch(COOKIE);
      expect((await root.graphql(END)).body).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
    });
  });
});
