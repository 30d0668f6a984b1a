import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { addMessages, t } from '../../lib/i18n.js';
import { connectMessages } from '../../lib/messages/en-connect.js';
import { paths } from '../../lib/paths.js';
import { BotQuery } from '../../shared/bot-query.js';
import { POLL_MS, usePollMs } from '../../shared/live-state.js';
import { useDiscordConnection } from '../../shared/use-discord.js';
import { PageSpinner } from '../../ui/indicators.js';
import { LoadError } from '../../ui/load-error.js';
import { Page } from '../../ui/page.js';
import { Notice } from '../../ui/state.js';
import { CONNECT_BOT, type ConnectBot } from './connect.graphql.js';
import { Panel } from './panel.js';
import { Wizard } from './wizard.js';
import './connect.css';

addMessages(connectMessages);

/** The guide to Discord for a companion that is not there yet, else what its connection is like. */
export function ConnectPage() {
  const { id = '' } = useParams();
  return <ConnectById key={id} id={id} />;
}

function ConnectById({ id }: { readonly id: string }) {
  const pollMs = usePollMs();
  const query = useQuery(CONNECT_BOT, { variables: { id }, fetchPolicy: 'cache-and-network', pollInterval: pollMs });
  return (
    <BotQuery query={query}>
      {({ bot }) => (
        <Page
          title={t('connect.title', { name: bot.name })}
          back={{ to: paths.bot(bot.id), label: t('bot.backToBot') }}
          heading={t('connect.heading')}
          lead={t('connect.panelLead', { name: bot.name })}
        >
          <Connecting bot={bot} />
        </Page>
      )}
    </BotQuery>
  );
}

function Connecting({ bot }: { readonly bot: ConnectBot }) {
  /** Chosen when the page opens, so that the guide does not vanish while somebody reads it. */
  const [view, setView] = useState<'guide' | 'panel'>();
  // An invitation is seen live; also asked for, because an event may be lost.
  const { connection, error, reload } = useDiscordConnection(bot.id, { pollMs: view === 'panel' ? 0 : POLL_MS * 2 });
  if (!connection) return error ? <LoadError error={error} onRetry={reload} /> : <PageSpinner />;
  const isSetUp = bot.hasDiscordToken && (connection.servers.length > 0 || connection.problem !== null);
  const shown = view ?? (isSetUp && connection.problem?.code !== 'TOKEN_INVALID' ? 'panel' : 'guide');
  if (view === undefined) setView(shown);
  const { problem } = connection;
  return (
    <>
      {problem && problem.code !== 'TOKEN_INVALID' && (
        <Notice tone="warning" isAlert>
          <strong>{t('connect.panel.problem')}:</strong> {problem.text}
        </Notice>
      )}
      {shown === 'guide' && <p className="note">{t('connect.lead')}</p>}
      {shown === 'guide' ? (
        <Wizard bot={bot} connection={connection} reload={reload} onFinish={() => setView('panel')} />
      ) : (
        <Panel bot={bot} connection={connection} reload={reload} onGuide={() => setView('guide')} />
      )}
    </>
  );
}
