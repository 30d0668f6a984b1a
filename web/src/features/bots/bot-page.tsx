import { BookOpen, Hash, MessageCircle, Pencil, Terminal, Trash2 } from 'lucide-react';
import { paths } from '../../app/paths.js';
import { formatDay, formatNumber } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { POLL_MS } from '../../lib/poll.js';
import { activeTraits } from '../../lib/traits.js';
import { Avatar } from '../../ui/avatar.js';
import { BackLink } from '../../ui/back-link.js';
import { Badge } from '../../ui/badge.js';
import { ButtonLink } from '../../ui/button.js';
import { Notice } from '../../ui/notice.js';
import { PowerButton } from '../../ui/power-button.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { BotConfiguration } from './bot-configuration.js';
import type { BotDetails } from './bots.graphql.js';
import { WithBot } from './with-bot.js';
import './bot-page.css';

export const BotPage = () => <WithBot pollMs={POLL_MS}>{(bot) => <Details bot={bot} />}</WithBot>;

function Details({ bot }: { readonly bot: BotDetails }) {
  return (
    <div className="page">
      <title>{`${bot.name} · Kith`}</title>
      <BackLink to={paths.dashboard}>{t('nav.dashboard')}</BackLink>
      <header className="bot-head">
        <Avatar name={bot.name} color={bot.avatarColor} size={72} />
        <div className="bot-head-words">
          <h1>
            {bot.name} <StatusBadge status={bot.status} runtimeState={bot.runtimeState} />
          </h1>
          <p className="muted">{bot.description || t('bot.defaultDescription')}</p>
          <p className="bot-head-facts">{t('bot.createdOn', { date: formatDay(bot.createdAt) })}</p>
        </div>
        <div className="bot-head-actions">
          <PowerButton bot={bot} editPath={paths.edit(bot.id)} />
          <ButtonLink to={paths.chat(bot.id)} variant={bot.hasDiscordToken ? 'secondary' : 'primary'}>
            <MessageCircle size={17} aria-hidden="true" />
            {t('bot.chatWith')}
          </ButtonLink>
        </div>
      </header>
      {bot.statusReason && <Notice tone={bot.runtimeState === 'failed' ? 'danger' : 'warning'}>{bot.statusReason}</Notice>}
      <Stats messageCount={bot.messageCount} />
      <div className="bot-columns">
        <BotConfiguration bot={bot} />
        <div className="bot-side">
          <Personality personality={bot.personality} />
          <section className="card card-body" aria-labelledby="controls">
            <h2 id="controls" className="card-title">
              {t('bot.controls')}
            </h2>
            <div className="bot-controls">
              <ButtonLink to={paths.edit(bot.id)} isBlock>
                <Pencil size={16} aria-hidden="true" />
                {t('bot.editConfiguration')}
              </ButtonLink>
              <ButtonLink to={paths.channel(bot.id)} isBlock>
                <Hash size={16} aria-hidden="true" />
                {t('channel.heading')}
              </ButtonLink>
              <ButtonLink to={paths.commands(bot.id)} isBlock>
                <Terminal size={16} aria-hidden="true" />
                {t('commands.manage')}
              </ButtonLink>
              <ButtonLink to={paths.knowledge(bot.id)} isBlock>
                <BookOpen size={16} aria-hidden="true" />
                {t('bot.knowledgeBase')}
              </ButtonLink>
              <ButtonLink to={paths.remove(bot.id)} isBlock variant="ghost" className="danger-text">
                <Trash2 size={16} aria-hidden="true" />
                {t('bot.delete')}
              </ButtonLink>
            </div>
          </section>
        </div>
      </div>
    </div>
  );
}

/** Measured values, or a dash where nothing measures yet (decision M9). */
function Stats({ messageCount }: { readonly messageCount: number | null | undefined }) {
  const stats = [
    { label: t('bot.totalMessages'), value: typeof messageCount === 'number' ? formatNumber(messageCount) : '—' },
    { label: t('bot.activeUsers'), value: '—' },
    { label: t('bot.uptime'), value: '—' },
  ];
  return (
    <dl className="stats card">
      {stats.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Personality({ personality }: { readonly personality: unknown }) {
  const traits = activeTraits(personality);
  return (
    <section className="card card-body" aria-labelledby="personality">
      <h2 id="personality" className="card-title">
        {t('form.tab.personality')}
      </h2>
      <p className="bot-traits">
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
    </section>
  );
}
