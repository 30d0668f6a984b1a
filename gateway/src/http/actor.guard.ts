import { AppError } from '@kith/proto';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { requestOf } from './asked.js';
import { IS_PUBLIC } from './route.js';

/** Lets nobody in who is not signed in, at either door, unless the route or field says that it is public. */
@Injectable()
export class ActorGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const isOpen = this.reflector.get<boolean | undefined>(IS_PUBLIC, context.getHandler()) ?? false;
    if (!isOpen && !requestOf(context).actor) throw new AppError('UNAUTHENTICATED');
    return true;
  }
}
