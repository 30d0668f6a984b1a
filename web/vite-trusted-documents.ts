import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const SOURCE = join(import.meta.dirname, 'src/gql/persisted-documents.json');

/** Leaves the documents of the app where the gateway looks for them: in production it executes no others (S59). */
export function trustedDocuments(): Plugin {
  return {
    name: 'kith-trusted-documents',
    // In development documents change faster than builds: they are sent along.
    config: (_config, { command }) => ({ define: { SENDS_DOCUMENTS: JSON.stringify(command === 'serve') } }),
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'trusted-documents.json', source: readFileSync(SOURCE, 'utf8') });
    },
  };
}
