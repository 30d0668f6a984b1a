import { ERRORS } from '@kith/proto';
import { z } from 'zod';
import type { Routes, RouteSpec } from '../http/route.js';

type Json = Record<string, unknown>;

interface ObjectSchema {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
}

// Filled in by the gateway: who asks, and from where.
const OURS = new Set(['actor', 'origin']);

const Failure = z.object({
  statusCode: z.number().int(),
  code: z.string(),
  message: z.string(),
  error: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  retryAfterS: z.number().int().optional(),
  resetsAt: z.string().optional(),
});

/** The routes as an OpenAPI 3.1 document; every schema is the one that the services check with. */
export function openApi(features: Readonly<Record<string, Routes>>): Json {
  const paths: Record<string, Json> = {};
  for (const [tag, routes] of Object.entries(features)) {
    for (const [name, spec] of Object.entries(routes)) {
      const path = spec.path.replace(/:(\w+)/g, '{$1}');
      paths[path] = { ...paths[path], [spec.method.toLowerCase()]: operation(spec, tag, name) };
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Kith', version: '1', description: DESCRIPTION },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { Failure: schemaOf(Failure, 'output') },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' }, cookie: { type: 'apiKey', in: 'cookie', name: 'kith' } },
    },
  };
}

const DESCRIPTION = `Sign in at \`/api/auth/login\` and send the token as a bearer. A refusal carries one of these codes:

| code | status | when |
| --- | --- | --- |
${Object.entries(ERRORS)
  .map(([code, { status, when }]) => `| ${code} | ${status} | ${when} |`)
  .join('\n')}`;

function operation(spec: RouteSpec, tag: string, name: string): Json {
  const names = [...spec.path.matchAll(/:(\w+)/g)].map(([, parameter]) => String(parameter));
  const input = inputOf(spec, new Set([...OURS, ...names]));
  const inPath = names.map((parameter) => ({ name: parameter, in: 'path', required: true, schema: pathSchema(spec, parameter) }));
  return {
    operationId: `${tag.toLowerCase()}.${name}`,
    tags: [tag],
    summary: spec.summary,
    security: spec.access === 'user' ? [{ bearer: [] }, { cookie: [] }] : [],
    parameters: spec.method === 'GET' ? [...inPath, ...queryOf(input)] : inPath,
    ...(spec.method !== 'GET' && hasFields(input) && { requestBody: bodyOf(input) }),
    responses: { [String(spec.status ?? 200)]: answerOf(spec), default: failure },
  };
}

const failure = {
  description: 'Refused or failed',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
};

/** What the client itself sends of the call's input. */
function inputOf({ call }: RouteSpec, without: ReadonlySet<string>): ObjectSchema {
  const { properties = {}, required = [] } = call ? (schemaOf(call.input, 'input') as Partial<ObjectSchema>) : {};
  return {
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !without.has(name))),
    required: required.filter((name) => !without.has(name)),
  };
}

function pathSchema({ call }: RouteSpec, name: string): unknown {
  const { properties } = call ? (schemaOf(call.input, 'input') as Partial<ObjectSchema>) : {};
  return properties?.[name] ?? { type: 'string' };
}

const hasFields = ({ properties }: ObjectSchema): boolean => Object.keys(properties).length > 0;

const queryOf = ({ properties, required }: ObjectSchema): Json[] =>
  Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema }));

const bodyOf = ({ properties, required }: ObjectSchema): Json => ({
  required: required.length > 0,
  content: { 'application/json': { schema: { type: 'object', properties, required } } },
});

function answerOf({ call, answer = call?.output, mediaType = 'application/json' }: RouteSpec): Json {
  return { description: 'Done', ...(answer && { content: { [mediaType]: { schema: schemaOf(answer, 'output') } } }) };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: withoutStorable });
  return json;
}

/** All our texts refuse what cannot be stored; as a pattern at each of them it tells nobody anything. */
function withoutStorable({ jsonSchema }: { readonly jsonSchema: { pattern?: string } }): void {
  if (jsonSchema.pattern?.includes('Surrogate')) delete jsonSchema.pattern;
}
