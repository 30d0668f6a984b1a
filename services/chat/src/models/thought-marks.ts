import { LRUCache } from '@kith/kit';

const MAX_MODELS = 50;
/** After this time an answer is held back once more, because the server may run the model in another way now. */
const FRESH_MS = 3_600_000;

/** Models of OpenAI, which other servers pass on: they never send thoughts within the text. Those that OpenAI gives away may. */
const OPENAI_MODEL = /^(?:openai\/|ft:)*(?:gpt-(?!oss)|chatgpt-|o\d)/i;

/**
 * How one server marks the thoughts of its models. Whether thoughts come with an end alone is decided by the template of a model, and so alike in all
 * of its answers: the first one of a model that thinks is held back, and tells it for an hour. Only answers that were held back tell
 * something: what somebody has a model write does not delay the answers of others.
 */
export class ThoughtMarks {
  private readonly known = new LRUCache<string, { readonly lackStart: boolean; readonly atMs: number }>({ max: MAX_MODELS });

  constructor(private readonly now: () => number = Date.now) {}

  /** Whether the thoughts of a model that thinks may come with an end alone. */
  mayLackStart(model: string): boolean {
    if (OPENAI_MODEL.test(model)) return false;
    const known = this.known.get(model);
    return known === undefined || known.lackStart || this.now() - known.atMs > FRESH_MS;
  }

  /** Whether its last answer had thoughts with an end alone. */
  lacksStart(model: string): boolean {
    return this.known.get(model)?.lackStart ?? false;
  }

  /** What an answer that was held back has shown. */
  learn(model: string, lackStart: boolean): void {
    this.known.set(model, { lackStart, atMs: this.now() });
  }
}
