import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The parsed body; undefined when it is not JSON. */
  readonly body: unknown;
}

export interface Sent {
  readonly headers?: Record<string, string>;
  /** Strings and buffers are sent unchanged, anything else as JSON. */
  readonly body?: unknown;
}

/** Sends one request on a new connection with exactly these headers. */
export async function send(baseUrl: string, method: string, path: string, sent: Sent = {}): Promise<Answer> {
  const response = await open(baseUrl, method, path, sent);
  const chunks: Buffer[] = [];
  for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  return { status: response.statusCode ?? 0, headers: response.headers, text, body: parse(text) };
}

/**
 * The result of some work and the CPU time that this process used meanwhile. Unlike elapsed time, CPU time does not depend on what else
 * the machine does.
 */
export async function withCpuTime<T>(work: () => Promise<T>): Promise<{ result: T; cpuMs: number }> {
  const start = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(start);
  return { result, cpuMs: (user + system) / 1000 };
}

/** Like `send`, but resolves with the response before its body is read. */
export function open(baseUrl: string, method: string, path: string, { headers = {}, body }: Sent = {}): Promise<IncomingMessage> {
  const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
  const payload = body === undefined || isRaw ? body : JSON.stringify(body);
  const type = body === undefined || isRaw ? {} : { 'content-type': 'application/json' };
  // Node adds the length of a body by itself except for DELETE.
  const length = method === 'DELETE' && payload !== undefined ? { 'content-length': String(Buffer.byteLength(payload)) } : {};
  return new Promise((resolve, reject) => {
    // The path is passed unchanged: a URL object would normalize it.
    const { hostname, port } = new URL(baseUrl);
    const outgoing = request(
      { hostname, port, path, method, headers: { ...type, ...length, ...headers }, agent: false },
      resolve,
    );
    outgoing.on('error', reject);
    outgoing.end(payload);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const BOUNDARY = 'kith';

export interface FormPart {
  readonly name: string;
  /** Makes the part a file. */
  readonly filename?: string;
  readonly type?: string;
  readonly content: string | Buffer;
}

export const FORM_HEADERS = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

/** The bytes of a multipart form with these parts, in this order. */
export function aForm(parts: readonly FormPart[]): Buffer {
  const pieces = parts.flatMap(({ name, filename, type = 'application/octet-stream', content }) => {
    const file = filename === undefined ? '' : `; filename="${filename}"\r\ncontent-type: ${type}`;
    return [`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`, content, '\r\n'];
  });
  return Buffer.concat([...pieces, `--${BOUNDARY}--\r\n`].map((piece) => Buffer.from(piece)));
}
