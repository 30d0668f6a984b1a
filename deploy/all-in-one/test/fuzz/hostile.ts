import fc, { type Arbitrary } from 'fast-check';
import { fitting, unfitting } from './from-schema.js';
import { documentOf, type Field, type Type, type TypeRef } from './graphql-types.js';
import type { Operation } from './operations.js';

/** A request that no server should serve. */
export interface HostileRequest {
  /** What is wrong with it. */
  readonly what: string;
  readonly method: string;
  readonly path: string;
  readonly payload: string | Buffer | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** False for reads that are odd but may be answered. */
  readonly isRefused: boolean;
}

const JSON_HEADERS = { 'content-type': 'application/json' };
// Above the largest body of any route.
const TOO_LARGE = JSON.stringify({ text: 'x'.repeat(1_200_000) });
const ODD_PARAMETERS = [
  '%00',
  '%ff',
  '%E0%A4%A',
  '..%2f..%2fetc%2fpasswd',
  '__proto__',
  'constructor',
  "'%20or%201=1",
  'a'.repeat(2000),
];
const OTHER_TYPES = [
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/mixed; boundary=x',
  'image/png',
];
const ODD_QUERIES = ['limit=1e309', 'limit=-1', 'offset=NaN', 'limit[]=1&limit[]=2', 'a[b][c]=1', '%00=%00', '__proto__=1', '='];

type Body = Pick<HostileRequest, 'what' | 'payload' | 'headers'>;
const asJson =
  (what: string) =>
  (value: unknown): Body => ({ what, payload: JSON.stringify(value), headers: JSON_HEADERS });
const asText =
  (what: string) =>
  (payload: string | Buffer): Body => ({ what, payload, headers: JSON_HEADERS });

/** Bodies that are refused whatever a route expects. */
const BROKEN_BODIES: readonly { readonly weight: number; readonly arbitrary: Arbitrary<Body> }[] = [
  { weight: 10, arbitrary: fc.integer({ min: 5001, max: 9000 }).map(keys).map(asJson('thousands of keys')) },
  { weight: 10, arbitrary: fc.integer({ min: 33, max: 4000 }).map(nestedLists).map(asText('deep lists')) },
  { weight: 10, arbitrary: fc.integer({ min: 33, max: 4000 }).map(nestedObjects).map(asText('deep objects')) },
  { weight: 10, arbitrary: fc.uint8Array({ minLength: 1, maxLength: 300 }).map(notUtf8).map(asText('bytes that are not UTF-8')) },
  {
    weight: 10,
    arbitrary: fc
      .string({ maxLength: 200, unit: 'binary' })
      .map((text) => `{${text}`)
      .map(asText('malformed JSON')),
  },
  { weight: 1, arbitrary: fc.constant(TOO_LARGE).map(asText('more than a megabyte')) },
];

/** For one route: broken bodies, fields of wrong types, other content types, odd parameters and queries, other methods. */
export function hostileRest(operation: Operation, path: string): Arbitrary<HostileRequest> {
  const { method, body } = operation;
  const isRead = method === 'GET';
  const otherMethod = fc.constantFrom('PUT', 'PROPFIND').map((other) => request({ what: 'another method', method: other, path }));
  const variants: { readonly weight: number; readonly arbitrary: Arbitrary<HostileRequest> }[] = [
    { weight: 5, arbitrary: otherMethod },
  ];
  if (operation.path.includes('{')) {
    const parameter = fc.constantFrom(...ODD_PARAMETERS);
    const replaced = parameter.map((odd) => operation.path.replace(/\{\w+\}/g, odd));
    variants.push({ weight: 15, arbitrary: replaced.map((at) => request({ what: 'an odd parameter', method, path: at })) });
  }
  if (isRead) {
    const queries = fc.oneof(fc.constantFrom(...ODD_QUERIES), fc.webQueryParameters({ size: 'large' }));
    const odd = queries.map((query) => request({ what: 'an odd query', method, path: `${path}?${query}`, isRefused: false }));
    variants.push({ weight: 30, arbitrary: odd });
  }
  if (body && !isRead) {
    const otherTypes = fc.tuple(fitting(body), fc.constantFrom(...OTHER_TYPES));
    const sent: readonly (typeof BROKEN_BODIES)[number][] = [
      ...BROKEN_BODIES,
      { weight: 50, arbitrary: unfitting(body).map(asJson('a body that does not fit')) },
      {
        weight: 10,
        arbitrary: otherTypes.map(([value, type]) => ({ ...asJson(type)(value), headers: { 'content-type': type } })),
      },
    ];
    variants.push({ weight: 100, arbitrary: fc.oneof(...sent).map((one) => request({ ...one, method, path })) });
  }
  return fc.oneof(...variants);
}

