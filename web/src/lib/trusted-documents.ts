import { ApolloLink, type DocumentNode } from '@apollo/client';
import { print } from '@apollo/client/utilities';

/** Sends the hash of a document instead of its text. In production the server executes the app's own documents only (docs/security.md S59). */
export const trustedDocumentsLink = (): ApolloLink =>
  new ApolloLink((operation, forward) => {
    const persistedQuery = persistedQueryOf(operation.query);
    if (persistedQuery) {
      operation.extensions = { ...operation.extensions, persistedQuery };
      operation.setContext({ http: { includeExtensions: true, includeQuery: sendsDocuments() } });
    }
    return forward(operation);
  });

/** The payload of a subscription: the hash, with the text only where the server may not know it yet. */
export function subscriptionOf(document: DocumentNode) {
  const persistedQuery = persistedQueryOf(document);
  if (!persistedQuery) return { query: print(document) };
  return { query: sendsDocuments() ? print(document) : '', extensions: { persistedQuery } };
}

function persistedQueryOf(document: object) {
  const sha256Hash = hashOf(document);
  return sha256Hash === undefined ? undefined : { version: 1, sha256Hash };
}

/** Code generation stores the hash in the document's metadata. */
function hashOf(document: object): string | undefined {
  const meta = '__meta__' in document ? document.__meta__ : undefined;
  return typeof meta === 'object' && meta !== null && 'hash' in meta && typeof meta.hash === 'string' ? meta.hash : undefined;
}

// Undefined in tests, which run without the bundler.
const sendsDocuments = (): boolean => typeof SENDS_DOCUMENTS !== 'undefined' && SENDS_DOCUMENTS;
