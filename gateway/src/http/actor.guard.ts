import { CONFIG, type Config } from '@kith/kit';
import { AppError } from '@kith/proto';
import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { requestOf } from './asked.js';
import { refuseForeign } from './authenticate.js';
import { ACCESS, type Access } from './route.js';

/** Lets nobody in who is not signed in, at either door, unless the route or field is open to more. */
@Injectable()
export class ActorGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const access = this.reflector.get<Access | undefined>(ACCESS, context.getHandler()) ?? 'user';
    const request = requestOf(context);
    if (access === 'user' && !request.actor) throw new AppError('UNAUTHENTICATED');
    if (access === 'sign-in') refuseForeign(request, this.config);
    return true;
  }
}
