import { createHash } from 'node:crypto';
import type { Config } from '@kith/kit';
import { ACCESS_KEY_PREFIX, type auth, type InputOf } from '@kith/proto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isHttps } from './security-headers.js';

/** Identifies a session by the hash of its secret. */
export type Credential = InputOf<typeof auth.resolve>;

// The longest lifetime of a session; the auth service ends unused ones earlier.
const COOKIE_MAX_AGE_S = 30 * 24 * 60 * 60;
// That of an impersonation.
const PARENT_COOKIE_MAX_AGE_S = 30 * 60;

/** The `__Host-` prefix binds the cookie to this host, but browsers accept it over https only. */
export const cookieName = (config: Config): string => (isHttps(config) ? '__Host-kith' : 'kith');

/** The credential in the bearer token, which may be an access key, else in the cookie; undefined without either (docs/decisions.md A1). */
export function credentialOf(request: FastifyRequest, config: Config): Credential | undefined {
  const bearer = /^Bearer(?: +(.*))?$/i.exec(request.headers.authorization ?? '');
  return credentialFrom({ bearer: bearer ? (bearer[1] ?? '') : undefined, cookies: request.cookies }, config);
}

/** Like `credentialOf`, from values that did not come in HTTP headers. An empty bearer counts as a bearer, which belongs to no session. */
export function credentialFrom(
  { bearer, cookies }: { readonly bearer: string | undefined; readonly cookies: Readonly<Record<string, string | undefined>> },
  config: Config,
): Credential | undefined {
  if (bearer !== undefined) return { kind: bearer.startsWith(ACCESS_KEY_PREFIX) ? 'key' : 'bearer', hash: sha256(bearer) };
  const cookie = cookies[cookieName(config)];
  return cookie ? { kind: 'cookie', hash: sha256(cookie) } : undefined;
}

/** Sets the cookie of a new session. With `parentCookie`, the session is an impersonation and the super-admin's own cookie is kept too. */
export function setSessionCookie(reply: FastifyReply, config: Config, value: string, parentCookie?: string): void {
  void reply.setCookie(cookieName(config), value, { ...attributes(config), maxAge: COOKIE_MAX_AGE_S });
  if (parentCookie === undefined) clearParentCookie(reply, config);
  else void reply.setCookie(parentCookieName(config), parentCookie, { ...attributes(config), maxAge: PARENT_COOKIE_MAX_AGE_S });
}

/** Browsers remove a cookie only when the attributes match those it was set with. */
export function clearSessionCookie(reply: FastifyReply, config: Config): void {
  void reply.clearCookie(cookieName(config), attributes(config));
  clearParentCookie(reply, config);
}

/**
 * The hash of the super-admin's own cookie that a browser keeps during an impersonation; undefined without one. It opens nothing by itself:
 * ending the impersonation takes it in addition to the credential of the impersonation (docs/decisions.md A5).
 */
export function parentHashOf(request: FastifyRequest, config: Config): string | undefined {
  const cookie = request.cookies[parentCookieName(config)];
  return cookie ? sha256(cookie) : undefined;
}

const parentCookieName = (config: Config): string => `${cookieName(config)}-parent`;

function clearParentCookie(reply: FastifyReply, config: Config): void {
  const name = parentCookieName(config);
  if (reply.request.cookies[name] !== undefined) void reply.clearCookie(name, attributes(config));
}

const attributes = (config: Config) => ({ httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps(config) }) as const;

const sha256 = (value: string): string => createHash('sha256').update(value).digest('hex');
