import type { ApolloServerPlugin } from '@apollo/server';
import { unwrapResolverError } from '@apollo/server/errors';
import { ApolloServerPluginCacheControlDisabled, ApolloServerPluginInlineTraceDisabled } from '@apollo/server/plugin/disabled';
import type { Config, Logger, Runtime } from '@kith/kit';
import { AppError } from '@kith/proto';
import { ApolloDriver, type ApolloDriverConfig } from '@nestjs/apollo';
import type { DynamicModule } from '@nestjs/common';
import { GraphQLModule } from '@nestjs/graphql';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError, GraphQLScalarType, valueFromASTUntyped } from 'graphql';
import { toAppError } from '../http/error.filter.js';
import { formatError } from './format-error.js';
import { LIMITS, MAX_TOKENS } from './limits.js';
import { executePlainQueries } from './plain-queries.js';
import { generatedTypes, ROOT_FIELDS } from './type-definitions.js';
import { checkVariables } from './variables.js';

interface Context {
  readonly req: FastifyRequest;
  readonly reply: FastifyReply;
}

const asIs = (value: unknown): unknown => value;

/** Values whose shape is open, such as the traits of a bot; the services check them with the schemas of proto. */
const JsonScalar = new GraphQLScalarType({
  name: 'JSON',
  serialize: asIs,
  parseValue: asIs,
  parseLiteral: (node, variables) => valueFromASTUntyped(node, variables),
});

/** Serves `/graphql`. Types are generated from the schemas of proto; the root fields are in the .graphql files beside the resolvers. */
export function graphqlModule({ config, logger }: Runtime): DynamicModule {
  return GraphQLModule.forRoot<ApolloDriverConfig>({
    driver: ApolloDriver,
    path: '/graphql',
    typeDefs: generatedTypes(),
    typePaths: ROOT_FIELDS,
    resolvers: { JSON: JsonScalar },
    context: (req: FastifyRequest, reply: FastifyReply): Context => ({ req, reply }),
    csrfPrevention: true,
    persistedQueries: false,
    introspection: config.NODE_ENV !== 'production',
    // Otherwise the error for a misspelt name suggests names that exist.
    hideSchemaDetailsFromClientErrors: true,
    includeStacktraceInErrorResponses: false,
    graphiql: false,
    parseOptions: { maxTokens: MAX_TOKENS },
    validationRules: LIMITS,
    autoTransformHttpErrors: false,
    formatError,
    // Cache control would wrap the resolver of every field of the schema; answers are never cached.
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      // It would be loaded, with a library of its own, to find that this is no part of a larger graph.
      ApolloServerPluginInlineTraceDisabled(),
      checkVariablesFirst(config),
      executePlainQueries<Context>(),
      logInternalErrors(logger.child({ service: 'gateway' })),
    ],
  });
}

/** Refuses variables that do not fit before GraphQL coerces them. */
function checkVariablesFirst({ NODE_ENV }: Pick<Config, 'NODE_ENV'>): ApolloServerPlugin<Context> {
  return {
    requestDidStart: async () => ({
      didResolveOperation: async ({ schema, operation, request }) => {
        if (!operation) return;
        try {
          checkVariables({ schema, operation, namesFields: NODE_ENV !== 'production' }, request.variables ?? {});
        } catch (error) {
          const extensions = { code: 'BAD_USER_INPUT', http: { status: 400 } };
          throw new GraphQLError('Invalid variables.', { originalError: AppError.from(error), extensions });
        }
      },
    }),
  };
}

/** Logs the internal errors that `formatError` hides from clients. */
function logInternalErrors(logger: Logger): ApolloServerPlugin<Context> {
  return {
    requestDidStart: async () => ({
      didEncounterErrors: async ({ errors, contextValue }) => {
        const failures = errors.map(unwrapResolverError).filter((error) => !isRejection(error));
        for (const failure of failures) toAppError(failure, contextValue.req, logger);
      },
    }),
  };
}

/** Whether GraphQL itself rejected the document or its variables: only such errors have a code. */
const isRejection = (error: unknown): boolean =>
  error instanceof Error && 'extensions' in error && codeOf(error.extensions) !== undefined;

const codeOf = (extensions: unknown): unknown =>
  typeof extensions === 'object' && extensions !== null && 'code' in extensions ? extensions.code : undefined;
