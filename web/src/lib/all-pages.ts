import { ApolloLink, type Observable } from '@apollo/client';
import { concatMap, defer, of } from 'rxjs';

/** The context of a query for a list of companions that shall come whole, however many pages it has. It takes `$offset`. */
export const ALL_PAGES = { hasAllPages: true } as const;

interface Page {
  readonly total: number;
  readonly bots: readonly unknown[];
}

/**
 * Asks on until the list is complete. A page may end before its limit, where the companions are large, so that only `total` tells how
 * many there are.
 */
export const allPagesLink = (): ApolloLink =>
  new ApolloLink((operation, forward) => {
    if (operation.getContext()['hasAllPages'] !== true) return forward(operation);
    const { variables } = operation;
    const ask = (offset: number): Observable<ApolloLink.Result> =>
      defer(() => {
        operation.variables = { ...variables, offset };
        return forward(operation);
      });
    const complete = (found: ApolloLink.Result): Observable<ApolloLink.Result> => {
      const page = pageIn(found);
      if (!page || page.bots.length >= page.total) return of(found);
      return ask(page.bots.length).pipe(
        concatMap((next) => {
          const more = pageIn(next);
          if (!more) return of(next);
          // Some were deleted meanwhile: there are no more.
          if (more.bots.length === 0) return of(joined(found, { ...page, total: page.bots.length }));
          return complete(joined(found, { ...page, total: more.total, bots: [...page.bots, ...more.bots] }));
        }),
      );
    };
    return ask(0).pipe(concatMap(complete));
  });

function pageIn({ data }: ApolloLink.Result): Page | undefined {
  const page: unknown = data?.['bots'];
  const isPage = typeof page === 'object' && page !== null && 'total' in page && 'bots' in page && Array.isArray(page.bots);
  return isPage ? (page as Page) : undefined;
}

const joined = (result: ApolloLink.Result, bots: Page): ApolloLink.Result => ({ ...result, data: { ...result.data, bots } });
