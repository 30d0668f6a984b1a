import { unwrapResolverError } from '@apollo/server/errors';
import { AppError, type ErrorCode } from '@kith/proto';
import type { GraphQLFormattedError } from 'graphql';

/** An error as GraphQL carries it: the same code and details as the body of REST (decision A10). */
export function graphqlErrorOf(error: AppError): GraphQLFormattedError {
  const { code, status: statusCode, message, details } = error;
  return { message, extensions: { code, statusCode, ...details } };
}

// What Apollo Server refuses before a resolver runs, by its codes. All others are refused documents and arguments.
const CODES: Readonly<Record<string, ErrorCode>> = {
  GRAPHQL_PARSE_FAILED: 'MALFORMED',
  INTERNAL_SERVER_ERROR: 'INTERNAL',
};

/** Gives every error of GraphQL a code of proto and takes everything else off it. */
export function formatError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const { path, locations } = formatted;
  return {
    ...graphqlErrorOf(asAppError(formatted, unwrapResolverError(error))),
    ...(locations && { locations }),
    ...(path && { path }),
  };
}

function asAppError({ message, extensions }: GraphQLFormattedError, cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  const code = CODES[String(extensions?.['code'])] ?? 'BAD_INPUT';
  // The words of the parser and the validator are about the caller's own document.
  return code === 'INTERNAL' ? new AppError(code) : new AppError(code, message);
}