/** For one field of GraphQL: broken bodies, variables of wrong types, and documents that no screen has. */
export function hostileGraphql(root: string, field: Field, types: ReadonlyMap<string, Type>): Arbitrary<HostileRequest> {
  const query = documentOf(root, field);
  const isRefused = root === 'Mutation';
  const asGraphql = (what: string, body: unknown) =>
    request({ ...asJson(what)(body), method: 'POST', path: '/graphql', isRefused });
  const documents = fc.constantFrom(
    query.slice(0, -1),
    query.replace('{ __typename }', '{ nothing }'),
    query.replace(field.name, 'noSuchField'),
    `${query} ${query}`,
    `${root.toLowerCase()} { ${Array.from({ length: 40 }, (_, at) => `a${at}: ${field.name} { __typename }`).join(' ')} }`,
    `${root.toLowerCase()} { ${field.name} { ${'a { '.repeat(60)}b${' }'.repeat(60)} } }`,
    `${root.toLowerCase()} { ...A } fragment A on ${root} { ...B } fragment B on ${root} { ...A }`,
    `${root.toLowerCase()} { ${field.name} ${'@include(if: true) '.repeat(60)} { __typename } }`,
  );
  const odd = documents.map((document) => asGraphql('an odd document', { query: document, variables: {} }));
  const batch = fc.integer({ min: 2, max: 100 }).map((size) =>
    asGraphql(
      'a batch',
      Array.from({ length: size }, () => ({ query })),
    ),
  );
  const broken = fc.oneof(...BROKEN_BODIES).map((one) => request({ ...one, method: 'POST', path: '/graphql' }));
  if (field.args.length === 0) return fc.oneof(odd, batch, broken);
  const variables = wrongVariables(field, types).map((values) =>
    asGraphql('variables of wrong types', { query, variables: values }),
  );
  return fc.oneof(
    { weight: 6, arbitrary: variables },
    { weight: 2, arbitrary: odd },
    { weight: 1, arbitrary: batch },
    { weight: 2, arbitrary: broken },
  );
}

/** Variables of which one argument cannot be coerced. */
function wrongVariables({ args }: Field, types: ReadonlyMap<string, Type>): Arbitrary<Record<string, unknown>> {
  const wrong = args.map(({ name, type }) => fc.tuple(fc.constant(name), wrongValue(type, types)));
  return fc.oneof(...wrong).map(([name, value]) => ({ [name]: value }));
}

function wrongValue(type: TypeRef, types: ReadonlyMap<string, Type>): Arbitrary<unknown> {
  const { kind, name, ofType } = type;
  if (kind === 'NON_NULL' && ofType) return fc.oneof(fc.constant(null), wrongValue(ofType, types));
  if (kind === 'LIST' && ofType) return fc.array(wrongValue(ofType, types), { minLength: 1, maxLength: 900 });
  if (kind === 'INPUT_OBJECT') {
    const unknown = fc.integer({ min: 1, max: 4900 }).map(keys);
    const known = (types.get(name ?? '')?.inputFields ?? []).map((field) =>
      wrongValue(field.type, types).map((value) => ({ [field.name]: value })),
    );
    return fc.oneof(unknown, fc.constant('text'), ...known);
  }
  // A scalar of our own, such as JSON, takes everything but the keys that follow.
  return fc.oneof(fc.constant({ $ne: null }), fc.constant({ a: [[]] }), fc.integer({ min: 1, max: 900 }).map(keys));
}

const request = ({
  payload,
  headers = {},
  isRefused = true,
  ...rest
}: Pick<HostileRequest, 'what' | 'method' | 'path'> & Partial<HostileRequest>): HostileRequest => ({
  payload,
  headers,
  isRefused,
  ...rest,
});

function keys(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 'sk-hostile-key']));
}
function nestedLists(depth: number): string {
  return `${'['.repeat(depth)}${']'.repeat(depth)}`;
}
function nestedObjects(depth: number): string {
  return `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
}
function notUtf8(bytes: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from('{"name":"'), Buffer.from(bytes), Buffer.from([0xff, 0xc0]), Buffer.from('"}')]);
}
