/**
 * Does work that needs nothing but what is known already while the answers of Redis and Postgres are waited for. The result is asked for by the
 * returned function, which does the work at once where it has not been done yet. Its error is thrown there.
 */
export function doneAhead<T>(work: () => T): () => T {
  let result: { readonly value: T } | { readonly error: unknown } | undefined;
  const done = () => {
    try {
      return { value: work() };
    } catch (error) {
      return { error };
    }
  };
  // Behind what is sent in this turn of the event loop.
  setImmediate(() => (result ??= done()));
  return () => {
    result ??= done();
    if ('error' in result) throw result.error;
    return result.value;
  };
}
