import { ModelFailure } from '../models/model-provider.js';
import { isOpenAi, openClient, type OpenAiOptions } from '../models/openai.provider.js';
import { toModelFailure } from '../models/provider-errors.js';

const MIN_DIMENSION = 16;
const MAX_DIMENSION = 4096;
/** OpenAI's models of this kind can be asked for shorter vectors, which find nearly as well: a search reads a third of the bytes. */
const SHORTENED = /^text-embedding-3-/;
const SHORT_DIMENSION = 512;

/** The embeddings API of OpenAI and of compatible servers. */
export class EmbeddingsEndpoint {
  constructor(
    private readonly options: OpenAiOptions,
    private readonly model: string,
  ) {}

  /** Loads the SDK, which the first request would have to wait for. */
  async load(): Promise<void> {
    await openClient(this.options);
  }

  /** The vectors of the texts, in their order. Throws ModelFailure, or the reason of the signal. */
  async create(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    const shortened = isOpenAi(this.options) && SHORTENED.test(this.model) ? { dimensions: SHORT_DIMENSION } : {};
    try {
      const client = await openClient(this.options);
      const { data } = await client.embeddings.create(
        // Without a format the SDK asks for base64, which not all compatible servers know.
        { model: this.model, input: [...texts], encoding_format: 'float', ...shortened },
        { signal },
      );
      return vectorsOf(data, texts.length);
    } catch (error) {
      throw signal.aborted ? error : toModelFailure(error);
    }
  }
}

/** Throws ModelFailure `malformed` unless each text has one vector, all of the same dimension, of finite numbers that are not all 0. */
function vectorsOf(data: unknown, count: number): Float32Array[] {
  if (!Array.isArray(data) || data.length !== count) throw new ModelFailure('malformed', 'number of vectors');
  const vectors: Float32Array[] = Array.from({ length: count });
  for (const [place, entry] of data.entries()) {
    const { embedding, index = place } = entry as { readonly embedding?: unknown; readonly index?: unknown };
    if (!isVector(embedding) || typeof index !== 'number' || !(index in vectors)) throw new ModelFailure('malformed', 'vector');
    vectors[index] = Float32Array.from(embedding);
  }
  const dimension = vectors[0]?.length;
  // A place stays empty when another one was named twice.
  if (vectors.some((vector) => vector?.length !== dimension)) throw new ModelFailure('malformed', 'dimension');
  return vectors;
}

const isVector = (value: unknown): value is number[] =>
  Array.isArray(value) &&
  value.length >= MIN_DIMENSION &&
  value.length <= MAX_DIMENSION &&
  value.every((number) => typeof number === 'number' && Number.isFinite(Math.fround(number))) &&
  value.some((number) => Math.fround(number) !== 0);
