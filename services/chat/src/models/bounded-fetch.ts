import { ModelFailure } from './model-provider.js';

/** More than a piece of a stream has; the SDKs hold a whole line in memory. */
const MAX_LINE_BYTES = 1_048_576;
/** Of all lines together: 250,000 tokens, of which each comes in an event of its own. What is read of some of them stays in memory until the end. */
const MAX_STREAM_BYTES = 64 * 1_048_576;
/** An answer that is no stream: a picture in base64, a list of models. */
const MAX_BODY_BYTES = 24 * 1_048_576;
const MAX_ERROR_BYTES = 262_144;
/** How long the end of an answer is waited for whose reader has all that it needs. */
const END_TIMEOUT_MS = 100;
const NEWLINE = 10;

/** As fetch, for answers of providers: reading more than an answer can have throws ModelFailure `malformed`, so that no server fills the memory. */
export async function boundedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  const { status, statusText, headers, body } = response;
  if (!body) return response;
  const isStream = status < 400 && !/^application\/json/i.test(headers.get('content-type') ?? '');
  if (!isStream) {
    const bytes = new BoundedBody(body, maxBytes(status < 400 ? MAX_BODY_BYTES : MAX_ERROR_BYTES), init?.signal);
    return new Response(bytes.asStream(), { status, statusText, headers });
  }
  const [isLineWithin, isWithin] = [maxLine(MAX_LINE_BYTES), maxBytes(MAX_STREAM_BYTES)];
  const streamed = new Response(null, { status, statusText, headers });
  // The SDKs read it as an iterable. A stream in between would take as long for each piece as the rest of reading it.
  Object.defineProperty(streamed, 'body', {
    value: new BoundedBody(body, (chunk) => isWithin(chunk) && isLineWithin(chunk), init?.signal),
  });
  return streamed;
}

/** The bytes of an answer, as long as they are within their bounds. */
class BoundedBody implements AsyncIterable<Uint8Array>, AsyncIterator<Uint8Array, undefined> {
  private readonly reader: ReadableStreamDefaultReader<Uint8Array>;

  constructor(
    body: ReadableStream<Uint8Array>,
    private readonly isWithin: (chunk: Uint8Array) => boolean,
    private readonly signal?: AbortSignal | null,
  ) {
    this.reader = body.getReader();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    const { done, value } = await this.reader.read();
    if (done) return { done, value: undefined };
    if (this.isWithin(value)) return { done, value };
    await this.reader.cancel();
    throw new ModelFailure('malformed', 'longer than an answer can be');
  }

  /**
   * Called where the reader has all that it needs. An SDK stops at a line that says so, although the answer ends a moment later; were it cancelled
   * there, the connection would be closed, and the next message would wait for a new one.
   */
  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    if (!this.signal?.aborted) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, END_TIMEOUT_MS)));
      await Promise.race([this.readEnd(), late]);
      clearTimeout(timer);
    }
    await this.reader.cancel();
    return { done: true, value: undefined };
  }

  asStream(): ReadableStream<Uint8Array> {
    return new ReadableStream({
      pull: async (controller) => {
        const { done, value } = await this.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: async () => {
        await this.return();
      },
    });
  }

  private async readEnd(): Promise<void> {
    try {
      let next = await this.reader.read();
      while (!next.done && this.isWithin(next.value)) next = await this.reader.read();
    } catch {
      // Nobody needs what is missing.
    }
  }
}

/** Whether lines have at most `limit` bytes. */
function maxLine(limit: number): (chunk: Uint8Array) => boolean {
  let length = 0;
  return (chunk) => {
    // A chunk is far smaller than a line may be, so that only its first and its last line need counting.
    const first = chunk.indexOf(NEWLINE);
    const longest = length + (first < 0 ? chunk.length : first);
    length = first < 0 ? longest : chunk.length - 1 - chunk.lastIndexOf(NEWLINE);
    return longest <= limit;
  };
}

/** Whether there are at most `limit` bytes in all. */
function maxBytes(limit: number): (chunk: Uint8Array) => boolean {
  let bytes = 0;
  return (chunk) => (bytes += chunk.length) <= limit;
}
