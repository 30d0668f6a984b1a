import type { Provider, Type } from '@nestjs/common';
import type { SystemHandler } from './system-handler.js';
import { SYSTEM_HANDLERS } from './systems.js';

/** What the systems consist of, apart from their handlers. */
const PARTS: readonly Provider[] = [];

/** One for each entry of SYSTEM_DEFINITIONS. */
const HANDLERS: Type<SystemHandler>[] = [];

export const SYSTEM_PROVIDERS: readonly Provider[] = [
  ...PARTS,
  ...HANDLERS,
  { provide: SYSTEM_HANDLERS, inject: HANDLERS, useFactory: (...handlers: SystemHandler[]) => handlers },
];
