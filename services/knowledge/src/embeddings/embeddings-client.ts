import { Interval, RpcClient, vectorIn } from '@kith/kit';
import { AppError, embeddings, MAX_EMBEDDED_CHARS, MAX_EMBEDDED_TEXTS, type InputOf, type Plan } from '@kith/proto';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { UNRELATED_MESSAGES } from './unrelated-messages.js';

/** For whose bot vectors are asked, and of which provider and model. */
export interface EmbeddingOwner {
  readonly model: string;
  readonly ownerId: string;
  readonly ownerPlan: Plan;
}

/** A reply waits for it. */
const QUESTION_TIMEOUT_MS = 900;
const MODEL_EVERY_MS = 15_000;
/** Longer than the chat service takes to start. */
const MODEL_TIMEOUT_MS = 10_000;

/** The vectors of messages that are about nothing taught, by the model that they are of. */
interface Unrelated {
  readonly model: string;
  readonly vectors: Promise<Float32Array[] | null>;
}

/** Asks the chat service, which holds the keys and finds the embeddings model, for vectors. */
@Injectable()
export class EmbeddingsClient implements OnApplicationBootstrap {
  /** Provider and model, as the chat service last said; undefined where knowledge is searched by words alone. */
  model: string | undefined;
  private unrelated: Unrelated | undefined;

  constructor(private readonly rpc: RpcClient) {}

  /** Not waited for: until the chat service answers, words alone decide. */
  onApplicationBootstrap(): void {
    void this.refresh();
  }

  /** Asks which model there is. While the chat service does not answer, the last one stays. */
  @Interval(MODEL_EVERY_MS, 'the embeddings model')
  async refresh(): Promise<void> {
    const answer = await this.rpc.ask(embeddings.model, {}, { timeoutMs: MODEL_TIMEOUT_MS }).catch(() => undefined);
    if (answer) this.model = answer.model ?? undefined;
  }

  /** The vectors of questions; null where texts of this owner's bots are not sent, and while the model does not answer in time. */
  async questions(owner: EmbeddingOwner, texts: readonly string[]): Promise<Float32Array[] | null> {
    const asked = texts.map(cut);
    if (asked.some((text) => text.trim() === '')) return null;
    return this.ask(owner, { kind: 'question', texts: asked }, QUESTION_TIMEOUT_MS).catch(() => null);
  }

  /** The vectors of passages; null where texts of this owner's bots are not sent. AppError as the call, UNAVAILABLE while another model answers. */
  passages(owner: EmbeddingOwner, texts: readonly string[]): Promise<Float32Array[] | null> {
    return this.ask(owner, { kind: 'passage', texts: texts.map(cut) });
  }

  /**
   * The vectors of messages that are about nothing taught, asked once for an owner whose texts are sent, and again when they are not of the
   * dimension: the server behind the model's name changed. Null and throws as `passages`; UNAVAILABLE when they still are not.
   */
  async unrelatedMessages(owner: EmbeddingOwner, dimension: number): Promise<Float32Array[] | null> {
    for (let time = 0; time < 2; time += 1) {
      const known = this.unrelatedOf(owner);
      // oxlint-disable-next-line no-await-in-loop
      const vectors = await known.vectors.catch((error: unknown) => {
        this.forget(known);
        throw error;
      });
      if (vectors?.every(({ length }) => length === dimension)) return vectors;
      this.forget(known);
      if (vectors === null) return null;
    }
    throw new AppError('UNAVAILABLE');
  }

  /** Whether the model answers a short text that none refuses, asked as a passage. */
  isAnswering(owner: EmbeddingOwner): Promise<boolean> {
    return this.ask(owner, { kind: 'passage', texts: UNRELATED_MESSAGES.slice(0, 1) }).then(
      () => true,
      () => false,
    );
  }

  private unrelatedOf(owner: EmbeddingOwner): Unrelated {
    const { model } = owner;
    if (this.unrelated?.model !== model) this.unrelated = { model, vectors: this.askForUnrelated(owner) };
    return this.unrelated;
  }

  private forget(known: Unrelated): void {
    if (this.unrelated === known) this.unrelated = undefined;
  }

  private async askForUnrelated(owner: EmbeddingOwner): Promise<Float32Array[] | null> {
    const vectors: Float32Array[] = [];
    for (let from = 0; from < UNRELATED_MESSAGES.length; from += MAX_EMBEDDED_TEXTS) {
      const texts = UNRELATED_MESSAGES.slice(from, from + MAX_EMBEDDED_TEXTS);
      // oxlint-disable-next-line no-await-in-loop
      const answered = await this.ask(owner, { kind: 'question', texts });
      if (answered === null) return null;
      vectors.push(...answered);
    }
    return vectors;
  }

  private async ask(
    { ownerId, ownerPlan, model: asked }: EmbeddingOwner,
    texts: Pick<InputOf<typeof embeddings.create>, 'kind' | 'texts'>,
    timeoutMs?: number,
  ): Promise<Float32Array[] | null> {
    const options = timeoutMs === undefined ? {} : { timeoutMs };
    const { model, vectors } = await this.rpc.ask(embeddings.create, { ownerId, ownerPlan, ...texts }, options);
    if (model === null) return null;
    // It changed: vectors of two models must never be stored or compared as those of one.
    if (model !== asked) throw new AppError('UNAVAILABLE');
    return vectors.map(vectorIn);
  }
}

/** At a character, not within a surrogate pair. */
const cut = (text: string): string =>
  text.length <= MAX_EMBEDDED_CHARS ? text : text.slice(0, MAX_EMBEDDED_CHARS).replace(/[\ud800-\udbff]$/, '');
