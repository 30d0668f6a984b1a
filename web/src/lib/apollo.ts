import { ApolloClient, ApolloLink, HttpLink, InMemoryCache, type FieldPolicy, type Reference } from '@apollo/client';
import { SetContextLink } from '@apollo/client/link/context';
import { ErrorLink } from '@apollo/client/link/error';
import { allPagesLink } from './all-pages.js';
import { NOTIFICATION_PAGES } from './notification-pages.js';
import { readError } from './read-error.js';
import { callHeaders } from './request.js';
import { retryLink } from './retry-link.js';
import { endSession } from './session.js';
import { trustedDocumentsLink } from './trusted-documents.js';

/** A client for one session: sends the token and cookies with every request, and ends the session here when the server has ended it. */
export function createApollo(): ApolloClient {
  const token = new SetContextLink(({ headers }) => ({ headers: { ...headers, ...callHeaders(false) } }));
  const sessionEnd = new ErrorLink(({ error }) => {
    if (readError(error).code === 'UNAUTHENTICATED') endSession();
  });
  return new ApolloClient({
    link: ApolloLink.from([
      allPagesLink(),
      sessionEnd,
      token,
      retryLink(),
      trustedDocumentsLink(),
      new HttpLink({ uri: '/graphql', credentials: 'include' }),
    ]),
    cache: new InMemoryCache({
      typePolicies: {
        // A session has one of each: every answer that contains one updates it on every screen.
        Usage: { keyFields: [] },
        PlanSubscription: { keyFields: [] },
        NotificationFeed: { keyFields: [] },
        // Their ids are words, the same in each server.
        SystemPageSection: { keyFields: false },
        SystemPageRow: { keyFields: false },
        SystemPageRowAction: { keyFields: false },
        SystemPageForm: { keyFields: false },
        Query: {
          fields: { creditHistory: pagedList('movements'), knowledge: pagedList('items'), notifications: NOTIFICATION_PAGES },
        },
      },
    }),
    defaultOptions: {
      watchQuery: {
        // Shows what is cached at once, and always asks the server too.
        fetchPolicy: 'cache-and-network',
        // Hidden tabs do not poll (docs/decisions.md M15).
        skipPollAttempt: () => document.hidden,
      },
    },
  });
}

type PagedList = Readonly<Record<string, unknown>> & { readonly total: number };

/**
 * Field policy of a list `{ total, [entries] }` that is loaded with `fetchMore({ variables: { offset } })`, or `before`. The first page
 * replaces the list, later pages are appended without entries that are listed already, because new entries shift the pages.
 */
function pagedList(entries: string): FieldPolicy<PagedList> {
  return {
    keyArgs: (args) => Object.keys(args ?? {}).filter((name) => name !== 'offset' && name !== 'before'),
    merge: (existing, incoming, { args, readField }) => {
      if (!existing || !(args?.['offset'] || args?.['before'])) return incoming;
      const listed = entriesOf(existing, entries);
      const ids = new Set(listed.map((entry) => readField('id', entry)));
      const added = entriesOf(incoming, entries).filter((entry) => !ids.has(readField('id', entry)));
      // A page without new entries is the last one, whatever was counted before.
      const total = added.length === 0 ? listed.length : incoming.total;
      return { ...incoming, total, [entries]: [...listed, ...added] };
    },
  };
}

const entriesOf = (list: PagedList, entries: string) => (list[entries] ?? []) as readonly Reference[];
