import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the embeddings endpoint does. `closed`: the key may not use it. `of another dimension`: with half as many numbers; `forgetful`: with one vector too few. */
export type EmbeddingsBehaviour =
  'working' | 'down' | 'hanging' | 'closed' | 'refusing' | 'garbled' | 'of another dimension' | 'forgetful';

export interface EmbeddingsRequest {
  readonly authorization: string | undefined;
  readonly body: { readonly model: string; readonly input: readonly string[] } & Readonly<Record<string, unknown>>;
}

/** A stand-in for the embeddings API of OpenAI-compatible servers. */
export interface StandInEmbeddings {
  readonly baseUrl: string;
  behaviour: EmbeddingsBehaviour;
  /** How long it takes to answer. */
  delayMs: number;
  /** Texts that hold one of these are refused with 400, with all others of their request. */
  readonly refused: Set<string>;
  /** On texts that hold one of these it fails with 500, as some servers do. */
  readonly failing: Set<string>;
  readonly requests: EmbeddingsRequest[];
  /** How often each number is repeated: the vectors of real models are longer. */
  repeats: number;
  stop(): Promise<void>;
}

export const STAND_IN_DIMENSION = 256;

/**
 * Texts have near directions as far as they share words of four letters or more, or words of one group of `meanings`. Not the vectors of a good
 * model: a search by them alone finds less than one by words.
 */
export function standInVector(text: string, meanings: readonly (readonly string[])[] = []): number[] {
  const vector = Array.from({ length: STAND_IN_DIMENSION }, () => 0.01);
  const words = text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [];
  for (const word of words) {
    const group = meanings.findIndex((one) => one.includes(word));
    addDirection(vector, group === -1 ? word : `meaning ${group}`);
  }
  return vector;
}

/** Starts it on a free loopback port. */
export async function startEmbeddings(meanings: readonly (readonly string[])[] = []): Promise<StandInEmbeddings> {
  const state = {
    behaviour: 'working' as EmbeddingsBehaviour,
    delayMs: 0,
    refused: new Set<string>(),
    failing: new Set<string>(),
    requests: [] as EmbeddingsRequest[],
    repeats: 1,
  };
  const server = createServer((request, response) => {
    // It has no list of models and is no Ollama.
    if (request.url !== '/v1/embeddings') return void response.writeHead(404).end();
    void read(request).then((received) => {
      state.requests.push(received);
      setTimeout(() => answer(state, received.body.input, meanings, response), state.delayMs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(state, {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

type State = Pick<StandInEmbeddings, 'behaviour' | 'refused' | 'failing' | 'repeats'>;

function answer(
  state: State,
  texts: readonly string[],
  meanings: readonly (readonly string[])[],
  response: ServerResponse,
): void {
  const send = (status: number, body: unknown): void =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const { behaviour } = state;
  const areSome = (parts: ReadonlySet<string>): boolean => texts.some((text) => [...parts].some((part) => text.includes(part)));
  if (behaviour === 'hanging') return;
  if (behaviour === 'down') return send(503, { error: { message: 'down' } });
  if (behaviour === 'closed') return send(403, { error: { message: 'no access to the model', type: 'invalid_request_error' } });
  if (areSome(state.failing)) return send(500, { error: { message: 'json: unsupported value: NaN' } });
  if (behaviour === 'refusing' || areSome(state.refused))
    return send(400, { error: { message: 'input is not accepted', type: 'invalid_request_error' } });
  if (behaviour === 'garbled')
    return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"data": [{"embed');
  const length = behaviour === 'of another dimension' ? STAND_IN_DIMENSION / 2 : STAND_IN_DIMENSION;
  const data = texts.map((text, index) => ({
    object: 'embedding',
    index,
    embedding: standInVector(text, meanings)
      .slice(0, length)
      .flatMap((number) => Array.from({ length: state.repeats }, () => number)),
  }));
  // In another order: the numbers say which text each belongs to.
  send(200, { object: 'list', model: 'stand-in', data: behaviour === 'forgetful' ? data.slice(1) : data.toReversed() });
}

async function read(request: IncomingMessage): Promise<EmbeddingsRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = JSON.parse(Buffer.concat(chunks).toString()) as EmbeddingsRequest['body'];
  return { authorization: request.headers.authorization, body };
}

/** Adds the direction that belongs to a word: of pseudo-random signs, so that those of two words are nearly at right angles. */
function addDirection(vector: number[], word: string): void {
  let seed = 7;
  for (const character of word) seed = (seed * 31 + (character.codePointAt(0) ?? 0)) % 2_147_483_647;
  for (let place = 0; place < vector.length; place += 1) {
    seed = (seed * 48_271 + 11) % 2_147_483_647;
    vector[place] = (vector[place] ?? 0) + (seed % 2 === 0 ? 1 : -1);
  }
}
