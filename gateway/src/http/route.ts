import { id, type Call, type ErrorCode } from '@kith/proto';
import { applyDecorators, HttpCode, RequestMapping, RequestMethod, SetMetadata } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { z } from 'zod';

/**
 * `public`: nobody is asked for; `sign-in`: open, but not to other sites; `credential`: carries a bearer or cookie, also one whose session
 * is over; `user`: somebody must be signed in.
 */
export type Access = 'public' | 'sign-in' | 'credential' | 'user';

export const JSON_TYPE = 'application/json';
export const FORM_TYPE = 'multipart/form-data';

/** One entry of a feature's table: what makes the route, and what the documentation says about it. */
export interface RouteSpec {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Parameters bear the names of the call's input. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly access: Access;
  /** The call it leads to: its input, without actor and parameters, is what the client sends. */
  readonly call?: Call;
  /** What the client sends, when it is not the input of the call. */
  readonly sends?: z.ZodType;
  /** Default application/json. A route that takes forms reads its body itself, once it is known who asks. */
  readonly accepts?: readonly (typeof JSON_TYPE | typeof FORM_TYPE)[];
  /** The handler gets the bytes of the body as they came, at most this many. */
  readonly rawBytes?: number;
  /** What is answered, when it is not the output of the call. */
  readonly answer?: z.ZodType;
  /** Default 200. */
  readonly status?: number;
  /** Default application/json. */
  readonly mediaType?: string;
  /** The refusals of its own; what every route of its kind refuses is added in the documentation. */
  readonly errors: readonly ErrorCode[];
}

export type Routes = Readonly<Record<string, RouteSpec>>;

export const ACCESS = Symbol('access');

/** Makes a method the handler of a route; unless the route says otherwise, only for somebody who is signed in. */
export const Route = (spec: RouteSpec): MethodDecorator => {
  const { method, path, access, status = 200, accepts = [JSON_TYPE], rawBytes } = spec;
  return applyDecorators(
    RequestMapping({ method: RequestMethod[method], path }),
    HttpCode(status),
    RouteConfig({ access, accepts, rawBytes, parameters: parametersOf(spec) }),
    SetMetadata(ACCESS, access),
  );
};

/** Makes a GraphQL field usable without a session. */
export const Public = (access: Exclude<Access, 'user'> = 'public'): MethodDecorator => SetMetadata(ACCESS, access);

/** The parameters of a path with the schema of each: that of the call, where it has one. */
export function parametersOf({ path, call }: Pick<RouteSpec, 'path' | 'call'>): Readonly<Record<string, z.ZodType>> {
  const shape: Record<string, z.ZodType> = call?.input instanceof z.ZodObject ? call.input.shape : {};
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => String(name));
  return Object.fromEntries(names.map((name) => [name, shape[name] ?? (call ? id : z.string())]));
}
