import { unwrapResolverError } from '@apollo/server/errors';
import { AppError, type ErrorCode } from '@kith/proto';
import type { GraphQLFormattedError } from 'graphql';

/** An error as GraphQL carries it: the same code and details as the body of REST. */
export function graphqlErrorOf(error: AppError): GraphQLFormattedError {
  const { code, status: statusCode, message, details } = error;
  return { message, extensions: { code, statusCode, ...details } };
}

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
    ...(locations && { locations }),
    ...(path && { path }),
  };
}

function asAppError({ message, extensions }: GraphQLFormattedError, cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  const code = CODES[String(extensions?.['code'])] ?? 'BAD_INPUT';
  if (code === 'INTERNAL') return new AppError(code);
  // The message of the parser or validator is about the caller's own document, so it may be shown.
  return new AppError(code, message, fieldsIn(message));
}

// How GraphQL words a variable of the wrong type: `$input` is its name, `input.preferences.maxTokens` the place in it.
const WRONG_VARIABLE =
  /^Variable "\$(\w+)" got invalid value .*?(?: at "\1\.([\w.[\]]+)")?; ((?:Int|Float|String|Boolean|ID|Enum|Value|Field|Expected) .*)$/s;

/** The field of a variable that has the wrong type, as the schemas of proto name it: `preferences.maxTokens`. Forms show the message there. */
function fieldsIn(message: string): { fields?: Record<string, string> } {
  const [, variable = '', path, problem = ''] = WRONG_VARIABLE.exec(message) ?? [];
  return variable ? { fields: { [path?.replace(/\[(\d+)\]/g, '.$1') ?? variable]: problem } } : {};
}
