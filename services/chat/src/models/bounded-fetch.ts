import { ModelFailure } from './model-provider.js';

/** More than a piece of a stream has; the SDKs hold a whole line in memory. */
const MAX_LINE_BYTES = 1_048_576;
/** An answer that is no stream: a picture in base64, a list of models. */
const MAX_BODY_BYTES = 24 * 1_048_576;
const MAX_ERROR_BYTES = 262_144;
const NEWLINE = 10;

/** As fetch, for answers of providers: reading more than an answer can have throws ModelFailure `malformed`, so that no server fills the memory. */
export async function boundedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  if (!response.body) return response;
  const { status, statusText, headers } = response;
  const isStream = status < 400 && !/^application\/json/i.test(headers.get('content-type') ?? '');
  const bound = isStream ? maxLine(MAX_LINE_BYTES) : maxBytes(status < 400 ? MAX_BODY_BYTES : MAX_ERROR_BYTES);
  return new Response(response.body.pipeThrough(bound), { status, statusText, headers });
}

/** Passes lines of at most `limit` bytes. */
function maxLine(limit: number): TransformStream<Uint8Array, Uint8Array> {
  let length = 0;
  return passing((chunk) => {
    // A chunk is far smaller than a line may be, so that only its first and its last line need counting.
    const first = chunk.indexOf(NEWLINE);
    const longest = length + (first < 0 ? chunk.length : first);
    length = first < 0 ? longest : chunk.length - 1 - chunk.lastIndexOf(NEWLINE);
    return longest <= limit;
  });
}

/** Passes at most `limit` bytes. */
function maxBytes(limit: number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return passing((chunk) => (bytes += chunk.length) <= limit);
}

const passing = (isWithin: (chunk: Uint8Array) => boolean): TransformStream<Uint8Array, Uint8Array> =>
  new TransformStream({
    transform(chunk, controller) {
      if (isWithin(chunk)) controller.enqueue(chunk);
      else controller.error(new ModelFailure('malformed', 'longer than an answer can be'));
    },
  });
