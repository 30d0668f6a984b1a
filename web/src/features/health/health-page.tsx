import { NetworkStatus } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import { CircleAlert, CircleCheck, CircleHelp, ExternalLink, Info, RotateCw } from 'lucide-react';
import { useId } from 'react';
import { useParams } from 'react-router';
import { addMessages, t } from '../../lib/i18n.js';
import { connectMessages } from '../../lib/messages/en-connect.js';
import { healthMessages } from '../../lib/messages/en-health.js';
import { paths } from '../../lib/paths.js';
import { BotQuery } from '../../shared/bot-query.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { Page } from '../../ui/page.js';
import { Section } from '../../ui/section.js';
import { rowsOf, type FindingRow } from './finding-text.js';
import { BOT_HEALTH, type Health } from './health.graphql.js';
import { IgnoredMessages } from './ignored-messages.js';
import { WhyForm } from './why-form.js';
import './health.css';

addMessages(healthMessages);
// For the names of permissions.
addMessages(connectMessages);

const ICONS = { ok: CircleCheck, note: Info, problem: CircleAlert, unknown: CircleHelp } as const;

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
          <Findings botId={botId} health={data} />
          <WhyForm botId={botId} name={data.bot.name} />
          <IgnoredMessages botId={botId} name={data.bot.name} />
        </Page>
      )}
    </BotQuery>
  );
}

function Findings({ botId, health }: { readonly botId: string; readonly health: Health }) {
  const rows = rowsOf(botId, health);
  const problems = rows.filter(({ state }) => state === 'problem').length;
  const isUnclear = rows.some(({ state }) => state === 'unknown');
  return (
    <Section title={t('health.findings')} className="card card-body">
      <p role="status">
        {problems > 0 ? t('health.wrong', { count: problems }) : isUnclear ? t('health.unclear') : t('health.fine')}
      </p>
      <ul className="health-findings">
        {rows.map((row) => (
          <FindingItem key={row.key} row={row} />
        ))}
      </ul>
      <p className="muted">{t('health.bounds')}</p>
    </Section>
  );
}

function FindingItem({ row: { state, text, action } }: { readonly row: FindingRow }) {
  const id = useId();
  const Icon = ICONS[state];
  return (
    <li className="health-finding" data-state={state}>
      <Icon size={18} aria-hidden="true" className="health-icon" />
      <p id={id}>
        <span className="sr-only">{`${t(`health.state.${state}`)}: `}</span>
        {text}
      </p>
      {action &&
        (action.isOutside ? (
          <a
            className="button button-secondary button-sm"
            href={action.to}
            target="_blank"
            rel="noreferrer"
            aria-describedby={id}
          >
            {action.label}
            <ExternalLink size={16} aria-hidden="true" />
            <span className="sr-only">{`(${t('health.newTab')})`}</span>
          </a>
        ) : (
          <ButtonLink size="sm" to={action.to} aria-describedby={id}>
            {action.label}
          </ButtonLink>
        ))}
    </li>
  );
}
