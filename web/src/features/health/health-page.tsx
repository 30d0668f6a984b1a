import { NetworkStatus } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import { RotateCw } from 'lucide-react';
import { useParams } from 'react-router';
import { addMessages, t } from '../../lib/i18n.js';
import { connectMessages } from '../../lib/messages/en-connect.js';
import { healthMessages } from '../../lib/messages/en-health.js';
import { paths } from '../../lib/paths.js';
import { BotQuery } from '../../shared/bot-query.js';
import { DiscordProblems, useDiscordProblems } from '../../shared/discord-problems.js';
import { Button } from '../../ui/button.js';
import { Page } from '../../ui/page.js';
import { Section } from '../../ui/section.js';
import { FindingItem } from './finding-item.js';
import { rowsOf } from './finding-text.js';
import { BOT_HEALTH, type CheckedBot, type Health } from './health.graphql.js';
import { TraceList } from './trace-list.js';
import { WhyForm } from './why-form.js';
import './health.css';

addMessages(healthMessages);
// For the names of permissions.
addMessages(connectMessages);

/** What keeps a companion from answering, and what became of each message. */
export function HealthPage() {
  const { id: botId = '' } = useParams();
  const query = useQuery(BOT_HEALTH, {
    variables: { botId },
    notifyOnNetworkStatusChange: true,
    fetchPolicy: 'cache-and-network',
  });
  const isChecking = query.networkStatus === NetworkStatus.refetch;
  return (
    <BotQuery query={query}>
      {(data) => (
        <Page
          title={t('health.title', { name: data.bot.name })}
          back={{ to: paths.bot(botId), label: t('bot.backToBot') }}
          heading={t('health.heading')}
          lead={t('health.lead', { name: data.bot.name })}
          actions={
            <Button icon={RotateCw} aria-disabled={isChecking} onClick={() => void query.refetch().catch(() => undefined)}>
              {t(isChecking ? 'health.checking' : 'health.again')}
            </Button>
          }
        >
          <Findings health={data} onAgain={() => void query.refetch().catch(() => undefined)} />
          <WhyForm botId={botId} name={data.bot.name} />
          <TraceList botId={botId} name={data.bot.name} of="commands" />
          <TraceList botId={botId} name={data.bot.name} of="ignored" />
        </Page>
      )}
    </BotQuery>
  );
}

interface FindingsProps {
  readonly health: Health & { readonly bot: CheckedBot };
  readonly onAgain: () => void;
}

function Findings({ health, onAgain }: FindingsProps) {
  const refusals = useDiscordProblems(health.bot.id);
  // Since its first start what Discord refused tells that the intent is missing, and what mends it.
  const isTold = refusals?.some(({ action }) => action === 'see-members') ?? false;
  const findings = health.botCheckUp.findings.filter(({ check }) => !(isTold && check === 'server_members'));
  const rows = rowsOf(health.bot, { ...health, botCheckUp: { ...health.botCheckUp, findings } });
  const problems = rows.filter(({ state }) => state === 'problem').length + (refusals ?? []).length;
  const isUnclear = refusals === undefined || rows.some(({ state }) => state === 'unknown');
  return (
    <>
      <DiscordProblems botId={health.bot.id} problems={refusals ?? []} />
      <Section title={t('health.findings')} className="card card-body">
        <p role="status">
          {problems > 0 ? t('health.wrong', { count: problems }) : isUnclear ? t('health.unclear') : t('health.fine')}
        </p>
        <ul className="findings">
          {rows.map((row) => (
            <FindingItem key={row.key} row={row} bot={health.bot} onAgain={onAgain} />
          ))}
        </ul>
        <p className="muted">{t('health.bounds')}</p>
      </Section>
    </>
  );
}
