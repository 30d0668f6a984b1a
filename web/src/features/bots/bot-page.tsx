import { useQuery } from '@apollo/client/react';
import { ArrowRight, BookOpen, Boxes, Code, Hash, MessageCircle, Pencil, Terminal } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDay, formatNumber } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { useUser } from '../../shared/auth.js';
import { PowerButton, StatusBadge } from '../../shared/bot-power.js';
import { categoryName, channelName } from '../../shared/discord-names.js';
import { DiscordProblems, useDiscordProblems } from '../../shared/discord-problems.js';
import { usePollMs } from '../../shared/live-state.js';
import { activeTraits, traitLabel } from '../../shared/traits.js';
import { useDiscordConnection, useKnownCategories, useKnownChannels } from '../../shared/use-discord.js';
import { Avatar } from '../../ui/avatar.js';
import { ButtonLink } from '../../ui/button.js';
import { Badge, Skeleton } from '../../ui/indicators.js';
import { Page } from '../../ui/page.js';
import { Section } from '../../ui/section.js';
import { BOT_FIGURES, type BotDetails } from './bots.graphql.js';
import { OverviewConversations } from './overview-conversations.js';
import { OverviewHealth } from './overview-health.js';
import { WithBot } from './with-bot.js';
import './bot-page.css';

export function BotPage() {
  // The state arrives over the live connection, the message count does not.
  const pollMs = usePollMs() || COUNT_POLL_MS;
  return (
    <WithBot pollMs={pollMs}>
      {(bot) => (
        <Page title={bot.name} back={{ to: paths.dashboard, label: t('nav.dashboard') }}>
          <BotHeader bot={bot} />
          <BotHealth bot={bot} />
          <BotFigures botId={bot.id} />
          <div className="split bot-columns">
            <div className="stack gap-lg">
              <OverviewConversations bot={bot} />
              <BotConfiguration bot={bot} />
              <Personality personality={bot.personality} />
            </div>
            <BotFeatures botId={bot.id} />
          </div>
        </Page>
      )}
    </WithBot>
  );
}

function BotHealth({ bot }: { readonly bot: BotDetails }) {
  const problems = useDiscordProblems(bot.id);
  return (
    <>
      <OverviewHealth bot={bot} refusals={problems} />
      <DiscordProblems botId={bot.id} problems={problems ?? []} />
    </>
  );
}

function BotHeader({ bot }: { readonly bot: BotDetails }) {
  const facts = [
    ...(typeof bot.messageCount === 'number' ? [t('bot.messages', { count: bot.messageCount })] : []),
    t('bot.createdOn', { date: formatDay(bot.createdAt) }),
  ];
  return (
    <header className="bot-head">
      <Avatar name={bot.name} color={bot.avatarColor} size={72} />
      <div className="breakable bot-head-text">
        <h1 className="row">
          {bot.name} <StatusBadge status={bot.status} runtimeState={bot.runtimeState} />
        </h1>
        <p className="muted">{bot.description || t('bot.defaultDescription')}</p>
        <p className="bot-head-facts">{facts.join(' · ')}</p>
      </div>
      <div className="row bot-head-actions" role="group" aria-label={t('bot.controls')}>
        <PowerButton bot={bot} editPath={paths.edit(bot.id)} />
        <ButtonLink icon={Pencil} to={paths.edit(bot.id)}>
          {t('bot.editConfiguration')}
        </ButtonLink>
        <ButtonLink icon={Hash} to={paths.channel(bot.id)}>
          {t('channel.heading')}
        </ButtonLink>
      </div>
    </header>
  );
}

function Personality({ personality }: { readonly personality: unknown }) {
  const { subscriptionPlan } = useUser();
  const traits = activeTraits(personality, subscriptionPlan);
  return (
    <Section title={t('form.tab.personality')} className="card card-body">
      <p className="row">
        {traits.length === 0 ? (
          <span className="muted">{t('bot.noTraits')}</span>
        ) : (
          traits.map((trait) => (
            <Badge key={trait} tone="primary">
              {trait}
            </Badge>
          ))
        )}
      </p>
    </Section>
  );
}

const UNKNOWN = '—';
/** Counts over days change slowly, so they are polled less often than the status. */
const COUNT_POLL_MS = 60_000;

