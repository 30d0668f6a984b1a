import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PROCESSES, type ProcessName } from '@kith/proto';
import { z } from 'zod';
import { parseDestinations } from './egress/destinations.js';

/** The services that encrypt or fingerprint what they store. */
const SERVICES_WITH_KEYRING = new Set<ProcessName>(['auth', 'bots', 'billing', 'chat', 'bot-runner']);

/** In tokens; what Ollama gives a model to read where nobody says otherwise. */
export const DEFAULT_LOCAL_WINDOW = 4096;

const optional = z.string().optional();
const address = z.url().optional();
const flag = z
  .enum(['true', 'false', '1', '0'])
  .default('false')
  .transform((value) => value === 'true' || value === '1');

function isListOfDestinations(list: string): boolean {
  try {
    parseDestinations(list);
    return true;
  } catch {
    return false;
  }
}

const Environment = z.object({
  NODE_ENV: z.string().default('development'),
  /** Which services this process runs. */
  SERVICE: z
    .string()
    .default('all')
    .transform((value) => (value === 'all' ? [...PROCESSES] : value.split(',').map((name) => name.trim())))
    .pipe(z.array(z.enum(PROCESSES))),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Proxies whose X-Forwarded-For the gateway trusts: addresses and networks, separated by commas. */
  TRUST_PROXY: z
    .string()
    .default('loopback')
    .transform((value) => value.split(',').map((entry) => entry.trim()))
    .pipe(z.array(z.union([z.enum(['loopback', 'linklocal', 'uniquelocal']), z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]))),
  DATA_DIR: z.string().default('.data'),
  /** Required by the services that keep data in Postgres. */
  DATABASE_URL: optional,
  REDIS_URL: z.string(),
  APP_KEYRING: optional,
  RPC_PRIVATE_KEY: optional,
  RPC_PUBLIC_KEYS: optional,
  SUPER_ADMIN_USERNAME: z.string().default('superadmin'),
  SUPER_ADMIN_EMAIL: z.email().default('superadmin@kith.invalid'),
  SUPER_ADMIN_PASSWORD: optional,
  AUTH_STRICT: flag,
  DISCORD_API_URL: z.url().default('https://discord.com/api'),
  /** Whether companions may play in voice channels, which needs UDP to Discord's voice servers. */
  DISCORD_VOICE: flag,
  /** Which radio stations companions may play: URLs of which host and port count, and wildcards, in the notation of EGRESS_ALLOW. */
  RADIO_ALLOW: z
    .string()
    .default('')
    .refine(
      isListOfDestinations,
      'must be URLs, https://*.example.org for all names below one, or "public", with blanks between',
    ),
  DISCORD_CLIENT_ID: optional,
  DISCORD_CLIENT_SECRET: optional,
  OPENAI_API_KEY: optional,
  OPENAI_BASE_URL: address,
  /** Whether replies are checked by the moderation endpoint of OpenAI; `auto`: where OPENAI_API_KEY is used at OpenAI itself. */
  OPENAI_MODERATION: z.enum(['auto', 'on', 'off']).default('auto'),
  /** Where the own keys of users are used; OPENAI_BASE_URL is the operator's. */
  OPENAI_API_URL: z.url().default('https://api.openai.com/v1'),
  ANTHROPIC_API_KEY: optional,
  ANTHROPIC_BASE_URL: z.url().default('https://api.anthropic.com'),
  LOCAL_LLM_BASE_URL: address,
  LOCAL_LLM_MODEL: optional,
  /** In tokens. */
  LOCAL_LLM_WINDOW: z.coerce.number().int().min(2048).default(DEFAULT_LOCAL_WINDOW),
  MODEL_CATALOGUE: optional,
  /**
   * Provider and model by which knowledge is searched by meaning: `openai:text-embedding-3-small`, `local:bge-m3`; `off` for none. Without it the chat
   * service finds one (docs/decisions.md W13). Only the chat service reads it.
   */
  EMBEDDINGS_MODEL: z
    .string()
    .regex(/^(?:off|(?:openai|local):[\w.:/@-]{1,120})$/, 'must be off, or openai: or local: and the name of a model')
    .optional(),
  /**
   * Provider and language model that writes the whole question that a short message means after another one, where a search finds nothing:
   * `openai:gpt-4.1-nano`, `local:qwen2.5:3b` (docs/decisions.md W5). None without it. Only the chat service reads it.
   */
  QUESTION_MODEL: z
    .string()
    .regex(/^(?:openai|local):[\w.:/@-]{1,120}$/, 'must be openai: or local: and the name of a model')
    .optional(),
  STRIPE_SECRET_KEY: optional,
  STRIPE_WEBHOOK_SECRET: optional,
  STRIPE_API_URL: address,
  BILLING_SANDBOX: flag,
  SMTP_URL: address,
  /** An HTTP proxy for outgoing connections, for clients to which NODE_USE_ENV_PROXY does not apply. */
  HTTPS_PROXY: address,
  MAIL_FROM: optional,
  FILE_STORE: optional,
  /** At least 30, because the analytics cover 30 days. */
  MESSAGE_RETENTION_DAYS: z.coerce.number().int().min(30).max(3650).default(30),
  /** The lines that a member of Discord writes in a row within this time are one question; 0 answers each. */
  REPLY_MERGE_WINDOW_MS: z.coerce.number().int().min(0).max(10_000).default(2000),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: address,
});

