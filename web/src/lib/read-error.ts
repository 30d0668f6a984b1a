import { CombinedGraphQLErrors, ServerError } from '@apollo/client';
import type { ErrorDetails } from '@kith/proto';
import { t } from './i18n.js';
import { RequestError } from './request.js';

export interface Problem extends ErrorDetails {
  readonly code: string | undefined;
  /** For people; undefined when the server sent no text for them. */
  readonly message: string | undefined;
}

/** Code and message of a failed query, mutation or REST call. */
export function readError(error: unknown): Problem {
  if (CombinedGraphQLErrors.is(error)) {
    const first = error.errors[0];
    const { code, ...details } = { ...first?.extensions };
    return { ...details, code: typeof code === 'string' ? code : undefined, message: first?.message };
  }
  if (ServerError.is(error)) return fromBody(error.bodyText);
  if (error instanceof RequestError) {
    const { message, fields } = error.body;
    return { code: error.code, message, ...(fields && { fields }) };
  }
  return { code: undefined, message: error instanceof TypeError ? t('common.offline') : undefined };
}

function fromBody(text: string): Problem {
  try {
    const body = JSON.parse(text) as Partial<Problem> & {
      errors?: readonly { message?: string; extensions?: { code?: string } }[];
    };
    const first = body.errors?.[0];
    return { code: first?.extensions?.code ?? body.code, message: first?.message ?? body.message };
  } catch {
    return { code: undefined, message: undefined };
  }
}
