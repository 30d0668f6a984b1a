import { ApolloLink, type Observable } from '@apollo/client';
import { concatMap, defer, of } from 'rxjs';

/** The context of a query for a list (`{ total, … }` beside an array) that shall come whole, however many pages it has. It takes `$offset`. */
export const ALL_PAGES = { hasAllPages: true } as const;

interface Page {
  readonly total: number;
  readonly entries: readonly unknown[];
  /** The result with other entries in their place. */
  readonly holding: (total: number, entries: readonly unknown[]) => ApolloLink.Result;
}

/** Asks on until the list is complete. A page may end before its limit, where its entries are large, so that only `total` tells how many there are. */
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
      if (!page || page.entries.length >= page.total) return of(found);
      return ask(page.entries.length).pipe(
        concatMap((next) => {
          const more = pageIn(next);
          if (!more) return of(next);
          // Some were deleted meanwhile: there are no more.
          if (more.entries.length === 0) return of(page.holding(page.entries.length, page.entries));
          return complete(page.holding(more.total, [...page.entries, ...more.entries]));
        }),
      );
    };
    return ask(0).pipe(concatMap(complete));
  });

function pageIn(result: ApolloLink.Result): Page | undefined {
  for (const [field, list] of Object.entries(result.data ?? {})) {
    if (typeof list !== 'object' || list === null || !('total' in list)) continue;
    const [name, entries] = Object.entries(list).find(([, value]) => Array.isArray(value)) ?? [];
    if (name === undefined || !Array.isArray(entries)) continue;
    return {
      total: Number(list.total),
      entries,
      holding: (total, entries) => ({ ...result, data: { ...result.data, [field]: { ...list, total, [name]: entries } } }),
    };
  }
  return undefined;
}
