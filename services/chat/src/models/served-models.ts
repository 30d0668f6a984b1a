import { LRUCache } from '@kith/kit';
import { z } from 'zod';
import { boundedFetch } from './bounded-fetch.js';
import { REASONING_TOKENS } from './model-abilities.js';
import { ollamaAddress } from './ollama-address.js';

/** What a server says of a model that it runs; null or absent where it says nothing. */
export interface ServedModel {
  readonly seesPictures: boolean | null;
  readonly usesTools: boolean | null;
  readonly reasoningTokens: number | null;
  /** More than this the model cannot read, in tokens. */
  readonly maxWindow: number | null;
  /** What the server gives it to read, in tokens; it cuts longer prompts. */
  readonly window: number | null;
}

const TIMEOUT_MS = 1500;
/** A model may be replaced by another one of the same name. */
const FRESH_MS = 3_600_000;
const ASKED_AGAIN_MS = 60_000;
const MAX_MODELS = 50;
/** Less is no window in which a companion could be described. */
const MIN_WINDOW = 2048;
const Shown = z.object({
  capabilities: z.array(z.string()).max(50).optional().catch(undefined),
  model_info: z.record(z.string(), z.unknown()).optional().catch(undefined),
  parameters: z.string().optional().catch(undefined),
});

/** Servers that are not Ollama do not know the address. */
const UNKNOWN_ADDRESS: ReadonlySet<number> = new Set([404, 405]);
/** How Ollama says that it does not have the model, which may be there a minute later. */
const MissingModel = z.object({ error: z.string().regex(/model/i) });

interface Known {
  readonly model: Promise<ServedModel | null>;
  readonly until: number;
  /** What was answered last. */
  readonly last: ServedModel | null;
}

/**
 * What a server that speaks Ollama's protocol says of its models (`/api/show`), asked once for each within an hour. Others do not know this address:
 * nothing is known of their models, and they are not asked more often either. A server that fails is asked again a minute later.
 */
export class ServedModels {
  private readonly models = new LRUCache<string, Known>({ max: MAX_MODELS });
  private readonly address: string;

  /** `baseUrl`: of the protocol of OpenAI, which Ollama has under `/v1`. */
  constructor(
    baseUrl: string,
    private readonly options: { readonly timeoutMs?: number; readonly now?: () => number } = {},
  ) {
    this.address = ollamaAddress(baseUrl, '/api/show');
  }

  /** Null where the server says nothing. Never throws, and takes no longer than a reply may wait for it. */
  of(model: string): Promise<ServedModel | null> {
    const now = this.options.now ?? Date.now;
    const known = this.models.get(model);
    if (known && known.until > now()) return known.model;
    const last = known?.last ?? null;
    const asked = this.ask(model).then(({ served, isFinal }) => {
      const until = now() + (isFinal ? FRESH_MS : ASKED_AGAIN_MS);
      this.models.set(model, { model: Promise.resolve(served), until, last: isFinal ? served : last });
      return served;
    });
    this.models.set(model, { model: asked, until: Infinity, last });
    return asked;
  }

  /** What the server said last, without waiting for it; null where that is nothing. When it is due the server is asked again meanwhile. */
  known(model: string): ServedModel | null {
    void this.of(model);
    return this.models.get(model)?.last ?? null;
  }

  private async ask(model: string): Promise<{ readonly served: ServedModel | null; readonly isFinal: boolean }> {
    try {
      const response = await boundedFetch(this.address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ model }),
        redirect: 'error',
        signal: AbortSignal.timeout(this.options.timeoutMs ?? TIMEOUT_MS),
      });
      if (!response.ok) return { served: null, isFinal: await isNotOllama(response) };
      return { served: servedOf(Shown.parse(await response.json())), isFinal: true };
    } catch {
      return { served: null, isFinal: false };
    }
  }
}

async function isNotOllama(response: Response): Promise<boolean> {
  if (UNKNOWN_ADDRESS.has(response.status)) {
    const said: unknown = await response.json().catch(() => null);
    return !MissingModel.safeParse(said).success;
  }
  await response.body?.cancel();
  return false;
}

function servedOf({ capabilities, model_info: info = {}, parameters = '' }: z.infer<typeof Shown>): ServedModel {
  const has = (capability: string): boolean | null => capabilities?.includes(capability) ?? null;
  const architecture = info['general.architecture'];
  const given = Number(/^num_ctx\s+(\d{1,9})\s*$/m.exec(parameters)?.[1]);
  return {
    seesPictures: has('vision'),
    usesTools: has('tools'),
    // A model of which its server does not know that it thinks may do so all the same.
    reasoningTokens: has('thinking') === true ? REASONING_TOKENS : null,
    maxWindow: windowIn(typeof architecture === 'string' ? info[`${architecture}.context_length`] : undefined),
    window: windowIn(given),
  };
}

const windowIn = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 ? Math.max(value, MIN_WINDOW) : null;
