import type { Schema } from './from-schema.js';

/** A REST route with the schemas of what it takes. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly body: Schema | undefined;
  readonly query: Schema;
}

/** All routes of an OpenAPI document. */
export function operationsOf(document: Record<string, unknown>): Operation[] {
  const paths = document['paths'] as Record<string, Record<string, Described>>;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { requestBody, parameters = [] }]) => ({
      method: method.toUpperCase(),
      path,
      body: requestBody?.content['application/json']?.schema,
      query: {
        type: 'object',
        properties: Object.fromEntries(parameters.filter((one) => one.in === 'query').map(({ name, schema }) => [name, schema])),
      },
    })),
  );
}

interface Described {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
}
