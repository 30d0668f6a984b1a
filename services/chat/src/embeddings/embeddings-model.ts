import { CONFIG, Interval, LOGGER, REDIS, type Config, type Logger } from '@kith/kit';
import type { EMBEDDED_KINDS } from '@kith/proto';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { boundedFetch } from '../models/bounded-fetch.js';
import { namedModel } from '../models/named-model.js';
import { ollamaAddress } from '../models/ollama-address.js';
import { isOpenAi, OpenAiProvider } from '../models/openai.provider.js';
import { EmbeddingsEndpoint } from './embeddings-endpoint.js';

/** What is put before a text, by its kind. */
type Prefixes = Readonly<Record<(typeof EMBEDDED_KINDS)[number], string>>;

/** What some models expect before a text. */
const PREFIXES: readonly (readonly [RegExp, Prefixes])[] = [
  [/nomic-embed/i, { question: 'search_query: ', passage: 'search_document: ' }],
  [/(?:^|[^a-z])e5(?:[^a-z]|$)/i, { question: 'query: ', passage: 'passage: ' }],
  [/mxbai-embed/i, { question: 'Represent this sentence for searching relevant passages: ', passage: '' }],
  [/arctic-embed/i, { question: 'query: ', passage: '' }],
];
const OPENAI_DEFAULT = 'openai:text-embedding-3-small';
/** Embeddings models that are taken from the list of the operator's own server, the first one that it has; those of many languages come first. */
const KNOWN_LOCAL: readonly RegExp[] = [
  /(?:^|[^a-z0-9])bge-m3(?:[^a-z0-9]|$)/i,
  /multilingual-e5/i,
  /snowflake-arctic-embed2/i,
  /nomic-embed-text/i,
  /mxbai-embed-large/i,
];
/** As EMBEDDINGS_MODEL takes it. */
const LISTED_NAME = /^[\w.:/@-]{1,120}$/;
const LOOK_EVERY_MS = 300_000;
const LIST_TIMEOUT_MS = 10_000;
/** The model of the own server that all replicas use as long as the server lists it. */
const AGREED_KEY = 'chat:embeddings-model';
const AGREED_S = 90 * 86_400;

/** The Redis commands that are used here. */
interface AgreementStore {
  get(key: string): Promise<string | null>;
  set(key: string, value: string, unit: 'EX', seconds: number): Promise<unknown>;
  set(key: string, value: string, unit: 'EX', seconds: number, condition: 'NX'): Promise<unknown>;
}

export interface ModelInUse {
  /** Provider and model. */
  readonly id: string;
  readonly endpoint: EmbeddingsEndpoint;
  /** Whether texts leave the operator's own server. */
  readonly isForeign: boolean;
  readonly prefixes: Prefixes;
}

/**
 * Which embeddings model there is (docs/decisions.md W13): the one of EMBEDDINGS_MODEL; without it OpenAI's where the operator has a key for OpenAI
 * itself, else one that the operator's own server lists, which is asked at the start and every five minutes.
 */
@Injectable()
export class EmbeddingsModel implements OnApplicationBootstrap {
  private used: ModelInUse | undefined;
  /** The address of the own server, where a model is looked for there. */
  private readonly server: string | undefined;

  /** Throws where EMBEDDINGS_MODEL names a provider that is not set up. */
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(REDIS) private readonly redis: AgreementStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const { EMBEDDINGS_MODEL: given, OPENAI_API_KEY, OPENAI_BASE_URL, LOCAL_LLM_BASE_URL } = config;
    const isAtOpenAi = OPENAI_API_KEY !== undefined && isOpenAi({ apiKey: OPENAI_API_KEY, baseUrl: OPENAI_BASE_URL });
    const id = given ?? (isAtOpenAi ? OPENAI_DEFAULT : undefined);
    this.used = id === undefined || id === 'off' ? undefined : inUse(config, id);
    this.server = id === undefined ? LOCAL_LLM_BASE_URL : undefined;
  }

  get inUse(): ModelInUse | undefined {
    return this.used;
  }

  /** Not waited for: the service starts also while the server is down. */
  onApplicationBootstrap(): void {
    void this.look().catch((error: unknown) => this.logger.warn({ err: error }, 'the embeddings model is not known yet'));
  }

  /** Asks the own server for an embeddings model. While it does not answer, the one that was agreed on stays. */
  @Interval(LOOK_EVERY_MS, 'the embeddings model of the own server')
  async look(): Promise<void> {
    if (this.server === undefined) return;
    const [listed, agreed] = await Promise.all([listedBy(this.server), this.redis.get(AGREED_KEY)]);
    if (!listed) return this.use(this.used ? undefined : (agreed ?? undefined));
    const name = agreed !== null && listed.includes(agreed) ? agreed : await this.agree(knownAmong(listed), agreed);
    if (name !== undefined) await this.redis.set(AGREED_KEY, name, 'EX', AGREED_S);
    else this.used = undefined;
    this.use(name);
  }

  /** Replicas that look at the same time take the same one: that of the first. */
  private async agree(name: string | undefined, before: string | null): Promise<string | undefined> {
    if (name === undefined || before !== null) return name;
    await this.redis.set(AGREED_KEY, name, 'EX', AGREED_S, 'NX');
    return (await this.redis.get(AGREED_KEY)) ?? name;
  }

  private use(name: string | undefined): void {
    const id = `local:${name}`;
    if (name === undefined || id === this.used?.id) return;
    this.used = inUse(this.config, id);
    this.logger.info({ model: id }, 'knowledge is searched by meaning too, by an embeddings model of the own server');
  }
}

/** The best known embeddings model among names. */
export function knownAmong(names: readonly string[]): string | undefined {
  const sorted = names.filter((name) => LISTED_NAME.test(name)).toSorted();
  return KNOWN_LOCAL.map((known) => sorted.find((name) => known.test(name))).find((name) => name !== undefined);
}

/** The models that a server lists; where it lists none by OpenAI's protocol, those that it lists as Ollama. Undefined while it does not answer. */
async function listedBy(baseUrl: string): Promise<string[] | undefined> {
  const models = await new OpenAiProvider({ apiKey: 'none', baseUrl })
    .listing(AbortSignal.timeout(LIST_TIMEOUT_MS))
    .catch(() => undefined);
  return models && models.length > 0 ? models.map(({ id }) => id) : ((await tagsOf(baseUrl)) ?? models?.map(({ id }) => id));
}

async function tagsOf(baseUrl: string): Promise<string[] | undefined> {
  try {
    const response = await boundedFetch(ollamaAddress(baseUrl, '/api/tags'), { signal: AbortSignal.timeout(LIST_TIMEOUT_MS) });
    const { models } = (await response.json()) as { readonly models?: unknown };
    if (!response.ok || !Array.isArray(models)) return undefined;
    return models.flatMap((model: unknown) => {
      const { name } = (model ?? {}) as { readonly name?: unknown };
      return typeof name === 'string' ? [name] : [];
    });
  } catch {
    return undefined;
  }
}

function inUse(config: Config, id: string): ModelInUse {
  const { model, options, isForeign } = namedModel(config, id, 'EMBEDDINGS_MODEL');
  const prefixes = PREFIXES.find(([name]) => name.test(model))?.[1] ?? { question: '', passage: '' };
  return { id, endpoint: new EmbeddingsEndpoint(options, model), isForeign, prefixes };
}
