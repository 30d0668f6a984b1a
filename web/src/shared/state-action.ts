import type { RuntimeState } from '../gql/graphql.js';
import { paths } from '../lib/paths.js';

/** What can be done about the state in which a bot is: starting or stopping it, or reading the page that says what keeps it from starting. */
export type StateAction =
  { readonly kind: 'start' | 'stop' } | { readonly kind: 'comparePlans' | 'readTerms'; readonly to: string };

/** Only what stands still can be started; a plan without room for a bot, or who took it down, would refuse that. */
export function stateActionOf(runtimeState: RuntimeState): StateAction {
  switch (runtimeState) {
    case 'starting':
    case 'online':
    case 'reconnecting':
      return { kind: 'stop' };
    case 'paused_by_plan':
      return { kind: 'comparePlans', to: paths.pricing };
    case 'taken_down':
      return { kind: 'readTerms', to: paths.terms };
    default:
      return { kind: 'start' };
  }
}
