import { ACCESS_KEY_PREFIX, ACCESS_SCOPES, ERRORS, MAX_ACCESS_KEYS, type ErrorCode } from '@kith/proto';
import { z } from 'zod';
import { FORM_TYPE, JSON_TYPE, parametersOf, type Routes, type RouteSpec } from '../http/route.js';

type Json = Record<string, unknown>;

interface ObjectSchema {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
}

// Input fields that the gateway fills in.
const GATEWAY_FIELDS = new Set(['actor', 'origin']);

const Failure = z.object({
  statusCode: z.number().int(),
  code: z.string(),
  message: z.string(),
  error: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  retryAfterS: z.number().int().optional(),
  resetsAt: z.string().optional(),
  cap: z.string().optional(),
});

/** The OpenAPI 3.1 description of the routes, with the schemas that the services validate with. */
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
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The token of a session' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'kith' },
        accessKey: { type: 'http', scheme: 'bearer', description: 'An access key with the named scope' },
      },
    },
  };
}

const DESCRIPTION = `Sign in at \`/api/auth/login\` and send the token as a bearer.

## Access keys

A script uses an access key instead: create one under Settings → API & Advanced, and send it with every request.

\`\`\`
curl -H 'Authorization: Bearer ${ACCESS_KEY_PREFIX}…' PUBLIC_URL/api/bots
\`\`\`

A key may do what its scopes say, for its owner and with the limits of the account: ${ACCESS_SCOPES.map((scope) => `\`${scope}\``).join(', ')}. Each
route below names the scope it needs. Routes without one (the account, payments, administration, deleting or resetting a bot) take no access
key, nor does GraphQL: they answer 403 \`ACCESS_KEY_REFUSED\`. A user has at most ${MAX_ACCESS_KEYS} keys. They end when they are revoked, when the password
is changed or reset, and with the account.

## Errors

Errors have one of these codes:

| code | status | when |
| --- | --- | --- |
${Object.entries(ERRORS)
  .map(([code, { status, when }]) => `| ${code} | ${status} | ${when} |`)
  .join('\n')}`;

function operation(spec: RouteSpec, tag: string, name: string): Json {
  const parameters = Object.entries(parametersOf(spec));
  const input = inputOf(spec, new Set([...GATEWAY_FIELDS, ...parameters.map(([parameter]) => parameter)]));
  const inPath = parameters.map(([parameter, schema]) => ({
    name: parameter,
    in: 'path',
    required: true,
    schema: schemaOf(schema, 'input'),
  }));
  return {
    operationId: `${tag.toLowerCase().replace(' ', '-')}.${name}`,
    tags: [tag],
    summary: spec.summary,
    ...(spec.scope !== undefined && { description: `Scope of an access key: \`${spec.scope}\`` }),
    security: securityOf(spec),
    parameters: spec.method === 'GET' ? [...inPath, ...queryOf(input)] : inPath,
    ...(hasBody(spec, input) && { requestBody: bodyOf(input, spec) }),
    responses: { [String(spec.status ?? 200)]: answerOf(spec), ...errorResponses(spec, input), default: failure },
  };
}

/** With a session, and where the route has a scope, with an access key. */
function securityOf({ access, scope }: RouteSpec): Json[] {
  if (access !== 'user' && access !== 'credential') return [];
  return [{ bearer: [] }, { cookie: [] }, ...(scope === undefined ? [] : [{ accessKey: [scope] }])];
}

const failure = {
  description: 'The gateway or a service is unavailable, overloaded or failed: see the table of codes',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
};

/** The error responses: one per status, with its codes. */
function errorResponses(spec: RouteSpec, input: ObjectSchema): Json {
  const byStatus: Record<string, string[]> = {};
  for (const code of codesOf(spec, input)) (byStatus[String(ERRORS[code].status)] ??= []).push(`${code}: ${ERRORS[code].when}`);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, reasons]) => [status, { ...failure, description: reasons.join('  \n') }]),
  );
}

/** The error codes of a route: its own and those that all routes of its kind have. */
function codesOf(spec: RouteSpec, input: ObjectSchema): ReadonlySet<ErrorCode> {
  const { access, method, path, errors } = spec;
  const needsCredential = access === 'user' || access === 'credential';
  const isSameOriginOnly = method !== 'GET' && access !== 'public';
  return new Set<ErrorCode>([
    ...errors,
    ...(needsCredential ? (['UNAUTHENTICATED', 'ACCESS_KEY_REFUSED'] as const) : []),
    ...(isSameOriginOnly ? (['CROSS_ORIGIN'] as const) : []),
    ...(hasFields(input) ? (['BAD_INPUT'] as const) : []),
    ...(hasBody(spec, input) ? (['MALFORMED', 'TOO_LARGE', 'UNSUPPORTED_MEDIA'] as const) : []),
    ...(path.includes(':') ? (['NOT_FOUND'] as const) : []),
    ...(path.startsWith('/api/') ? (['RATE_LIMITED'] as const) : []),
  ]);
}

const hasBody = ({ method, rawBytes }: RouteSpec, input: ObjectSchema): boolean =>
  method !== 'GET' && (hasFields(input) || rawBytes !== undefined);

/** The part of the call's input that the client sends. */
function inputOf({ call, sends = call?.input }: RouteSpec, without: ReadonlySet<string>): ObjectSchema {
  const { properties = {}, required = [] } = sends ? (schemaOf(sends, 'input') as Partial<ObjectSchema>) : {};
  return {
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !without.has(name))),
    required: required.filter((name) => !without.has(name)),
  };
}

const hasFields = ({ properties }: ObjectSchema): boolean => Object.keys(properties).length > 0;

const queryOf = ({ properties, required }: ObjectSchema): Json[] =>
  Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema }));

function bodyOf({ properties, required }: ObjectSchema, { accepts = [JSON_TYPE] }: RouteSpec): Json {
  const schema = { type: 'object', properties, required };
  // In a form the attachments are sent as file parts.
  const { attachments, ...fields } = properties;
  const form = { ...schema, properties: { ...fields, ...(attachments !== undefined && { files: FILES }) } };
  const content = accepts.map((type) => [type, { schema: type === FORM_TYPE ? form : schema }]);
  return { required: required.length > 0, content: Object.fromEntries(content) };
}

const FILES = { type: 'array', items: { type: 'string', format: 'binary' } };

function answerOf({ call, answer = call?.output, mediaType = 'application/json' }: RouteSpec): Json {
  return { description: 'Success', ...(answer && { content: { [mediaType]: { schema: schemaOf(answer, 'output') } } }) };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: withoutStoragePattern });
  return json;
}

/** Removes the pattern that all our strings have to reject characters that Postgres cannot store: it would clutter every schema. */
function withoutStoragePattern({
  jsonSchema,
}: {
  readonly jsonSchema: { pattern?: string; allOf?: { pattern?: string }[] };
}): void {
  if (jsonSchema.pattern?.includes('Surrogate')) delete jsonSchema.pattern;
  if (!jsonSchema.allOf) return;
  jsonSchema.allOf = jsonSchema.allOf.filter(({ pattern }) => !pattern?.includes('Surrogate'));
}
