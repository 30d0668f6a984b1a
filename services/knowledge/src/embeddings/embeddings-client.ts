import { CONFIG, RpcClient, type Config } from '@kith/kit';
import { embeddings, MAX_EMBEDDED_CHARS, MAX_EMBEDDED_TEXTS, type InputOf, type Plan } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { UNRELATED_MESSAGES } from './unrelated-messages.js';
import { vectorIn } from './vectors.js';

/** For whose bot vectors are asked. */
export interface EmbeddingOwner {
  readonly ownerId: string;
  readonly ownerPlan: Plan;
}

/** A reply waits for it. */
const QUESTION_TIMEOUT_MS = 900;

/** Asks the chat service, which holds the keys, for vectors. */
@Injectable()
export class EmbeddingsClient {
  /** Provider and model; undefined where knowledge is searched by words alone. */
  readonly model: string | undefined;
  private unrelated: Promise<Float32Array[] | null> | undefined;

  constructor(
    private readonly rpc: RpcClient,
    @Inject(CONFIG) config: Config,
  ) {
    this.model = config.EMBEDDINGS_MODEL;
  }

  /** The vectors of questions; null where texts of this owner's bots are not sent, and while the model does not answer in time. */
  async questions(owner: EmbeddingOwner, texts: readonly string[]): Promise<Float32Array[] | null> {
    const asked = texts.map(cut);
    if (asked.some((text) => text.trim() === '')) return null;
    return this.ask({ ...owner, kind: 'question', texts: asked }, QUESTION_TIMEOUT_MS).catch(() => null);
  }

  /** The vectors of passages; null where texts of this owner's bots are not sent. Throws AppError as the call does. */
  passages(owner: EmbeddingOwner, texts: readonly string[]): Promise<Float32Array[] | null> {
    return this.ask({ ...owner, kind: 'passage', texts: texts.map(cut) });
  }

  /** The vectors of messages that are about nothing taught, asked once for an owner whose texts are sent. Null and throws as `passages`. */
  async unrelatedMessages(owner: EmbeddingOwner): Promise<Float32Array[] | null> {
    this.unrelated ??= this.askForUnrelated(owner);
    const known = this.unrelated;
    const vectors = await known.catch((error: unknown) => {
      this.forget(known);
      throw error;
    });
    if (vectors === null) this.forget(known);
    return vectors;
  }

  private forget(known: Promise<unknown>): void {
    if (this.unrelated === known) this.unrelated = undefined;
  }

  private async askForUnrelated(owner: EmbeddingOwner): Promise<Float32Array[] | null> {
    const vectors: Float32Array[] = [];
    for (let from = 0; from < UNRELATED_MESSAGES.length; from += MAX_EMBEDDED_TEXTS) {
      const texts = UNRELATED_MESSAGES.slice(from, from + MAX_EMBEDDED_TEXTS);
      // oxlint-disable-next-line no-await-in-loop
      const answered = await this.ask({ ...owner, kind: 'question', texts });
      if (answered === null) return null;
      vectors.push(...answered);
    }
    return vectors;
  }

  private async ask(input: InputOf<typeof embeddings.create>, timeoutMs?: number): Promise<Float32Array[] | null> {
    const options = timeoutMs === undefined ? {} : { timeoutMs };
    const { model, vectors } = await this.rpc.ask(embeddings.create, input, options);
    // Another model answers while replicas of two versions of the configuration run.
    return model === null || model !== this.model ? null : vectors.map(vectorIn);
  }
}

/** At a character, not within a surrogate pair. */
const cut = (text: string): string =>
  text.length <= MAX_EMBEDDED_CHARS ? text : text.slice(0, MAX_EMBEDDED_CHARS).replace(/[\ud800-\udbff]$/, '');
