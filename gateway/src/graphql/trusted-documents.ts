import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config, Logger } from '@kith/kit';
import { AppError } from '@kith/proto';
import type { FastifyInstance } from 'fastify';
import { Kind, parse, print, visit, type FieldNode } from 'graphql';
import { isLarge, SIGNED_IN_BYTES } from '../http/body-limits.js';
import { CONTRACT_TYPES } from './contract-types.js';
import { MAX_TOKENS } from './limits.js';

/** Written by the build of the web app: its documents by their SHA-256. */
const FILE = 'trusted-documents.json';
const TYPENAME: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } };

/** The part of a request that names the document to execute. */
interface DocumentRequest {
  readonly query?: unknown;
  readonly extensions?: unknown;
}

/** The GraphQL documents of the web app, which sends only their hashes. Production executes no others (docs/security.md S59). */
export class TrustedDocuments {
  private constructor(
    private readonly textByHash: ReadonlyMap<string, string>,
    private readonly isTrustedOnly: boolean,
  ) {}

  /** Reads the file in `dist`, the folder of the built web app. */
  static of(dist: string, config: Config, logger: Logger): TrustedDocuments {
    const path = join(dist, FILE);
    const isTrustedOnly = config.NODE_ENV === 'production';
    if (!existsSync(path)) {
      if (isTrustedOnly) logger.warn({ path }, 'no trusted documents found: every GraphQL request is rejected');
      return new TrustedDocuments(new Map(), isTrustedOnly);
    }
    const documents = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
    return new TrustedDocuments(
      new Map(Object.entries(documents).map(([hash, text]) => [hash, withTypenames(text)])),
      isTrustedOnly,
    );
  }

  /** The document to execute. Throws DOCUMENT_UNKNOWN for an unknown hash, in production also for every other document. */
  textOf({ query, extensions }: DocumentRequest): string {
    const hash = hashIn(extensions);
    const text = hash === undefined ? undefined : this.textByHash.get(hash);
    if (text !== undefined) return text;
    if (this.isTrustedOnly || (hash !== undefined && query === undefined)) throw new AppError('DOCUMENT_UNKNOWN');
    if (typeof query !== 'string') throw new AppError('BAD_INPUT', 'Please send a GraphQL document as `query`.');
    return query;
  }

  /** Replaces the hash in a request with the document before the GraphQL server sees it. */
  registerOn(fastify: FastifyInstance): void {
    fastify.addHook('preHandler', async (request, reply) => {
      if (request.routeOptions.url !== '/graphql') return;
      // The GraphQL server would also execute a document from the query string of a GET request.
      if (request.method !== 'POST') {
        void reply.header('allow', 'POST');
        throw new AppError('METHOD_NOT_ALLOWED');
      }
      // The GraphQL server itself rejects a body that is not an object.
      if (!isObject(request.body) || Array.isArray(request.body)) return;
      const { extensions: _extensions, ...rest } = request.body;
      const query = this.textOf(request.body);
      if (request.jsonBytes > SIGNED_IN_BYTES && !takesLargeInput(query)) throw new AppError('TOO_LARGE');
      request.body = { ...rest, query };
    });
  }
}

/** The input types that can hold texts above the usual size of a body, such as knowledge. */
const LARGE_INPUTS: ReadonlySet<string> = new Set(
  Object.entries(CONTRACT_TYPES.inputs).flatMap(([name, schema]) => (isLarge(schema) ? [name] : [])),
);

/** Whether a document declares a variable of such a type. False for a document that cannot be parsed. */
function takesLargeInput(text: string): boolean {
  try {
    const variables = parse(text, { maxTokens: MAX_TOKENS }).definitions.flatMap((definition) =>
      definition.kind === Kind.OPERATION_DEFINITION ? (definition.variableDefinitions ?? []) : [],
    );
    return variables.some(({ type }) => LARGE_INPUTS.has(print(type).replace(/[[\]!]/g, '')));
  } catch {
    return false;
  }
}

/** The hash, where the protocol of persisted queries puts it; '' when it is not a string. */
function hashIn(extensions: unknown): string | undefined {
  if (!isObject(extensions) || !isObject(extensions['persistedQuery'])) return undefined;
  const { sha256Hash } = extensions['persistedQuery'];
  return typeof sha256Hash === 'string' ? sha256Hash : '';
}

/** Adds `__typename` to every object, which the cache of Apollo Client needs. */
function withTypenames(text: string): string {
  return print(
    visit(parse(text), {
      SelectionSet: (set, _key, parent) => {
        const isRoot = parent !== undefined && 'kind' in parent && parent.kind === Kind.OPERATION_DEFINITION;
        const isNamed = set.selections.some((field) => field.kind === Kind.FIELD && field.name.value === '__typename');
        return isRoot || isNamed ? undefined : { ...set, selections: [...set.selections, TYPENAME] };
      },
    }),
  );
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
