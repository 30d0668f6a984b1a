import { createHash } from 'node:crypto';
import { fastify, type FastifyRequest } from 'fastify';
import { Pool } from 'pg';

// The reference of the door's benchmark: the same answers by hand, with Fastify and pg in one process. Each request looks its session up.
const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 5 });
const server = fastify();

const SESSION = `select u.id, u.username, u.role from auth.session s join auth."user" u on u.id = s.user_id
  where s.bearer_hash = $1 and s.last_used_at > now() - interval '7 days' and s.created_at > now() - interval '30 days'`;
const COLUMNS = `b.id, b.owner_id as "userId", b.name, b.description, b.avatar_color as "avatarColor", b.server_id as "serverId",
  b.status_text as "statusText", b.age_rating as "ageRating", b.instructions, b.model, b.response_style as "responseStyle", b.personality,
  b.preferences, b.channel_settings as "channelSettings", b.daily_caps as "dailyCaps", b.discord_token is not null as "hasDiscordToken",
  b.token_hint as "discordTokenHint", nullif(b.channel_settings->>'dedicatedChannelId', '') as "dedicatedChannelId",
  case b.runtime_state when 'online' then 'online' else 'offline' end as status, b.runtime_state as "runtimeState",
  b.status_reason as "statusReason", b.created_at as created, b.created_at as "createdAt", b.updated_at as "updatedAt", b.version`;
const PAGE = `from bots.bot b where b.owner_id = $1 and b.deleted_at is null order by b.created_at, b.id limit $2`;
const LIST = `select ${COLUMNS} ${PAGE}`;
const DASHBOARD = `select b.id, b.name, b.description, b.avatar_color as "avatarColor", b.discord_token is not null as "hasDiscordToken", b.personality,
  case b.runtime_state when 'online' then 'online' else 'offline' end as status, b.runtime_state as "runtimeState",
  b.status_reason as "statusReason" ${PAGE}`;
const TOTAL = 'select count(*)::int as total from bots.bot where owner_id = $1 and deleted_at is null';
const COUNTS = 'select bot_id as "botId", delivered::int from chat.bot_counter where bot_id = any($1)';
const USER = `select u.*, a.plan from auth."user" u left join billing.announced_plan a on a.user_id = u.id where u.id = $1`;

interface Row {
  readonly id: string;
}

server.get('/api/bots', async (request, reply) => {
  const user = await userOf(request);
  const [list, total] = await page(LIST, user, 100);
  void reply.header('x-total-count', String(total));
  return list;
});

server.post('/graphql', async (request, reply) => {
  void reply.header('cache-control', 'no-store');
  const user = await userOf(request);
  const [bots, total] = await page(DASHBOARD, user, 200);
  return { data: { bots: { total, bots } } };
});

server.get('/api/auth/user', async (request, reply) => {
  void reply.header('cache-control', 'no-store');
  const { id } = await userOf(request);
  const user = await one('user', USER, [id]);
  return {
    id,
    username: user['username'],
    email: user['email'],
    role: user['role'],
    isAdmin: user['role'] !== 'user',
    subscriptionPlan: user['plan'] ?? 'free',
    impersonatedBy: null,
    apiSettings: {
      defaultModelProvider: user['default_model_provider'],
      hasApiKey: user['api_key'] !== null,
      ownModel: user['own_model'],
    },
    notificationSettings: { emailNotifications: user['email_notifications'], botStatusAlerts: user['bot_status_alerts'] },
  };
});

const CREATION = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string', minLength: 3, maxLength: 100 }, description: { type: 'string', maxLength: 1000 } },
} as const;

server.post<{ Body: { name: string; description?: string } }>(
  '/api/bots',
  { schema: { body: CREATION } },
  async (request, reply) => {
    const { id: userId } = await userOf(request);
    const { name, description = null } = request.body;
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query({ name: 'lock', text: `select pg_advisory_xact_lock(hashtext($1))`, values: [userId] });
      const { rows: counted } = await client.query<{ total: number }>({ name: 'total', text: TOTAL, values: [userId] });
      if ((counted[0]?.total ?? 0) >= 999) throw new Error('too many');
      const { rows } = await client.query<Row>({ name: 'create', text: INSERT, values: [userId, name, description] });
      await client.query('commit');
      void reply.code(201);
      return { ...rows[0], messageCount: 0, droppedTraits: [], warnings: [] };
    } finally {
      client.release();
    }
  },
);

// The settings that are not named are those of the user's first bot: initial ones.
const INSERT = `insert into bots.bot as b (id, owner_id, name, description, avatar_color, model, response_style, personality, preferences, channel_settings)
  select gen_random_uuid(), $1, $2, $3, avatar_color, model, response_style, personality, preferences, channel_settings
  from (select * from bots.bot where owner_id = $1 order by created_at limit 1) first returning ${COLUMNS}`;

/** A page of bots with the number of their delivered replies, and the number of all bots. */
async function page(text: string, { id }: Row, limit: number): Promise<[object[], number]> {
  const [{ rows }, { total }] = await Promise.all([
    pool.query<Row>({ name: text.slice(0, 60), text, values: [id, limit] }),
    one<{ total: number }>('total', TOTAL, [id]),
  ]);
  const { rows: counts } = await pool.query<{ botId: string; delivered: number }>({
    name: 'counts',
    text: COUNTS,
    values: [rows.map((bot) => bot.id)],
  });
  const delivered = new Map(counts.map((count) => [count.botId, count.delivered]));
  return [rows.map((bot) => ({ ...bot, messageCount: delivered.get(bot.id) ?? 0 })), total];
}

async function userOf({ headers }: FastifyRequest): Promise<Row> {
  const token = (headers.authorization ?? '').slice('Bearer '.length);
  return one<Row>('session', SESSION, [createHash('sha256').update(token).digest('hex')]);
}

async function one<T extends object = Record<string, unknown>>(name: string, text: string, values: unknown[]): Promise<T> {
  const { rows } = await pool.query<T>({ name, text, values });
  const [row] = rows;
  if (!row) throw new Error('nothing found');
  return row;
}

const address = await server.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`{"address":"${address}","msg":"kith is up"}\n`);
process.once('SIGTERM', () => process.exit(0));
