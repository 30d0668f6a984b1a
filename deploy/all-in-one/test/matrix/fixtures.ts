import { randomUUID } from 'node:crypto';
import type { Stack } from '@kith/all-in-one/testing';
import pg from 'pg';
import { createRoleUser, expectDone, type Roles, type RoleUser, type RoleName } from './roles.js';

export const HANDLER = 'export default () => ({ success: true, response: "hi", shouldReply: true });';

export const A_MODEL = {
  name: 'Llama',
  provider: 'openai',
  model: 'llama-5',
  plan: 'premium',
  contextWindow: 8192,
  inputPrice: 0.1,
  outputPrice: null,
  shutdownDate: null,
};

const KEPT = new WeakMap<object, Promise<string>>();

/** Creates resources of the owner for one request, so that a DELETE does not affect other requests. */
export class Fixtures {
  /** Whether what they make is for this role only. */
  dependsOnRole = false;

  constructor(
    private readonly stack: Stack,
    readonly roles: Roles,
    /** The role that sends the request. */
    readonly role: RoleName,
  ) {}

  get requester(): RoleUser {
    this.dependsOnRole = true;
    return this.roles.roleUserOf(this.role);
  }

  async bot(): Promise<{ id: string; name: string }> {
    const name = `Bot ${randomUUID().slice(0, 8)}`;
    return { id: await this.made('/api/bots', { name }), name };
  }

  item(botId: string): Promise<string> {
    return this.made(`/api/bots/${botId}/knowledge`, { title: 'Tides', content: 'Twice a day.' });
  }

  savedQuestion(botId: string): Promise<string> {
    return this.made(`/api/bots/${botId}/knowledge/questions`, { question: 'When is high tide?', expectedItemId: null });
  }

  /** A knowledge item with a file. */
  file(botId: string): Promise<string> {
    return this.made(`/api/bots/${botId}/knowledge/upload`, aForm());
  }

