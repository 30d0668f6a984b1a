import { useQuery } from '@apollo/client/react';
import { useParams } from 'react-router';
import { paths } from '../../app/paths.js';
import { readError } from '../../lib/graphql-error.js';
import { t } from '../../lib/i18n.js';
import { BackLink } from '../../ui/back-link.js';
import { BotNotFound } from '../../ui/bot-not-found.js';
import { LoadError } from '../../ui/load-error.js';
import { PageSpinner } from '../../ui/spinner.js';
import { ChannelForm } from './channel-form.js';
import { storedOf } from './channel-values.js';
import { BOT_CHANNEL } from './channel.graphql.js';

export function ChannelPage() {
  const { id = '' } = useParams();
  return <OfBot key={id} id={id} />;
}

function OfBot({ id }: { readonly id: string }) {
  // The state on the server, not an older one that would be edited.
  const { data, error, refetch } = useQuery(BOT_CHANNEL, { variables: { id }, fetchPolicy: 'network-only' });
  const code = readError(error).code;
  if (code === 'NOT_FOUND' || code === 'BAD_INPUT' || data?.bot === null) return <BotNotFound backPath={paths.dashboard} />;
  if (!data?.bot) {
    const again = (): void => void refetch().catch(() => undefined);
    return error ? <LoadError error={error} onRetry={again} /> : <PageSpinner label={t('channel.loading')} />;
  }
  const { bot } = data;
  return (
    <div className="page page-narrow">
      <title>{`${t('channel.title', { name: bot.name })} · Kith`}</title>
      <BackLink to={paths.bot(bot.id)}>{t('bot.backToBot')}</BackLink>
      <ChannelForm botId={bot.id} botName={bot.name} initial={storedOf(bot)} />
    </div>
  );
}
