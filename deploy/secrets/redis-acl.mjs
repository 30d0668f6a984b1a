import { createHash, randomBytes } from 'node:crypto';
import { PROCESSES } from './secrets.mjs';

/**
 * What each process may do in Redis, beyond answering the calls of its own service. A test compares the table with the contracts of proto.
 * calls: services whose calls it uses. queues: queues that it fills or works off. publishes, subscribes: live events.
 * reads: keys of others that it may read. counts: numbers of others that it may raise. limits: names of rate limits that do not begin with its name. channels: its own channels. rewritesLog: it may have the append-only file
 * rewritten. Keys that begin with its name and a colon are its own (`runner:` for bot-runner).
 */
export const REDIS_RIGHTS = {
  gateway: {
    calls: ['auth', 'bots', 'billing', 'chat', 'knowledge', 'bot-runner', 'sandbox'],
    queues: ['audit'],
    subscribes: ['actor-dropped', 'bot-status', 'notifications-changed', 'problems-changed', 'servers-changed', 'usage-changed'],
  },
  auth: {
    calls: ['billing', 'bots', 'chat'],
    queues: ['audit', 'notices', 'account-removals'],
    publishes: ['actor-dropped', 'notifications-changed'],
    subscribes: ['actor-dropped'],
    counts: ['runner:invalid-requests:total:*'],
    rewritesLog: true,
  },
  bots: {
    calls: ['billing', 'chat', 'knowledge', 'bot-runner', 'sandbox'],
    queues: ['audit', 'lifecycle', 'plan-changes', 'resets', 'notices'],
    publishes: ['bot-changed', 'bot-status'],
    subscribes: ['actor-dropped', 'bot-status'],
    limits: ['command-tests'],
  },
  billing: {
    calls: ['auth'],
    queues: ['audit', 'plan-changes', 'notices'],
    limits: ['webhook-refused'],
    publishes: ['actor-dropped', 'usage-changed'],
  },
  chat: {
    calls: ['auth', 'billing', 'bots', 'bot-runner', 'knowledge'],
    queues: ['audit', 'replies', 'deliveries', 'forget-me', 'memory'],
    reads: ['runner:missed:*', 'runner:newest:*', 'runner:superseded:*'],
    publishes: ['job-ended', 'message-settled', 'messages-deleted', 'usage-changed'],
    subscribes: ['actor-dropped', 'messages-deleted', 'reply-interrupted'],
  },
  knowledge: { calls: ['bots', 'bot-runner', 'chat'], queues: ['ingest', 'site-ingest', 'scan-ingest'] },
  'bot-runner': {
    calls: ['bots', 'chat', 'knowledge'],
    queues: [
      'audit',
      'notices',
      'moderation',
      'commands',
      'systems',
      'lifecycle',
      'removals',
      'deliveries',
      'proactive',
      'replies',
      'forget-me',
    ],
    publishes: [
      'bot-changed',
      'job-ended',
      'message-settled',
      'problems-changed',
      'reply-interrupted',
      'servers-changed',
      'system-changed',
    ],
    subscribes: [
      'actor-dropped',
      'bot-changed',
      'bot-status',
      'job-ended',
      'message-settled',
      'problems-changed',
      'servers-changed',
      'system-changed',
    ],
    limits: ['forget-me'],
    channels: ['runner:alive:*'],
  },
  sandbox: { limits: ['sandbox'] },
};

const CONNECT =
  '+ping +info +time +select +hello +auth +quit +multi +exec +discard +client|id +client|setname +script|load +script|exists';
/** Everything with one's own keys, except what names no key and would reach those of others. */
const OWN_KEYS = '+@read +@write -@dangerous -scan -randomkey -dbsize +eval +evalsha';
const SEND_REQUEST = '+eval +evalsha +xadd +xlen +xpending +xdel +get +exists +publish';
const SERVE =
  '+eval +evalsha +xreadgroup +xgroup|create +xgroup|delconsumer +xack +xdel +xlen +xpending +xclaim +xinfo|consumers ' +
  '+get +set +del +exists +zadd +zrem +zremrangebyscore +zcard +pexpire +time +pubsub|numsub +client|reply';

/**
 * The ACL rule of one process, without name and password. Redis checks each command against one parenthesised group at a time.
 * database: number of the Redis database that the process uses; channels of live events begin with it when it is not 0 (services/kit/src/events.ts).
 */
export function redisRule(name, database = 0) {
  const {
    calls = [],
    queues = [],
    reads = [],
    counts = [],
    publishes = [],
    subscribes = [],
    limits = [],
    channels = [],
    rewritesLog,
  } = REDIS_RIGHTS[name];
  const owner = name === 'bot-runner' ? 'runner' : name;
  const channelOf = (event) => `${database === 0 ? '' : `${database}:`}events:${event}`;
  const ownKeys = [
    `${owner}:*`,
    ...[`${owner}-*`, ...limits.map((limit) => `${limit}:*`)].flatMap((limit) => [`limit:${limit}`, `strikes:${limit}`]),
    ...queues.map((queue) => `jobs:${queue}:*`),
  ];
  const isService = name !== 'gateway';
  const received = isService ? [`rpc:r:${name}:*`, `rpc:c:${name}:*`] : [`rpc:r:${name}:*`];
  const subscribed = [...received, ...subscribes.map(channelOf), ...channels];
  const groups = [
    `${OWN_KEYS} ${ownKeys.map((key) => `~${key}`).join(' ')}`,
    `+subscribe +unsubscribe ${subscribed.map((channel) => `&${channel}`).join(' ')}`,
    // Whether a service runs.
    '+exists ~rpc:{*}:up',
  ];
  if (reads.length > 0) groups.push(`+get ${reads.map((key) => `%R~${key}`).join(' ')}`);
  if (counts.length > 0) groups.push(`+incr +expire ${counts.map((key) => `~${key}`).join(' ')}`);
  if (publishes.length > 0) groups.push(`+publish ${publishes.map((event) => `&${channelOf(event)}`).join(' ')}`);
  if (calls.length > 0) {
    const places = calls.map((service) => `~rpc:{${service}}:s ~rpc:{${service}}:up &rpc:c:${service}:*`);
    groups.push(`${SEND_REQUEST} ${places.join(' ')}`);
  }
  if (isService) groups.push(`${SERVE} ~rpc:{${name}}:*`, '+publish &rpc:r:*');
  const rewrite = rewritesLog ? ' +bgrewriteaof' : '';
  return `resetkeys resetchannels -@all ${CONNECT} +pubsub|numsub${rewrite} ${groups.map((group) => `(${group})`).join(' ')}`;
}

/**
 * Nobody can sign in as it: it is off and has no password. With its rights Redis replays the append-only file at its start, and without them
 * it would leave out what transactions and scripts wrote.
 */
const REPLAY_USER = 'user default off resetpass allkeys allchannels allcommands';

/** A user of Redis for each process, and one for the health check that may do nothing else. Nobody may act as the administrator. */
export function redisUsers({ secret }) {
  const users = PROCESSES.map((name) => ({
    name,
    password: secret(`redis password of ${name}`, () => randomBytes(24).toString('base64url')),
  }));
  const rules = users.map(({ name, password }) => `user ${name} on #${sha256(password)} ${redisRule(name)}`);
  return {
    env: Object.fromEntries(users.map(({ name, password }) => [name, { REDIS_URL: `redis://${name}:${password}@redis:6379` }])),
    files: { 'redis.acl': [...rules, 'user health on nopass -@all +ping', REPLAY_USER, ''].join('\n') },
  };
}

const sha256 = (text) => createHash('sha256').update(text).digest('hex');
