import { unwrapResolverError } from '@apollo/server/errors';
import { AppError, type ErrorCode } from '@kith/proto';
import type { GraphQLFormattedError } from 'graphql';
import { CONTRACT_TYPES } from './contract-types.js';

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
  const wrong = wrongVariable(message);
  if (wrong) return new AppError(code, wrong.problem, { fields: { [wrong.field]: wrong.problem } });
  // The message of the parser or validator is about the caller's own document, so it may be shown.
  return new AppError(code, message);
}

// GraphQL's message for a variable of the wrong type: `$input` is its name, `input.preferences.maxTokens` the path in it.
const WRONG_VARIABLE =
  /^Variable "\$(\w+)" got invalid value .*?(?: at "\1\.([\w.[\]]+)")?; ((?:Int|Float|String|Boolean|ID|Enum|Value|Field|Expected) .*)$/s;
const WRONG_ENUM_VALUE = /^(?:Value .* does not exist in "(\w+)" enum|Enum "(\w+)" cannot represent)/s;

/** A wrong variable as the services would report it: the field as the schemas of proto name it, and a message that a form can show there. */
function wrongVariable(message: string): { field: string; problem: string } | undefined {
  const [, variable, path, problem = ''] = WRONG_VARIABLE.exec(message) ?? [];
  if (variable === undefined) return undefined;
  const [, missing, other = ''] = WRONG_ENUM_VALUE.exec(problem) ?? [];
  const values: readonly string[] | undefined = new Map<string, readonly string[]>(Object.entries(CONTRACT_TYPES.enums)).get(
    missing ?? other,
  );
  return {
    field: path?.replace(/\[(\d+)\]/g, '.$1') ?? variable,
    problem: values ? `Invalid option: expected one of ${values.map((value) => `"${value}"`).join('|')}` : problem,
  };
}
