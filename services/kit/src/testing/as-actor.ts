import { limitToActor } from '../row-owner.js';
import { callScope } from '../rpc/protocol.js';

/** Runs `work` like the handler of a call by this user: the database shows the rows of this user only. */
export const asActor = <T>(userId: string, work: () => Promise<T>): Promise<T> =>
  callScope.run({ meta: {} }, () => {
    limitToActor({ actor: { userId } });
    return work();
  });
