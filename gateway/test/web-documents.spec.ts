import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { buildSchema, Kind, parse, validate, visit, type DocumentNode } from 'graphql';
import { LIMITS } from '../src/graphql/limits.js';

const WEB = join(import.meta.dirname, '../../web/src');
const schema = buildSchema(readFileSync(join(import.meta.dirname, '../schema.graphql'), 'utf8'));
const definitions = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.graphql.ts'))
  .flatMap((file) => [...readFileSync(join(WEB, file), 'utf8').matchAll(/graphql\(`([^`]+)`\)/g)])
  .flatMap(([, text = '']) => parse(text).definitions);
const fragments = definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
const operations = definitions.flatMap((one) =>
  one.kind === Kind.OPERATION_DEFINITION ? [[one.name?.value ?? '', one] as const] : [],
);

describe('the documents of the web app', () => {
  it('are found', () => {
    expect(operations.length).toBeGreaterThan(100);
  });

  it.each(operations)('%s is within the limits of depth and cost', (_name, operation) => {
    const document = withTypeNames({ kind: Kind.DOCUMENT, definitions: [operation, ...fragments] });
    expect(validate(schema, document, LIMITS).map(({ message }) => message)).toEqual([]);
  });
});

/** As the build stores them: the cache of the web app needs the type of each object. */
const withTypeNames = (document: DocumentNode): DocumentNode =>
  visit(document, {
    SelectionSet: (node, _key, parent) => {
      const typeName = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } } as const;
      const isOfOperation = parent !== undefined && 'kind' in parent && parent.kind === Kind.OPERATION_DEFINITION;
      return isOfOperation ? node : { ...node, selections: [...node.selections, typeName] };
    },
  });
