import { REPORTS_PATH } from './security-headers.js';
import type { Routes } from './route.js';

export const reportRoutes = {
  csp: {
    method: 'POST',
    path: REPORTS_PATH,
    summary: 'Report violations of the content security policy (sent by browsers)',
    access: 'public',
    status: 204,
    errors: [],
  },
} as const satisfies Routes;
