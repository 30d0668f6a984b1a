import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { buildSchema, Kind, parse, validate } from 'graphql';
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
    const document = { kind: Kind.DOCUMENT, definitions: [operation, ...fragments] } as const;
    expect(validate(schema, document, LIMITS).map(({ message }) => message)).toEqual([]);
  });
});
