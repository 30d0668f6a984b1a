import type { Routes } from '../http/route.js';

export const docsRoutes = {
  page: {
    method: 'GET',
    path: '/api/docs',
    summary: 'Show the API documentation',
    access: 'public',
    mediaType: 'text/html',
    errors: [],
  },
  document: {
    method: 'GET',
    path: '/api/docs/openapi.json',
    summary: 'Get the OpenAPI 3.1 description of all routes',
    access: 'public',
    errors: [],
  },
  asset: {
    method: 'GET',
    path: '/api/docs/assets/:name',
    summary: 'Get a script or style sheet of the API documentation',
    access: 'public',
    mediaType: 'text/plain',
    errors: [],
  },
} as const satisfies Routes;
