import { join } from 'node:path';
import { GraphQLTypesLoader } from '@nestjs/graphql';
import { CONTRACT_TYPES } from './contract-types.js';
import { generateTypes } from './generate-types.js';

/** The generated types; together with ROOT_FIELDS the whole schema. */
export const generatedTypes = (): string =>
  `"Any JSON value: the contract (proto) says what it may hold."\nscalar JSON\n\n${generateTypes(CONTRACT_TYPES)}\n`;

/** The files with the fields of Query, Mutation and Subscription, beside their resolvers. */
export const ROOT_FIELDS = [join(import.meta.dirname, '../**/*.graphql')];

/** The whole schema as SDL. */
export const typeDefinitions = async (): Promise<string> =>
  `${generatedTypes()}\n${await new GraphQLTypesLoader().mergeTypesByPaths(ROOT_FIELDS)}`;
