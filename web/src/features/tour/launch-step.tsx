import { useApolloClient, useQuery } from '@apollo/client/react';
import { PLAN_CATALOGUE } from '@kith/proto';
import { Rocket } from 'lucide-react';
import { useState } from 'react';
import { formatCap } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { request, RequestError } from '../../lib/request.js';
import { toast } from '../../lib/toast.js';
import { usePending } from '../../lib/use-pending.js';
import { useUser } from '../../shared/auth.js';
import { useModelName } from '../../shared/models.js';
import { Avatar } from '../../ui/avatar.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { Notice } from '../../ui/state.js';
import { TOUR_STYLES, TOUR_TRAITS, type TourValues, payloadOf, type TourProblems } from './tour-answers.js';
import type { Created } from './steps.js';
import { TOUR_BOT_COUNT } from './tour.graphql.js';

interface LaunchStepProps {
  readonly values: TourValues;
  readonly launch: ReturnType<typeof useLaunch>;
  readonly onLaunch: () => void;
  readonly onName: () => void;
  readonly onLeave: () => void;
}

/** Summary of the answers and the launch button; when it is disabled, the reason is shown. */
export function LaunchStep({ values, launch, onLaunch, onName, onLeave }: LaunchStepProps) {
  const { created, failure, isFull, isLaunching } = launch;
  if (created) return <Notice tone="info">{t('tour.launch.done', { name: created.name })}</Notice>;
  const hasName = values.name.trim() !== '';
  return (
    <>
      <Summary values={values} />
      {failure !== undefined && (
        <Notice tone="danger" isAlert>
          {failure}
        </Notice>
      )}
      {isFull && <FullPlan onLeave={onLeave} />}
      {!hasName && (
        <div id="tour-no-name" className="row tour-reason">
          <Notice tone="warning">{t('tour.launch.noName')}</Notice>
          <Button onClick={onName}>{t('tour.launch.giveName')}</Button>
        </div>
      )}
      <Button
        icon={Rocket}
        variant="primary"
        size="lg"
        isBusy={isLaunching}
        disabled={!hasName || isFull}
        aria-describedby={hasName ? undefined : 'tour-no-name'}
        onClick={onLaunch}
      >
        {t(isLaunching ? 'tour.launch.busy' : 'tour.launch.action')}
      </Button>
    </>
  );
}

function Summary({ values }: { readonly values: TourValues }) {
  const traits = TOUR_TRAITS.filter((trait) => values.personality[trait]).map((trait) => t(`tour.traits.trait.${trait}`));
  const model = useModelName(values.model);
  const style = TOUR_STYLES.find((known) => known === values.responseStyle) ?? TOUR_STYLES[0];
  return (
    <div className="card card-body stack tour-summary">
      <div className="bar gap-md tour-who">
        <Avatar name={values.name.trim() || '?'} color={values.avatarColor} size={48} />
        <div>
          <p className="tour-who-name">{values.name.trim() || '—'}</p>
          <p className="muted">{values.description.trim() || t('tour.launch.noDescription')}</p>
        </div>
      </div>
      <dl>
        <dt>{t('tour.launch.model')}</dt>
        <dd>{model}</dd>
        <dt>{t('tour.launch.style')}</dt>
        <dd>{t(`tour.ai.styles.${style}`)}</dd>
        <dt>{t('tour.launch.traits')}</dt>
        <dd>{traits.join(', ') || t('tour.launch.noTraits')}</dd>
        <dt>{t('tour.launch.discord')}</dt>
        <dd>{t(values.discordToken.trim() ? 'tour.launch.withToken' : 'tour.launch.withoutToken')}</dd>
      </dl>
    </div>
  );
}

function FullPlan({ onLeave }: { readonly onLeave: () => void }) {
  const { label, maxBots } = PLAN_CATALOGUE[useUser().subscriptionPlan];
  return (
    <div className="row tour-reason">
      <Notice tone="warning">{t('tour.launch.full', { plan: label, limit: formatCap(maxBots) })}</Notice>
      <ButtonLink to={paths.pricing} onClick={onLeave}>
        {t('bot.comparePlans')}
      </ButtonLink>
    </div>
  );
}

export interface LaunchOutcome {
  readonly created?: Created;
  /** Problems by field, as reported by the server. */
  readonly fields?: TourProblems;
}

/** Creates the bot, and knows whether the plan's limit is reached. */
export function useLaunch() {
  const client = useApolloClient();
  const { subscriptionPlan } = useUser();
  const { run, isPending } = usePending();
  const [created, setCreated] = useState<Created>();
  const [failure, setFailure] = useState<string>();
  const { data } = useQuery(TOUR_BOT_COUNT, { fetchPolicy: 'network-only' });
  const [isRefusedByPlan, setRefusedByPlan] = useState(false);
  const isFull = isRefusedByPlan || (data?.bots.total ?? 0) >= PLAN_CATALOGUE[subscriptionPlan].maxBots;

  /** Returns undefined while another launch is running. */
  const launch = async (values: TourValues): Promise<LaunchOutcome | undefined> => {
    let outcome: LaunchOutcome | undefined;
    await run('launch', async () => {
      setFailure(undefined);
      try {
        const bot = await request<Created>('POST', '/api/bots', payloadOf(values));
        setCreated({ id: bot.id, name: bot.name });
        toast.success(t('bot.created'));
        outcome = { created: bot };
        // The pages below the tour must show the new bot; a failed refetch is reported there.
        await client.refetchQueries({ include: 'active' }).catch(() => undefined);
      } catch (error) {
        const { reason, fields } = readFailure(error);
        if (isAtLimit(error)) {
          setRefusedByPlan(true);
          toast.error(t('bot.limitToast'), { text: t('bot.limitToastText') });
        } else {
          setFailure(reason);
          toast.error(t('tour.failed'), { text: t('tour.failedText') });
        }
        outcome = { fields };
      }
    });
    return outcome;
  };

  return { launch, isLaunching: isPending('launch'), created, failure, isFull: isFull && !created };
}

function isAtLimit(error: unknown): boolean {
  if (!(error instanceof RequestError)) return false;
  return error.code === 'BOT_LIMIT' || /Subscription limit|upgrade your plan/.test(error.reason);
}

function readFailure(error: unknown): { reason: string | undefined; fields: TourProblems } {
  if (!(error instanceof RequestError)) return { reason: undefined, fields: {} };
  const fields: TourProblems = error.code === 'TOKEN_IN_USE' ? { discordToken: error.reason } : { ...error.body.fields };
  return { reason: error.reason, fields };
}
