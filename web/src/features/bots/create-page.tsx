import { useQuery } from '@apollo/client/react';
import { CATALOGUE } from '@kith/proto';
import { useState } from 'react';
import { paths } from '../../app/paths.js';
import { useUser } from '../../lib/auth.js';
import { formatCap } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { LoadError } from '../../ui/load-error.js';
import { PageSpinner } from '../../ui/spinner.js';
import { BotForm } from './bot-form.js';
import { newBot } from './bot-values.js';
import { BOT_COUNT } from './bots.graphql.js';
import { LimitPage } from './limit-page.js';
import { useCreateBot } from './use-save-bot.js';

export function CreatePage() {
  const { subscriptionPlan: plan } = useUser();
  const { data, error, refetch } = useQuery(BOT_COUNT, { fetchPolicy: 'network-only' });
  const [initial] = useState(() => newBot(Math.random));
  const create = useCreateBot(plan);
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageSpinner label={t('create.checking')} />;
  const { total } = data.bots;
  if (total >= CATALOGUE[plan].maxBots) return <LimitPage plan={plan} />;
  return (
    <div className="page page-narrow">
      <title>{`${t('create.title')} · Kith`}</title>
      <header className="page-head">
        <div>
          <h1>{t('create.heading')}</h1>
          <p>{t('create.lead')}</p>
        </div>
      </header>
      <BotForm mode="create" initial={initial} plan={plan} cancelPath={paths.landing} onSubmit={create} />
      <p className="muted">{t('create.count', { count: total, limit: formatCap(CATALOGUE[plan].maxBots) })}</p>
    </div>
  );
}
