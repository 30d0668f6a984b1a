import { id, type AccessScope, type Call, type ErrorCode } from '@kith/proto';
import { applyDecorators, HttpCode, RequestMapping, RequestMethod, SetMetadata } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { maxBodyBytes } from './body-limits.js';

/**
 * Who may use a route or field. `public`: everybody; `visitor`: everybody, and the handler learns who is signed in; `sign-in`: everybody,
 * but not from pages of other sites; `credential`: whoever sends a bearer or cookie, even one whose session has ended; `user`: signed-in users.
 */
export type Access = 'public' | 'visitor' | 'sign-in' | 'credential' | 'user';

export const JSON_TYPE = 'application/json';
export const FORM_TYPE = 'multipart/form-data';

/** An entry of a feature's route table. It defines the route and its OpenAPI description. */
export interface RouteSpec {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path parameters have the names of fields of the call's input. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly access: Access;
  /** What an access key needs for the route. Without it no access key may use the route (docs/decisions.md A19). */
  readonly scope?: AccessScope;
  /** The call behind the route. The client sends its input without the actor and the path parameters. */
  readonly call?: Call;
  /** What the client sends, if it is not the input of the call. */
  readonly sends?: z.ZodType;
  /** Default: application/json. The handler of a route that accepts forms reads the body itself, after authentication. */
  readonly accepts?: readonly (typeof JSON_TYPE | typeof FORM_TYPE)[];
  /** The handler gets the unparsed bytes of the body; this is their maximum. */
  readonly rawBytes?: number;
  /** The response body, if it is not the output of the call. */
  readonly answer?: z.ZodType;
  /** Default: 200. */
  readonly status?: number;
  /** The media type of the response. Default: application/json. */
  readonly mediaType?: string;
  /** Error codes specific to this route; the documentation adds those that all routes of its kind have. */
  readonly errors: readonly ErrorCode[];
}

export type Routes = Readonly<Record<string, RouteSpec>>;

export const ACCESS = Symbol('access');

/** Makes a controller method the handler of a route of the table. */
export const Route = (spec: RouteSpec): MethodDecorator => {
  const { method, path, access, scope, status = 200, accepts = [JSON_TYPE], rawBytes } = spec;
  return applyDecorators(
    RequestMapping({ method: RequestMethod[method], path }),
    HttpCode(status),
    RouteConfig({
      access,
      scope,
      accepts,
      rawBytes,
      maxBytes: maxBodyBytes(access === 'user' ? (spec.sends ?? spec.call?.input) : undefined),
      parameters: parametersOf(spec),
      fields: fieldsOf(spec),
    }),
    SetMetadata(ACCESS, access),
  );
};

/** Makes a GraphQL field usable without a session. */
export const Public = (access: Exclude<Access, 'user'> = 'public'): MethodDecorator => SetMetadata(ACCESS, access);

/** The path parameters of a route with their schemas, taken from the input of its call where it has them. */
export function parametersOf({ path, call }: Pick<RouteSpec, 'path' | 'call'>): Readonly<Record<string, z.ZodType>> {
  const shape: Record<string, z.ZodType> = call?.input instanceof z.ZodObject ? call.input.shape : {};
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => String(name));
  return Object.fromEntries(names.map((name) => [name, shape[name] ?? (call ? id : z.string())]));
}

/** The names of the fields that a route takes; undefined when its schemas do not say. */
function fieldsOf({ call, sends = call?.input }: Pick<RouteSpec, 'call' | 'sends'>): readonly string[] | undefined {
  const schemas = [call?.input, sends].filter((schema) => schema !== undefined);
  if (schemas.length === 0) return undefined;
  const names = schemas.map((schema) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : undefined));
  return names.every((list) => list !== undefined) ? names.flat() : undefined;
}

interface RegisteredRoute {
  readonly method: string;
  readonly url: string;
}

/** The catch-all route of the web app. */
export const WEB_APP_ROUTE = '/*';

/** All routes of the server, recorded while they are registered. */
export class RegisteredRoutes {
  readonly all: RegisteredRoute[] = [];

  /** Must be created before the first route is registered. */
  constructor(fastify: FastifyInstance) {
    fastify.addHook('onRoute', ({ method, url }) => {
      this.all.push(...[method].flat().map((name) => ({ method: name, url })));
    });
  }

  /** The methods of a path, apart from those of the web app's catch-all; none for an unknown path. */
  methodsOf(path: string): string[] {
    return this.all.filter(({ url }) => url !== WEB_APP_ROUTE && matches(url, path)).map(({ method }) => method);
  }
}

function matches(url: string, path: string): boolean {
  const [pattern, given] = [url.split('/'), path.split('/')];
  return (
    pattern.length === given.length &&
    pattern.every((part, at) => part === given[at] || (part.startsWith(':') && given[at] !== ''))
  );
}
