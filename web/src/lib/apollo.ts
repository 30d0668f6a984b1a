import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client';
import { SetContextLink } from '@apollo/client/link/context';
import { ErrorLink } from '@apollo/client/link/error';
import { allPagesLink } from './all-pages.js';
import { readError } from './read-error.js';
import { callHeaders } from './request.js';
import { endSession } from './session.js';
import { trustedDocumentsLink } from './trusted-documents.js';

/** A client for one session: bearer and cookies with every call, and a session that the server ended ends here too. */
export function createApollo(): ApolloClient {
  const bearer = new SetContextLink(({ headers }) => ({ headers: { ...headers, ...callHeaders(false) } }));
  const guard = new ErrorLink(({ error }) => {
    if (readError(error).code === 'UNAUTHENTICATED') endSession();
  });
  return new ApolloClient({
    link: ApolloLink.from([
      allPagesLink(),
      guard,
      bearer,
      trustedDocumentsLink(),
      new HttpLink({ uri: '/graphql', credentials: 'include' }),
    ]),
    // Of each of these a session has one: whatever answers it changes it everywhere.
    cache: new InMemoryCache({ typePolicies: { Usage: { keyFields: [] }, PlanSubscription: { keyFields: [] } } }),
    defaultOptions: {
      // A tab that nobody looks at asks for nothing (decision M15).
      watchQuery: { skipPollAttempt: () => document.hidden },
    },
  });
}