/** Measured values, or a dash where nothing was measured (docs/decisions.md M9). */
function BotFigures({ botId }: { readonly botId: string }) {
  const { data, loading } = useQuery(BOT_FIGURES, {
    variables: { botId },
    pollInterval: COUNT_POLL_MS,
  });
  const isLoading = loading && !data;
  const { totalMessages, activeUsers, uptime } = data?.analytics ?? {};
  const figures = [
    { label: t('bot.totalMessages'), value: formatCount(totalMessages), period: t('analytics.last30Days') },
    { label: t('bot.activeUsers'), value: formatCount(activeUsers), period: t('analytics.last30Days') },
    {
      label: t('analytics.uptime'),
      value: typeof uptime === 'number' ? t('analytics.percent', { value: formatNumber(Math.round(uptime * 10) / 10) }) : UNKNOWN,
      period: t('analytics.last7Days'),
    },
  ];
  return (
    <section className="card" aria-label={t('bot.stats')} aria-busy={isLoading}>
      <dl className="bot-figures">
        {figures.map(({ label, value, period }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{isLoading ? <Skeleton width={56} height={30} /> : value}</dd>
            <dd className="bot-figures-period">{period}</dd>
          </div>
        ))}
      </dl>
      <Link to={paths.analytics(botId)} className="bot-figures-more">
        {t('bot.viewAnalytics')}
        <ArrowRight size={15} aria-hidden="true" />
      </Link>
    </section>
  );
}

const formatCount = (value: number | undefined): string => (value === undefined ? UNKNOWN : formatNumber(value));

const MASK = '••••••••';

function BotConfiguration({ bot }: { readonly bot: BotDetails }) {
  const { discordTokenHint: hint, dedicatedChannelId } = bot;
  // What would write the next reply: with an own key another model than the one of the catalogue.
  const figures = useQuery(BOT_FIGURES, { variables: { botId: bot.id }, fetchPolicy: 'cache-and-network' });
  const missing = <span className="muted">{t('bot.notConfigured')}</span>;
  const token = (
    <code aria-label={t(hint ? 'form.tokenStored' : 'form.tokenStoredOnly', { hint })}>{`${MASK}${hint ?? ''}`}</code>
  );
  const facts: Readonly<Record<string, ReactNode>> = {
    [t('form.token')]: bot.hasDiscordToken ? token : missing,
    [t('overview.server')]: bot.serverId ? (
      <LockedServer botId={bot.id} id={bot.serverId} />
    ) : (
      <span className="muted">{t('bot.anyServer')}</span>
    ),
    ...(dedicatedChannelId && {
      [t('overview.dedicatedChannel')]: <DedicatedChannel botId={bot.id} serverId={bot.serverId} id={dedicatedChannelId} />,
    }),
    [t('form.model')]: figures.data?.analytics.botInfo.model ?? UNKNOWN,
    [t('form.responseStyle')]: traitLabel(bot.responseStyle),
    [t('form.instructions')]: bot.instructions ? <span className="facts-long">{bot.instructions}</span> : missing,
  };
  return (
    <Section title={t('bot.configuration')} className="card card-body">
      <dl className="divided facts">
        {Object.entries(facts).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function LockedServer({ botId, id }: { readonly botId: string; readonly id: string }) {
  const { connection } = useDiscordConnection(botId);
  return <NameOrId id={id} name={connection?.servers.find((server) => server.id === id)?.name} />;
}

interface DedicatedChannelProps {
  readonly botId: string;
  readonly serverId: string | null;
  readonly id: string;
}

function DedicatedChannel({ botId, serverId, id }: DedicatedChannelProps) {
  const channels = useKnownChannels(botId, serverId);
  const categories = useKnownCategories(botId, serverId);
  return <NameOrId id={id} name={channelName(channels, id) ?? categoryName(categories, id)} />;
}

/** The id while Discord tells no name. */
const NameOrId = ({ id, name }: { readonly id: string; readonly name: string | undefined }) =>
  name === undefined ? <code>{id}</code> : <bdi title={id}>{name}</bdi>;

const FEATURES = [
  { icon: Terminal, to: paths.commands, name: 'commands.manage', text: 'bot.commandsText' },
  { icon: BookOpen, to: paths.knowledge, name: 'bot.knowledgeBase', text: 'bot.knowledgeText' },
  { icon: MessageCircle, to: paths.chat, name: 'bot.chatWith', text: 'bot.chatText' },
  { icon: Boxes, to: paths.systems, name: 'bot.installSystems', text: 'bot.installSystemsText' },
  { icon: Code, to: undefined, name: 'bot.codeStudio', text: 'bot.codeStudioText' },
] as const;

/** Links to what the bot can be taught. Features without an effect on Discord are listed as disabled (docs/decisions.md M13). */
const BotFeatures = ({ botId }: { readonly botId: string }) => (
  <Section title={t('bot.features')} className="card card-body">
    <ul className="bot-features">
      {FEATURES.map(({ icon: Icon, name, text, to }) => (
        <li key={name} className="bot-feature" data-off={to === undefined}>
          <span className="icon-box" aria-hidden="true">
            <Icon size={18} />
          </span>
          <div>
            {to ? (
              <Link to={to(botId)} className="bot-feature-name">
                {t(name)}
              </Link>
            ) : (
              <>
                <button type="button" className="bot-feature-name" disabled>
                  {t(name)}
                </button>{' '}
                <Badge>{t('bot.comingSoon')}</Badge>
              </>
            )}
            <p className="muted">{t(text)}</p>
          </div>
        </li>
      ))}
    </ul>
  </Section>
);
