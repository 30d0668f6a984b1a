import { request } from 'node:http';

/** An HTTP response. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The parsed JSON; an empty object when the body is not JSON. */
  readonly body: Record<string, unknown>;
}

/** A REST client with a bearer token. */
export class ApiClient {
  constructor(
    private readonly baseUrl: string,
    private readonly token?: string,
    /** Sent with each request, e.g. another address in `x-forwarded-for`. */
    private readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  /** The same client with headers in addition. */
  with(headers: Readonly<Record<string, string>>): ApiClient {
    return new ApiClient(this.baseUrl, this.token, { ...this.headers, ...headers });
  }

  /** The same session without the additional headers: requests then come from loopback, which has no budget. */
  plain(): ApiClient {
    return new ApiClient(this.baseUrl, this.token);
  }

  /** Registers a new account and returns a client signed in as it. */
  async register(
    username: string,
    password = 'correct horse',
  ): Promise<{ client: ApiClient; user: { id: string; username: string }; token: string }> {
    const answer = await this.send('POST', '/api/auth/register', { username, email: `${username}@example.test`, password });
    return this.signedIn(answer);
  }

  async login(
    username: string,
    password: string,
  ): Promise<{ client: ApiClient; user: { id: string; username: string }; token: string }> {
    return this.signedIn(await this.send('POST', '/api/auth/login', { username, password }));
  }

  get(path: string): Promise<Answer> {
    return this.send('GET', path);
  }
  post(path: string, body?: unknown): Promise<Answer> {
    return this.send('POST', path, body);
  }
  patch(path: string, body: unknown): Promise<Answer> {
    return this.send('PATCH', path, body);
  }
  delete(path: string, body?: unknown): Promise<Answer> {
    return this.send('DELETE', path, body);
  }
  graphql(query: string, variables: object = {}): Promise<Answer> {
    return this.send('POST', '/graphql', { query, variables });
  }

  private signedIn(answer: Answer): { client: ApiClient; user: { id: string; username: string }; token: string } {
    if (answer.status >= 300) throw new Error(`sign-in answered ${answer.status}: ${answer.text}`);
    const { token, user } = answer.body as { token: string; user: { id: string; username: string } };
    return { client: new ApiClient(this.baseUrl, token, this.headers), user, token };
  }

  /** Sends one request on a new connection: a `FormData` as multipart, anything else as JSON. */
  async send(method: string, path: string, body?: unknown): Promise<Answer> {
    if (!(body instanceof FormData)) {
      const payload = body === undefined ? undefined : JSON.stringify(body);
      return this.sendBytes(method, path, payload, payload === undefined ? {} : { 'content-type': 'application/json' });
    }
    const encoded = new Response(body);
    const bytes = Buffer.from(await encoded.arrayBuffer());
    return this.sendBytes(method, path, bytes, { 'content-type': encoded.headers.get('content-type') ?? '' });
  }

  /** Sends a body unchanged. */
  sendBytes(
    method: string,
    path: string,
    payload: string | Buffer | undefined,
    described: Readonly<Record<string, string>>,
  ): Promise<Answer> {
    const headers: Record<string, string> = { ...this.headers, ...described };
    // Node adds it only for methods that usually have a body.
    if (payload !== undefined) headers['content-length'] = String(Buffer.byteLength(payload));
    if (this.token !== undefined) headers['authorization'] = `Bearer ${this.token}`;
    return new Promise((resolve, reject) => {
      const outgoing = request(new URL(path, this.baseUrl), { method, headers, agent: false }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, body: parse(text) });
        });
      });
      outgoing.on('error', reject);
      outgoing.end(payload);
    });
  }
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
