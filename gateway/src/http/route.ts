import type { Call } from '@kith/proto';
import { applyDecorators, HttpCode, RequestMapping, RequestMethod, SetMetadata } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { z } from 'zod';

/** `public`: nobody is asked for; `sign-in`: open, but not to other sites; `user`: somebody must be signed in. */
export type Access = 'public' | 'sign-in' | 'user';

/** One entry of a feature's table: what makes the route, and what the documentation says about it. */
export interface RouteSpec {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Parameters bear the names of the call's input. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly access: Access;
  /** The call it leads to: its input, without actor and parameters, is what the client sends. */
  readonly call?: Call;
  /** What is answered, when it is not the output of the call. */
  readonly answer?: z.ZodType;
  /** Default 200. */
  readonly status?: number;
  /** Default application/json. */
  readonly mediaType?: string;
}

export type Routes = Readonly<Record<string, RouteSpec>>;

export const IS_PUBLIC = Symbol('public');

/** Makes a method the handler of a route; unless the route is public, only for somebody who is signed in. */
export const Route = ({ method, path, access, status = 200 }: RouteSpec): MethodDecorator =>
  applyDecorators(
    RequestMapping({ method: RequestMethod[method], path }),
    HttpCode(status),
    RouteConfig({ access }),
    SetMetadata(IS_PUBLIC, access !== 'user'),
  );

/** Makes a GraphQL field readable without a session. */
export const Public = (): MethodDecorator => SetMetadata(IS_PUBLIC, true);
