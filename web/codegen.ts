import type { CodegenConfig } from '@graphql-codegen/cli';

/** Types for every document of src, from the schema that the gateway writes. */
const config: CodegenConfig = {
  schema: '../gateway/schema.graphql',
  // Operations of a feature in <feature>.graphql.ts; a fragment beside the component that shows it.
  documents: ['src/**/*.{ts,tsx}', '!src/gql/**', '!src/**/*.test.{ts,tsx}', '!src/testing/**'],
  emitLegacyCommonJSImports: false,
  generates: {
    './src/gql/': {
      preset: 'client',
      // The hash travels instead of the document (docs/security.md S59): gateway/src/graphql/trusted-documents.ts.
      presetConfig: { fragmentMasking: false, persistedDocuments: { hashAlgorithm: 'sha256' } },
      config: {
        useTypeImports: true,
        enumsAsTypes: true,
        strictScalars: true,
        defaultScalarType: 'unknown',
        scalars: { JSON: 'unknown', ID: 'string' },
      },
    },
  },
};

// The generator loads its configuration as a default export.
export default config;
