import { createHash, randomBytes } from 'node:crypto';
import type { RestResponse } from './rest-types.js';

/** An application that offers the sign-in with Discord. */
export interface OAuthClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
}

/** The person who uses the browser. */
export interface Person {
  readonly id: string;
  readonly username: string;
  readonly email?: string | null;
  readonly verified?: boolean;
}

interface Grant {
  readonly person: Person;
  readonly redirectUri: string;
  readonly challenge: string;
}

export interface OAuthRequest {
  readonly method: string;
  readonly url: URL;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  readonly text: string;
}

const unauthorized: RestResponse = { status: 401, body: { message: '401: Unauthorized', code: 0 } };
const refused = (error: string): RestResponse => ({ status: error === 'invalid_client' ? 401 : 400, body: { error } });

/** The OAuth2 endpoints of the stand-in: the person who is signed in confirms at once, or refuses. PKCE is checked, and a code is used once. */
export class OAuth {
  private client: OAuthClient | null = null;
  private person: Person | null = null;
  private readonly grants = new Map<string, Grant>();
  private readonly persons = new Map<string, Person>();

  register(client: OAuthClient): void {
    this.client = client;
  }

  /** Who confirms from now on; null: the person refuses. */
  confirmAs(person: Person | null): void {
    this.person = person;
  }

  /** Undefined for a request that is not for these endpoints. */
  serve(request: OAuthRequest): RestResponse | undefined {
    const path = request.url.pathname.replace(/^\/api(\/v10)?/, '');
    if (path === '/oauth2/authorize' && request.method === 'GET') return this.authorize(request.url.searchParams);
    if (path === '/oauth2/token' && request.method === 'POST') return this.token(request);
    if (path === '/users/@me' && request.authorization?.startsWith('Bearer ')) return this.me(request.authorization.slice(7));
    return undefined;
  }

  private authorize(query: URLSearchParams): RestResponse {
    const redirectUri = query.get('redirect_uri') ?? '';
    const isComplete = query.get('response_type') === 'code' && query.get('code_challenge_method') === 'S256';
    const scopes = (query.get('scope') ?? '').split(' ');
    if (!isComplete || !scopes.includes('identify') || query.get('client_id') !== this.client?.clientId)
      return refused('invalid_request');
    if (redirectUri !== this.client.redirectUri) return refused('redirect_uri_mismatch');
    const back = new URL(redirectUri);
    back.searchParams.set('state', query.get('state') ?? '');
    if (this.person === null) back.searchParams.set('error', 'access_denied');
    else back.searchParams.set('code', this.grant(this.person, redirectUri, query.get('code_challenge') ?? ''));
    return { status: 302, headers: { location: back.href } };
  }

  private grant(person: Person, redirectUri: string, challenge: string): string {
    const code = randomBytes(15).toString('base64url');
    this.grants.set(code, { person, redirectUri, challenge });
    return code;
  }

  private token({ authorization, contentType, text }: OAuthRequest): RestResponse {
    const { clientId, clientSecret } = this.client ?? {};
    const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
    if (authorization !== basic) return refused('invalid_client');
    if (!contentType?.startsWith('application/x-www-form-urlencoded')) return refused('invalid_request');
    const form = new URLSearchParams(text);
    const code = form.get('code') ?? '';
    const grant = this.grants.get(code);
    this.grants.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isValid = grant?.challenge === challenge && grant.redirectUri === form.get('redirect_uri');
    if (!grant || !isValid || form.get('grant_type') !== 'authorization_code') return refused('invalid_grant');
    const token = randomBytes(20).toString('base64url');
    this.persons.set(token, grant.person);
    return { status: 200, body: { access_token: token, token_type: 'Bearer', expires_in: 604_800, scope: 'identify email' } };
  }

  private me(token: string): RestResponse {
    const person = this.persons.get(token);
    if (!person) return unauthorized;
    const { id, username, email = null, verified = false } = person;
    return { status: 200, body: { id, username, global_name: username, discriminator: '0', email, verified } };
  }
}