/** All environment variables of Kith, parsed; `.env.example` documents them. */
export type Config = Readonly<Omit<z.infer<typeof Environment>, 'APP_KEYRING' | 'PUBLIC_URL' | 'FILE_STORE'>> & {
  /** Undefined when the process has its own RPC keys and none of its services uses a key ring. */
  readonly APP_KEYRING: string | undefined;
  readonly PUBLIC_URL: string;
  readonly FILE_STORE: string;
};

/** Nest token of the parsed configuration. */
export const CONFIG = Symbol('config');

/** Names of the environment variables that Kith reads; a test compares them with `.env.example`. */
export const VARIABLES: readonly string[] = Object.keys(Environment.shape);

/**
 * Reads and checks the environment. Throws an Error that names each wrong variable and its rule, never its value.
 * In production a missing APP_KEYRING is an error for processes that need one; elsewhere one is generated into DATA_DIR and kept.
 */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  // A copy of .env.example and compose files with `${NAME:-}` contain names without a value; they count as unset.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      ({ path, message }) => `${path.join('.')}: ${given[String(path[0])] === undefined ? 'is missing' : message}`,
    );
    throw new Error(`Configuration is not valid.\n  ${problems.join('\n  ')}`);
  }
  const values = parsed.data;
  if (values.LOCAL_LLM_BASE_URL && !values.LOCAL_LLM_MODEL)
    throw new Error('Configuration is not valid.\n  LOCAL_LLM_MODEL: is missing (required with LOCAL_LLM_BASE_URL)');
  const dataDir = resolve(values.DATA_DIR);
  return Object.freeze({
    ...values,
    DATA_DIR: dataDir,
    // Paths that start with a slash are appended.
    PUBLIC_URL: (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, ''),
    FILE_STORE: values.FILE_STORE ?? `file:${join(dataDir, 'files')}`,
    APP_KEYRING: values.APP_KEYRING ?? (needsKeyring(values) ? generatedKeyring(dataDir, values.NODE_ENV) : undefined),
  });
}

/** Without RPC keys in the environment they are derived from the ring. */
const needsKeyring = ({ SERVICE, RPC_PRIVATE_KEY }: z.infer<typeof Environment>): boolean =>
  RPC_PRIVATE_KEY === undefined || SERVICE.some((name) => SERVICES_WITH_KEYRING.has(name));

function generatedKeyring(dataDir: string, nodeEnv: string): string {
  if (nodeEnv === 'production')
    throw new Error('Configuration is not valid.\n  APP_KEYRING: is missing (required in production)');
  const path = join(dataDir, 'keyring');
  if (existsSync(path)) return readFileSync(path, 'utf8').trim();
  mkdirSync(dataDir, { recursive: true });
  const keyring = `k1:${randomBytes(32).toString('base64')}`;
  try {
    // 'wx': of two processes that start at the same time one creates the file and the other reads it.
    writeFileSync(path, `${keyring}\n`, { mode: 0o600, flag: 'wx' });
    return keyring;
  } catch {
    return readFileSync(path, 'utf8').trim();
  }
}
