import { join } from 'node:path';
import type { ApolloServerPlugin } from '@apollo/server';
import { unwrapResolverError } from '@apollo/server/errors';
import type { Logger, Runtime } from '@kith/kit';
import { ApolloDriver, type ApolloDriverConfig } from '@nestjs/apollo';
import type { DynamicModule } from '@nestjs/common';
import { GraphQLModule } from '@nestjs/graphql';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { failureOf } from '../http/failure.js';
import { formatError } from './format-error.js';
import { JsonScalar } from './json-scalar.js';
import { LIMITS, MAX_TOKENS } from './limits.js';

interface Context {
  readonly req: FastifyRequest;
  readonly reply: FastifyReply;
}

/** `/graphql`: the schema lies in the .graphql files beside the resolvers. */
export function graphqlDoor({ config, logger }: Runtime): DynamicModule {
  return GraphQLModule.forRoot<ApolloDriverConfig>({
    driver: ApolloDriver,
    path: '/graphql',
    typePaths: [join(import.meta.dirname, '../**/*.graphql')],
    resolvers: { JSON: JsonScalar },
    context: (req: FastifyRequest, reply: FastifyReply): Context => ({ req, reply }),
    csrfPrevention: true,
    persistedQueries: false,
    introspection: config.NODE_ENV !== 'production',
    // Without it, a misspelt name is answered with names that exist.
    hideSchemaDetailsFromClientErrors: true,
    includeStacktraceInErrorResponses: false,
    graphiql: false,
    parseOptions: { maxTokens: MAX_TOKENS },
    validationRules: LIMITS,
    autoTransformHttpErrors: false,
    formatError,
    plugins: [logBugs(logger.child({ service: 'gateway' }))],
  });
}

/** Logs what `formatError` hides. */
function logBugs(logger: Logger): ApolloServerPlugin<Context> {
  return {
    requestDidStart: async () => ({
      didEncounterErrors: async ({ errors, contextValue }) => {
        const bugs = errors.map(unwrapResolverError).filter((error) => !isRefusal(error));
        for (const bug of bugs) failureOf(bug, contextValue.req, logger);
      },
    }),
  };
}

/** Whether GraphQL itself refused the document or its variables: such errors bear a code. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && 'extensions' in error && codeOf(error.extensions) !== undefined;

const codeOf = (extensions: unknown): unknown =>
  typeof extensions === 'object' && extensions !== null && 'code' in extensions ? extensions.code : undefined;
