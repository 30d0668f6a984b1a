import { sandbox } from '@kith/proto';
import type { Routes } from '../http/route.js';

export const commandRoutes = {
  checkSyntax: {
    method: 'POST',
    path: '/api/commands/check-syntax',
    summary: 'Parse the code of a custom command, without running it',
    access: 'user',
    call: sandbox.checkSyntax,
  },
} as const satisfies Routes;
