import { useApolloClient, useQuery } from '@apollo/client/react';
import { PLAN_CATALOGUE } from '@kith/proto';
import { useState } from 'react';
import { t } from '../../lib/i18n.js';
import { request, RequestError } from '../../lib/request.js';
import { toast } from '../../lib/toast.js';
import { usePending } from '../../lib/use-pending.js';
import { useUser } from '../../shared/auth.js';
import { payloadOf, type TourProblems, type TourValues } from './tour-values.js';
import { TOUR_BOT_COUNT } from './tour.graphql.js';

export interface Created {
  readonly id: string;
  readonly name: string;
}
export interface LaunchOutcome {
  readonly created?: Created;
  /** What the server found wrong, field by field. */
  readonly fields?: TourProblems;
}

/** Creates the companion of the tour, and knows whether the plan has room for it. */
export function useLaunch() {
  const client = useApolloClient();
  const { subscriptionPlan } = useUser();
  const { run, isPending } = usePending();
  const [created, setCreated] = useState<Created>();
  const [refusal, setRefusal] = useState<string>();
  const { data } = useQuery(TOUR_BOT_COUNT, { fetchPolicy: 'network-only' });
  const [isRefusedByPlan, setRefusedByPlan] = useState(false);
  const isFull = isRefusedByPlan || (data?.bots.total ?? 0) >= PLAN_CATALOGUE[subscriptionPlan].maxBots;

  /** Undefined while another launch is under way. */
  const launch = async (values: TourValues): Promise<LaunchOutcome | undefined> => {
    let outcome: LaunchOutcome | undefined;
    await run('launch', async () => {
      setRefusal(undefined);
      try {
        const bot = await request<Created>('POST', '/api/bots', payloadOf(values));
        setCreated({ id: bot.id, name: bot.name });
        toast.success(t('bot.created'));
        outcome = { created: bot };
        // The lists behind the tour show it too; that one of them fails is theirs to say.
        await client.refetchQueries({ include: 'active' }).catch(() => undefined);
      } catch (error) {
        const { reason, fields } = readRefusal(error);
        if (isAtLimit(error)) {
          setRefusedByPlan(true);
          toast.error(t('bot.limitToast'), { text: t('bot.limitToastText') });
        } else {
          setRefusal(reason);
          toast.error(t('tour.failed'), { text: t('tour.failedText') });
        }
        outcome = { fields };
      }
    });
    return outcome;
  };

  return { launch, isLaunching: isPending('launch'), created, refusal, isFull: isFull && !created };
}

function isAtLimit(error: unknown): boolean {
  if (!(error instanceof RequestError)) return false;
  return error.code === 'BOT_LIMIT' || /Subscription limit|upgrade your plan/.test(error.reason);
}

function readRefusal(error: unknown): { reason: string | undefined; fields: TourProblems } {
  if (!(error instanceof RequestError)) return { reason: undefined, fields: {} };
  const fields: TourProblems = error.code === 'TOKEN_IN_USE' ? { discordToken: error.reason } : { ...error.body.fields };
  return { reason: error.reason, fields };
}
