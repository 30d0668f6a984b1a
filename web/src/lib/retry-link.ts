import { ApolloLink, ServerError } from '@apollo/client';
import { catchError, concatMap, map, of, throwError, timer } from 'rxjs';
import { retryDelayMs } from './request.js';

const UNAVAILABLE = 503;

/**
 * Sends a query once more when a part of the server is not running or too busy (503), which is over in a moment after a restart. Mutations
 * and subscriptions are never repeated: what the first one did is not known here.
 */
export const retryLink = (): ApolloLink =>
  new ApolloLink((operation, forward) => {
    if (operation.operationType !== 'query') return forward(operation);
    return forward(operation).pipe(
      map((result) => ({ outcome: of(result), isUnavailable: isUnavailableIn(result) })),
      catchError((error: unknown) =>
        of({ outcome: throwError(() => error), isUnavailable: ServerError.is(error) && error.statusCode === UNAVAILABLE }),
      ),
      concatMap(({ outcome, isUnavailable }) =>
        isUnavailable ? timer(retryDelayMs()).pipe(concatMap(() => forward(operation))) : outcome,
      ),
    );
  });

const isUnavailableIn = ({ errors = [] }: ApolloLink.Result): boolean =>
  errors.some(({ extensions }) => extensions?.['statusCode'] === UNAVAILABLE);