  /** A picture that the bot generated; needs an image model. */
  async image(botId: string): Promise<string> {
    const answer = await expectDone(
      this.roles.owner.client.post(`/api/bots/${botId}/chat`, { message: '/generate image a lighthouse' }),
    );
    return /images\/([\w-]+)\)/.exec(String(answer.body['response']))?.[1] ?? '';
  }

  learned(botId: string): Promise<string> {
    return this.made(`/api/bots/${botId}/commands`, { commandId: 'ping' });
  }

  command(): Promise<string> {
    return this.made('/api/user-commands', aCommand());
  }

  /** One for all rows that leave it as it is, because each new one is checked in the sandbox, and the owner may have sixty checked a minute. */
  keptCommand(): Promise<string> {
    const known = KEPT.get(this.roles.owner) ?? this.command();
    KEPT.set(this.roles.owner, known);
    return known;
  }

  async system(botId: string): Promise<string> {
    await expectDone(this.roles.owner.client.post(`/api/bots/${botId}/systems`, { systemId: 'reaction-roles' }));
    return 'reaction-roles';
  }

  /** Another session of the owner. */
  async session(): Promise<string> {
    const { username, password, client } = this.roles.owner;
    await client.login(username, password);
    const sessions = await this.list('/api/auth/sessions');
    const extra = sessions.find((session) => session['isCurrent'] === false);
    return String(extra?.['id']);
  }

  /** An access key of the owner. */
  async accessKey(): Promise<string> {
    const { client, password } = this.roles.owner;
    const mutation = 'mutation K($input: CreateAccessKeyInput!) { createAccessKey(input: $input) { accessKey { id } } }';
    const { body, text } = await client.graphql(mutation, {
      input: { name: 'Report', scopes: ['bots:read'], currentPassword: password },
    });
    const { data } = body as { data?: { createAccessKey: { accessKey: { id: string } } } };
    if (!data) throw new Error(text);
    return data.createAccessKey.accessKey.id;
  }

  /** An unpaid checkout of the owner. */
  async checkout(): Promise<string> {
    const answer = await expectDone(this.roles.owner.client.post('/api/credits/checkout', { packageId: 'credits-100' }));
    return String(answer.body['url']).split('/').at(-1) ?? '';
  }

  /** A notification of the owner. */
  async notification(): Promise<string> {
    const database = new pg.Client(this.stack.env['DATABASE_URL']);
    await database.connect();
    try {
      const content = { kind: 'bot-paused', botId: randomUUID(), botName: 'Nova' };
      const { rows } = await database.query<{ id: string }>(
        'insert into auth.notification (user_id, key, content) values ($1, $2, $3) returning id',
        [this.roles.owner.id, randomUUID(), content],
      );
      return rows[0]?.id ?? '';
    } finally {
      await database.end();
    }
  }

  /** A message in the owner's test chat that the bot cannot answer; its request id. */
  async askedInChat(botId: string): Promise<string> {
    const requestId = randomUUID();
    const input = { message: 'When does the harbour of Zanzibar open?', requestId };
    await expectDone(this.roles.owner.client.post(`/api/bots/${botId}/chat`, input));
    return requestId;
  }

  /** A question of the inbox of the owner's bot. */
  async inboxQuestion(botId: string): Promise<string> {
    await this.askedInChat(botId);
    const { inbox } = await this.ownersData<{ inbox: { questions: { id: string }[] } }>(
      'query I($botId: ID!) { inbox(botId: $botId) { questions { id } } }',
      { botId },
    );
    return String(inbox.questions[0]?.id);
  }

  /** A pinned answer of the owner's bot. */
  async pinned(botId: string): Promise<string> {
    const mutation = 'mutation P($botId: ID!, $input: PinnedAnswerInput!) { pinAnswer(botId: $botId, input: $input) { id } }';
    return (await this.ownersData<{ pinAnswer: { id: string } }>(mutation, { botId, input: A_PINNED })).pinAnswer.id;
  }

  /** A saved conversation of the owner's bot. */
  async savedConversation(botId: string): Promise<string> {
    const mutation =
      'mutation S($botId: ID!, $questions: [String!]!) { saveConversation(botId: $botId, questions: $questions) { id } }';
    const data = await this.ownersData<{ saveConversation: { id: string } }>(mutation, { botId, questions: ['When?'] });
    return data.saveConversation.id;
  }

  private async ownersData<T>(document: string, variables: object): Promise<T> {
    const { body, text } = await this.roles.owner.client.graphql(document, variables);
    const { data } = body as { data?: T };
    if (!data) throw new Error(text);
    return data;
  }

  /** A message of a member that moderation of the owner's bot deleted. */
  async moderationCase(botId: string): Promise<string> {
    const id = randomUUID();
    await this.insert(
      `insert into runner.moderation_case
         (id, bot_id, owner_id, guild_id, channel_id, message_id, member_id, member_name, rule, actions, is_dry_run)
       values ($1, $2, $3, '200000000000000001', '300000000000000001', $4, '100000000000000001', 'Ann', 'links', '{delete}', false)`,
      [id, botId, this.roles.owner.id, String(Date.now())],
    );
    return id;
  }

  /** A bot with a case, and the server of it. */
  async ofModeration() {
    const { id: botId } = await this.bot();
    return { params: { botId, caseId: await this.moderationCase(botId) }, body: { guildId: '200000000000000001' } };
  }

  /** An event of the payment provider that changed nothing. */
  async paymentEvent(): Promise<string> {
    const eventId = `evt_${randomUUID()}`;
    await this.insert(
      `insert into billing.webhook_event (id, type, mode, parsed, state, happened_at)
       values ($1, 'payout.paid', 'sandbox', '{"customerId": null, "concernsSubscription": false}', 'applied', now())`,
      [eventId],
    );
    return eventId;
  }

  /** A new user with five credits. */
  async userWithCredits(): Promise<string> {
    const userId = await this.otherUser();
    await this.insert('select billing.post_grant($1, 5, $2, null)', [userId, randomUUID()]);
    return userId;
  }

  private async insert(statement: string, parameters: unknown[]): Promise<void> {
    const database = new pg.Client(this.stack.env['DATABASE_URL']);
    await database.connect();
    try {
      await database.query(statement, parameters);
    } finally {
      await database.end();
    }
  }

  /** A new user without relations. */
  async otherUser(): Promise<string> {
    return (await createRoleUser(this.stack)).id;
  }

  private async list(path: string): Promise<Record<string, unknown>[]> {
    const { text } = await expectDone(this.roles.owner.client.get(path));
    const body = JSON.parse(text) as unknown;
    return (Array.isArray(body) ? body : (body as { sessions: unknown[] }).sessions) as Record<string, unknown>[];
  }

  private async made(path: string, body: unknown): Promise<string> {
    return String((await expectDone(this.roles.owner.client.post(path, body))).body['id']);
  }
}

export const A_PINNED = { questions: ['When does the harbour open?'], answer: 'At nine.' };

/** A text file as form data of the upload route. */
export function aForm(): FormData {
  const form = new FormData();
  form.append('title', 'Tide table');
  form.append('file', new File(['High water at noon.'], 'tides.txt', { type: 'text/plain' }));
  return form;
}

export const aCommand = () => ({
  name: 'Greeting',
  trigger: `!hi-${randomUUID().slice(0, 8)}`,
  description: 'Says hello',
  code: HANDLER,
});

interface Arranged<T> {
  readonly arrange?: (fixtures: Fixtures) => Promise<T> | T;
}

/** What the requests of a row need, made anew for each request that may change it. */
export class RowFixtures<T extends object> {
  private readonly shared = new Map<Arranged<T>, Promise<{ readonly made: T | undefined; readonly dependsOnRole: boolean }>>();

  constructor(private readonly fixturesOf: (role: RoleName) => Fixtures) {}

  async makeNew(row: Arranged<T>, role: RoleName): Promise<T | undefined> {
    return row.arrange?.(this.fixturesOf(role));
  }

  /** For a request that changes nothing, because it only reads or is refused: the same for all of them, unless it depends on the role. */
  async unchanged(row: Arranged<T>, role: RoleName = 'owner'): Promise<T | undefined> {
    const known = this.shared.get(row) ?? this.share(row);
    this.shared.set(row, known);
    const { made, dependsOnRole } = await known;
    return dependsOnRole ? this.makeNew(row, role) : made;
  }

  private async share(row: Arranged<T>) {
    const fixtures = this.fixturesOf('owner');
    return { made: await row.arrange?.(fixtures), dependsOnRole: fixtures.dependsOnRole };
  }
}
