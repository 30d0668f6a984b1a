import type { OpenAI } from 'openai';
import type { AgeRating } from '@kith/proto';
import { CircuitBreaker } from '../models/circuit-breaker.js';
import { boundedFetch } from '../models/bounded-fetch.js';
import { OPENAI_URL } from '../models/openai.provider.js';
import { toModelFailure } from '../models/provider-errors.js';
import type { Unsuitable } from './reply-rules.js';

const MODEL = 'omni-moderation-latest';
const TIMEOUT_MS = 2500;
/** Of one check: the end of a longer text was checked before. */
const MAX_CHARS = 8000;

/** Withheld whoever asks: what could cost a life, or harms children. */
const DANGER = [
  'sexual/minors',
  'self-harm/instructions',
  'illicit/violent',
  'harassment/threatening',
  'hate/threatening',
] as const;
/** Withheld in bots that are for everyone. */
const ADULT = ['sexual', 'violence/graphic'] as const;

/** The moderation endpoint of OpenAI, with the key of the operator or of the owner of a bot. It costs nothing there. */
export class ModerationEndpoint {
  private client: Promise<OpenAI> | undefined;

  constructor(
    private readonly apiKey: string,
    private readonly baseUrl: string | undefined,
    private readonly timeoutMs = TIMEOUT_MS,
    /** Of the key: its outages are its own. */
    private readonly breaker = new CircuitBreaker(),
  ) {}

  /** Undefined for a text that may be shown. Throws ModelFailure while the endpoint does not answer. */
  async check(text: string, ageRating: AgeRating, signal: AbortSignal): Promise<Unsuitable | undefined> {
    this.breaker.enter();
    try {
      const client = await this.open();
      const either = AbortSignal.any([signal, AbortSignal.timeout(this.timeoutMs)]);
      const { results } = await client.moderations.create({ model: MODEL, input: text.slice(-MAX_CHARS) }, { signal: either });
      const categories = results.map((result) => result.categories as unknown as Readonly<Record<string, boolean | undefined>>);
      this.breaker.succeeded();
      const has = (names: readonly string[]): boolean => categories.some((found) => names.some((name) => found[name] === true));
      if (has(DANGER)) return 'danger';
      return ageRating === 'everyone' && has(ADULT) ? 'adult' : undefined;
    } catch (error) {
      const failure = toModelFailure(error);
      if (signal.aborted) this.breaker.abandoned();
      else this.breaker.failed(failure.retryAfterMs);
      throw failure;
    }
  }

  private open(): Promise<OpenAI> {
    const given = { baseURL: this.baseUrl ?? OPENAI_URL, organization: null, project: null, adminAPIKey: null };
    this.client ??= import('openai').then(
      ({ OpenAI }) => new OpenAI({ apiKey: this.apiKey, maxRetries: 0, logLevel: 'off', fetch: boundedFetch, ...given }),
    );
    return this.client;
  }
}
