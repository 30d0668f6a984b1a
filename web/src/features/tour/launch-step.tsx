import { PLAN_CATALOGUE } from '@kith/proto';
import { Rocket } from 'lucide-react';
import { formatCap } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { useUser } from '../../shared/auth.js';
import { Avatar } from '../../ui/avatar.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { Notice } from '../../ui/state.js';
import { TOUR_STYLES, TOUR_TRAITS, type TourValues } from './tour-values.js';
import type { useLaunch } from './use-launch.js';

interface LaunchStepProps {
  readonly values: TourValues;
  readonly launch: ReturnType<typeof useLaunch>;
  readonly onLaunch: () => void;
  readonly onName: () => void;
  readonly onLeave: () => void;
}

/** What was chosen, and the button that makes it real; a disabled one says why. */
export function LaunchStep({ values, launch, onLaunch, onName, onLeave }: LaunchStepProps) {
  const { created, refusal, isFull, isLaunching } = launch;
  if (created) return <Notice tone="info">{t('tour.launch.done', { name: created.name })}</Notice>;
  const hasName = values.name.trim() !== '';
  return (
    <>
      <Summary values={values} />
      {refusal !== undefined && (
        <div role="alert">
          <Notice tone="danger">{refusal}</Notice>
        </div>
      )}
      {isFull && <FullPlan onLeave={onLeave} />}
      {!hasName && (
        <div id="tour-no-name" className="tour-reason">
          <Notice tone="warning">{t('tour.launch.noName')}</Notice>
          <Button onClick={onName}>{t('tour.launch.giveName')}</Button>
        </div>
      )}
      <Button
        variant="primary"
        size="lg"
        isBusy={isLaunching}
        disabled={!hasName || isFull}
        aria-describedby={hasName ? undefined : 'tour-no-name'}
        onClick={onLaunch}
      >
        {!isLaunching && <Rocket size={18} aria-hidden="true" />}
        {t(isLaunching ? 'tour.launch.busy' : 'tour.launch.action')}
      </Button>
    </>
  );
}

function Summary({ values }: { readonly values: TourValues }) {
  const traits = TOUR_TRAITS.filter((trait) => values.personality[trait]).map((trait) => t(`tour.traits.trait.${trait}`));
  const style = TOUR_STYLES.find((known) => known === values.responseStyle) ?? TOUR_STYLES[0];
  return (
    <div className="card tour-summary">
      <div className="tour-who">
        <Avatar name={values.name.trim() || '?'} color={values.avatarColor} size={48} />
        <div>
          <p className="tour-who-name">{values.name.trim() || '—'}</p>
          <p className="muted">{values.description.trim() || t('tour.launch.noDescription')}</p>
        </div>
      </div>
      <dl>
        <dt>{t('tour.launch.model')}</dt>
        <dd>{values.model}</dd>
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
    <div className="tour-reason">
      <Notice tone="warning">{t('tour.launch.full', { plan: label, limit: formatCap(maxBots) })}</Notice>
      <ButtonLink to={paths.pricing} onClick={onLeave}>
        {t('tour.launch.plans')}
      </ButtonLink>
    </div>
  );
}
