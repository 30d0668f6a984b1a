import { unwrapResolverError } from '@apollo/server/errors';
import { AppError, type ErrorCode } from '@kith/proto';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';

/** An error as GraphQL carries it: the same code and details as the body of REST. */
export function graphqlErrorOf(error: AppError): GraphQLFormattedError {
  const { code, status: statusCode, message, details } = error;
  return { message, extensions: { code, statusCode, ...details } };
}

// Validation reports up to a hundred errors, which together must stay small.
const MAX_MESSAGE_LENGTH = 200;
const MAX_LOCATIONS = 3;

// Apollo Server's codes for what fails before a resolver runs; every other code means a rejected document or argument.
const CODES: Readonly<Record<string, ErrorCode>> = {
  GRAPHQL_PARSE_FAILED: 'MALFORMED',
  INTERNAL_SERVER_ERROR: 'INTERNAL',
};

/** Gives every GraphQL error a code of proto and removes everything else from it. */
export function formatError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const { path, locations } = formatted;
  return {
    ...graphqlErrorOf(asAppError(formatted, unwrapResolverError(error))),
    ...(locations && { locations: locations.slice(0, MAX_LOCATIONS) }),
    ...(path && { path }),
  };
}

function asAppError({ message, extensions }: GraphQLFormattedError, cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  if (cause instanceof GraphQLError && cause.originalError instanceof AppError) return cause.originalError;
  const code = CODES[String(extensions?.['code'])] ?? 'BAD_INPUT';
  if (code === 'INTERNAL') return new AppError(code);
  // The message of the parser or validator is about the caller's own document, so it may be shown; names in it can be as long as the document.
  return new AppError(code, message.slice(0, MAX_MESSAGE_LENGTH));
}
