import { useQuery } from '@apollo/client/react';
import { CATALOGUE } from '@kith/proto';
import { Plus, SearchX } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { paths } from '../../app/paths.js';
import { useUser } from '../../lib/auth.js';
import { readError } from '../../lib/graphql-error.js';
import { t } from '../../lib/i18n.js';
import { BackLink } from '../../ui/back-link.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { LoadError } from '../../ui/load-error.js';
import { PageSpinner } from '../../ui/spinner.js';
import { State } from '../../ui/state.js';
import { KnowledgeDialog } from './knowledge-dialog.js';
import { KnowledgeList } from './knowledge-list.js';
import { KNOWLEDGE, type KnowledgeItem } from './knowledge.graphql.js';
import { Upsell } from './upsell.js';
import { usePollingWhileIndexing } from './use-polling-while-indexing.js';
import './knowledge.css';

export function KnowledgePage() {
  const { botId = '' } = useParams();
  const { subscriptionPlan: plan } = useUser();
  const [open, setOpen] = useState<KnowledgeItem | 'new' | null>(null);
  const { data, error, refetch, startPolling, stopPolling } = useQuery(KNOWLEDGE, {
    variables: { botId },
    fetchPolicy: 'cache-and-network',
  });
  usePollingWhileIndexing(data?.knowledge.items ?? [], startPolling, stopPolling);

  const code = readError(error).code;
  if (code === 'NOT_FOUND' || code === 'BAD_INPUT' || (data && !data.bot)) return <NoBot />;
  if (!data?.bot) return error ? <LoadError error={error} onRetry={() => void refetch()} /> : <PageSpinner />;
  const { items, total } = data.knowledge;
  const { maxKnowledgeItems } = CATALOGUE[plan];
  return (
    <div className="page page-narrow">
      <title>{`${t('knowledge.title', { name: data.bot.name })} · Kith`}</title>
      <BackLink to={paths.bot(botId)}>{t('bot.backToBot')}</BackLink>
      <header className="page-head">
        <div>
          <h1>{t('knowledge.title', { name: data.bot.name })}</h1>
          <p>{t('knowledge.lead')}</p>
        </div>
        {plan !== 'free' && (
          <Button variant="primary" onClick={() => setOpen('new')}>
            <Plus size={18} aria-hidden="true" />
            {t('knowledge.add')}
          </Button>
        )}
      </header>
      {plan === 'free' ? (
        <Upsell titles={items.map((item) => item.title)} total={total} />
      ) : (
        <KnowledgeList items={items} total={total} limit={maxKnowledgeItems} onOpen={setOpen} />
      )}
      {open !== null && <KnowledgeDialog botId={botId} item={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </div>
  );
}

const NoBot = () => (
  <div className="page-center">
    <State icon={SearchX} heading="h1" title={t('bot.notFound')} text={t('bot.notFoundText')}>
      <ButtonLink to={paths.dashboard} variant="primary">
        {t('bot.backToDashboard')}
      </ButtonLink>
    </State>
  </div>
);
