import { useQuery } from '@apollo/client/react';
import { PLAN_CATALOGUE, type Plan } from '@kith/proto';
import { useEffect, useState } from 'react';
import { formatCap } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { useUser } from '../../shared/auth.js';
import { ButtonLink } from '../../ui/button.js';
import { PageSpinner } from '../../ui/indicators.js';
import { LoadError } from '../../ui/load-error.js';
import { Page } from '../../ui/page.js';
import { BotForm } from './bot-form.js';
import { ImportCard } from './card/import-card.js';
import { itemsWithin, teachCard, useCard } from './card/use-card.js';
import { asSliders, asSwitches, newBot } from './bot-values.js';
import { BOT_COUNT } from './bots.graphql.js';
import { LimitPage } from './limit-page.js';
import { keptDraft, type Draft } from './use-bot-form.js';
import { useCreateBot } from './use-save-bot.js';

type Look = 'switches' | 'sliders';

/** The form for a new bot with its traits as switches (docs/decisions.md M7). */
export const CreatePage = () => <CreateBot look="switches" />;

/** The form for a new bot with its traits as sliders and a live preview (docs/decisions.md M7). */
export const CreateClassicPage = () => <CreateBot look="sliders" />;

/** Checks first whether the plan has room for another bot; shows the form or the page of a reached limit. */
function CreateBot({ look }: { readonly look: Look }) {
  const { subscriptionPlan: plan } = useUser();
  const { data, error, refetch } = useQuery(BOT_COUNT, { fetchPolicy: 'network-only' });
  const [draft] = useState(keptDraft.get);
  useEffect(() => keptDraft.set(null), []);
  const { maxBots } = PLAN_CATALOGUE[plan];
  const total = data?.bots.total;
  const hasRoom = total !== undefined && total < maxBots;
  // Once shown, the form stays: a later count must not remove what was typed.
  const [isOpen, setOpen] = useState(false);
  if (hasRoom && !isOpen) setOpen(true);

  if (total === undefined) {
    const retry = (): void => void refetch().catch(() => undefined);
    return error ? <LoadError error={error} onRetry={retry} /> : <PageSpinner label={t('create.checking')} />;
  }
  if (!hasRoom && !isOpen) return <LimitPage plan={plan} />;
  return (
    <Page title={t('create.title')} isNarrow={look === 'switches'}>
      <NewBotForm look={look} plan={plan} draft={draft} />
      <footer className="row row-between">
        <p className="muted">{t('create.count', { count: total, limit: formatCap(maxBots) })}</p>
        {plan !== 'premium' && (
          <ButtonLink to={paths.pricing} size="sm">
            {t('form.upgradePlan')}
          </ButtonLink>
        )}
      </footer>
    </Page>
  );
}

interface NewBotFormProps {
  readonly look: Look;
  readonly plan: Plan;
  /** What was typed into the form with the other look. */
  readonly draft: Draft | null;
}

function NewBotForm({ look, plan, draft }: NewBotFormProps) {
  const [initial] = useState(() => draft?.start ?? newBot(Math.random));
  const convert = look === 'sliders' ? asSliders : asSwitches;
  const [start] = useState(() => convert(initial, initial));
  const { card, problem, read } = useCard(draft !== null);
  const create = useCreateBot(plan, (botId) => teachCard(botId, card ? itemsWithin(card, plan) : []));
  const other =
    look === 'sliders'
      ? { path: paths.create, label: t('create.toToggles') }
      : { path: paths.createClassic, label: t('create.toSliders') };
  return (
    <BotForm
      mode="create"
      look={look}
      start={start}
      {...(draft && { typed: convert(draft.values, initial) })}
      plan={plan}
      cancelPath={paths.landing}
      other={other}
      renderAbove={(fill) => (
        <ImportCard
          plan={plan}
          card={card}
          problem={problem}
          onFile={(file) => void read(file).then((imported) => imported && fill(imported.texts))}
        />
      )}
      onSave={create}
    />
  );
}
