import type { ApolloClient, OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { toastError } from '../lib/toast-error.js';
import { usePending } from '../lib/use-pending.js';

interface Outcome<Data, Variables extends OperationVariables> extends Pick<
  ApolloClient.MutateOptions<Data, Variables>,
  'update' | 'refetchQueries' | 'optimisticResponse'
> {
  /** Shows the toast of a success, and whatever else follows. */
  readonly done: (data: Data, variables: Variables) => unknown;
  /** Title of the toast of a failure. */
  readonly failed: string;
  /** Its text when the server gave no reason. */
  readonly otherwise?: string;
  /** Called after the toast of a failure with its text. */
  readonly onFailed?: (error: unknown, text: string, variables: Variables) => unknown;
}

/** A mutation whose outcome is shown as a toast. One request at a time per key; the key is needed where several can run at once. */
export function useToastMutation<Data, Variables extends OperationVariables>(
  mutation: TypedDocumentNode<Data, Variables>,
  { done, failed, otherwise, onFailed, ...options }: Outcome<Data, Variables>,
) {
  const client = useApolloClient();
  const { run, isPending } = usePending();
  const send = (variables: Variables, key = ''): Promise<void> =>
    run(key, async () => {
      try {
        const { data } = await client.mutate<Data>({ mutation, variables, ...options } as ApolloClient.MutateOptions<Data>);
        if (data) await done(data as Data, variables);
      } catch (error) {
        const text = toastError(failed, error, otherwise);
        onFailed?.(error, text, variables);
      }
    });
  return { send, isPending, isBusy: isPending('') };
}
