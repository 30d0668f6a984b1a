import type { Routes } from '../http/route.js';

export const docsRoutes = {
  page: { method: 'GET', path: '/api/docs', summary: 'This page', access: 'public', mediaType: 'text/html', errors: [] },
  document: {
    method: 'GET',
    path: '/api/docs/openapi.json',
    summary: 'The description of all routes (OpenAPI 3.1)',
    access: 'public',
    errors: [],
  },
  asset: {
    method: 'GET',
    path: '/api/docs/assets/:name',
    summary: 'What this page is made of',
    access: 'public',
    mediaType: 'text/plain',
    errors: [],
  },
} as const satisfies Routes;
