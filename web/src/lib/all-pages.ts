import { ApolloLink, type Observable } from '@apollo/client';
import { concatMap, defer, of } from 'rxjs';

/** Query context that loads all pages of a list (`{ total, [entries] }`) before the query resolves. The query takes `$offset`. */
export const ALL_PAGES = { hasAllPages: true } as const;

interface Page {
  readonly total: number;
  readonly entries: readonly unknown[];
  /** A copy of the result with this total and these entries. */
  readonly withEntries: (total: number, entries: readonly unknown[]) => ApolloLink.Result;
}

/** Requests further pages until `total` entries are loaded. A page can be shorter than its limit when its entries are large. */
export const allPagesLink = (): ApolloLink =>
  new ApolloLink((operation, forward) => {
    if (operation.getContext()['hasAllPages'] !== true) return forward(operation);
    const { variables } = operation;
    const request = (offset: number): Observable<ApolloLink.Result> =>
      defer(() => {
        operation.variables = { ...variables, offset };
        return forward(operation);
      });
    const complete = (found: ApolloLink.Result): Observable<ApolloLink.Result> => {
      const page = pageIn(found);
      if (!page || page.entries.length >= page.total) return of(found);
      return request(page.entries.length).pipe(
        concatMap((next) => {
          const more = pageIn(next);
          if (!more) return of(next);
          // Entries were deleted meanwhile: there are no more.
          if (more.entries.length === 0) return of(page.withEntries(page.entries.length, page.entries));
          return complete(page.withEntries(more.total, [...page.entries, ...more.entries]));
        }),
      );
    };
    return request(0).pipe(concatMap(complete));
  });

function pageIn(result: ApolloLink.Result): Page | undefined {
  for (const [field, list] of Object.entries(result.data ?? {})) {
    if (typeof list !== 'object' || list === null || !('total' in list)) continue;
    const [name, entries] = Object.entries(list).find(([, value]) => Array.isArray(value)) ?? [];
    if (name === undefined || !Array.isArray(entries)) continue;
    return {
      total: Number(list.total),
      entries,
      withEntries: (total, entries) => ({ ...result, data: { ...result.data, [field]: { ...list, total, [name]: entries } } }),
    };
  }
  return undefined;
}
