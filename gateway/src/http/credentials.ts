import { createHash } from 'node:crypto';
import type { Config } from '@kith/kit';
import type { auth, InputOf } from '@kith/proto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isHttps } from './security-headers.js';

/** Which session a request names, by the hash of its secret. */
export type Credential = InputOf<typeof auth.resolve>;

// The longest life of a session; the service ends it earlier when it is not used.
const COOKIE_S = 30 * 24 * 60 * 60;

/** The `__Host-` prefix binds the cookie to this host, but browsers take it over https only. */
export const cookieName = (config: Config): string => (isHttps(config) ? '__Host-kith' : 'kith');

/** The bearer, else the cookie; undefined when the request carries neither (decision A1). */
export function credentialOf(request: FastifyRequest, config: Config): Credential | undefined {
  const bearer = /^Bearer(?: +(.*))?$/i.exec(request.headers.authorization ?? '');
  return credentialIn({ bearer: bearer ? (bearer[1] ?? '') : undefined, cookies: request.cookies }, config);
}

/** The same of what was sent some other way; an empty bearer is one, and belongs to nobody. */
export function credentialIn(
  { bearer, cookies }: { readonly bearer: string | undefined; readonly cookies: Readonly<Record<string, string | undefined>> },
  config: Config,
): Credential | undefined {
  if (bearer !== undefined) return { kind: 'bearer', hash: sha256(bearer) };
  const cookie = cookies[cookieName(config)];
  return cookie ? { kind: 'cookie', hash: sha256(cookie) } : undefined;
}

export function keepCookie(reply: FastifyReply, config: Config, value: string): void {
  void reply.setCookie(cookieName(config), value, { ...attributes(config), maxAge: COOKIE_S });
}

/** Browsers remove a cookie only when the attributes are those it was set with. */
export function forgetCookie(reply: FastifyReply, config: Config): void {
  void reply.clearCookie(cookieName(config), attributes(config));
}

const attributes = (config: Config) => ({ httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps(config) }) as const;

const sha256 = (value: string): string => createHash('sha256').update(value).digest('hex');
