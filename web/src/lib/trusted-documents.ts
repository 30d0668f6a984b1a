import { ApolloLink, type DocumentNode } from '@apollo/client';
import { print } from '@apollo/client/utilities';

/** Sends the hash of a document in the place of its text: the server knows the documents of the app, and in production no others (S59). */
export const trustedDocumentsLink = (): ApolloLink =>
  new ApolloLink((operation, forward) => {
    const persistedQuery = persistedQueryOf(operation.query);
    if (persistedQuery) {
      operation.extensions = { ...operation.extensions, persistedQuery };
      operation.setContext({ http: { includeExtensions: true, includeQuery: sendsDocuments() } });
    }
    return forward(operation);
  });

/** What asks for a subscription: its hash, and no text where the server knows it. */
export function subscriptionOf(document: DocumentNode) {
  const persistedQuery = persistedQueryOf(document);
  if (!persistedQuery) return { query: print(document) };
  return { query: sendsDocuments() ? print(document) : '', extensions: { persistedQuery } };
}

function persistedQueryOf(document: object) {
  const sha256Hash = hashOf(document);
  return sha256Hash === undefined ? undefined : { version: 1, sha256Hash };
}

/** The generator leaves it beside the document. */
function hashOf(document: object): string | undefined {
  const meta = '__meta__' in document ? document.__meta__ : undefined;
  return typeof meta === 'object' && meta !== null && 'hash' in meta && typeof meta.hash === 'string' ? meta.hash : undefined;
}

// Undefined where no bundler defines it: in tests.
const sendsDocuments = (): boolean => typeof SENDS_DOCUMENTS !== 'undefined' && SENDS_DOCUMENTS;
