import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config, Logger } from '@kith/kit';
import { AppError } from '@kith/proto';
import type { FastifyInstance } from 'fastify';
import { Kind, parse, print, visit, type FieldNode } from 'graphql';

/** The file that the build of web leaves beside its page: document by SHA-256. */
const FILE = 'trusted-documents.json';
const TYPENAME: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } };

/** What a client sent instead of, or as, a document. */
interface Sent {
  readonly query?: unknown;
  readonly extensions?: unknown;
}

/** The documents of our own browser, which sends their hashes only. In production no others are executed (S59). */
export class TrustedDocuments {
  private constructor(
    private readonly texts: ReadonlyMap<string, string>,
    private readonly areOthersRefused: boolean,
  ) {}

  /** Reads what the build of web left in `dist`. */
  static of(dist: string, config: Config, logger: Logger): TrustedDocuments {
    const path = join(dist, FILE);
    const areOthersRefused = config.NODE_ENV === 'production';
    if (!existsSync(path)) {
      if (areOthersRefused) logger.warn({ path }, 'no trusted documents: GraphQL answers nothing');
      return new TrustedDocuments(new Map(), areOthersRefused);
    }
    const documents = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
    return new TrustedDocuments(
      new Map(Object.entries(documents).map(([hash, text]) => [hash, withTypenames(text)])),
      areOthersRefused,
    );
  }

  /** The text to execute. DOCUMENT_UNKNOWN for a hash that is none of ours, in production also for any other document. */
  textOf({ query, extensions }: Sent): string {
    const hash = hashIn(extensions);
    const text = hash === undefined ? undefined : this.texts.get(hash);
    if (text !== undefined) return text;
    if (this.areOthersRefused || (hash !== undefined && query === undefined)) throw new AppError('DOCUMENT_UNKNOWN');
    if (typeof query !== 'string') throw new AppError('BAD_INPUT', 'Please send a GraphQL document as `query`.');
    return query;
  }

  /** Puts the text in the place of its hash before the GraphQL server sees the request. */
  guard(fastify: FastifyInstance): void {
    fastify.addHook('preHandler', async (request, reply) => {
      if (request.routeOptions.url !== '/graphql') return;
      // The GraphQL server would execute what an address says, whether we know it or not.
      if (request.method !== 'POST') {
        void reply.header('allow', 'POST');
        throw new AppError('METHOD_NOT_ALLOWED');
      }
      // What is no object is refused by the GraphQL server, in its own words.
      if (!isObject(request.body) || Array.isArray(request.body)) return;
      const { extensions: _hash, ...rest } = request.body;
      request.body = { ...rest, query: this.textOf(request.body) };
    });
  }
}

/** Where Apollo Client puts it (the protocol of persisted queries). */
function hashIn(extensions: unknown): string | undefined {
  if (!isObject(extensions) || !isObject(extensions['persistedQuery'])) return undefined;
  const { sha256Hash } = extensions['persistedQuery'];
  return typeof sha256Hash === 'string' ? sha256Hash : '';
}

/** The browser's cache needs the name of each object's type. */
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
