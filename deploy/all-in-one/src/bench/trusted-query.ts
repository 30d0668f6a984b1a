import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** By hash; written by the build of the web app. */
const DOCUMENTS = join(import.meta.dirname, '../../../../web/dist/trusted-documents.json');
const QUERY = /\bquery (\w+)/;

/** The body of a query as the web app sends it: by the hash of its document. */
export function trustedQuery(name: string, variables: object): string {
  const documents = Object.entries(JSON.parse(readFileSync(DOCUMENTS, 'utf8')) as Record<string, string>);
  const [sha256Hash] = documents.find(([, text]) => QUERY.exec(text)?.[1] === name) ?? [];
  if (sha256Hash === undefined) throw new Error(`the web app has no query ${name}: build it first`);
  return JSON.stringify({ operationName: name, variables, extensions: { persistedQuery: { version: 1, sha256Hash } } });
}
