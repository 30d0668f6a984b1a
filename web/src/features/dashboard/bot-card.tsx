import { BookOpen, Boxes, ChartColumn, Code, MessageCircle, Pencil, Terminal, Trash2, type LucideIcon } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'react-router';
import { paths } from '../../app/paths.js';
import { formatNumber } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { activeTraits } from '../../lib/traits.js';
import { Avatar } from '../../ui/avatar.js';
import { Badge } from '../../ui/badge.js';
import { ButtonLink } from '../../ui/button.js';
import { Notice } from '../../ui/notice.js';
import { PowerButton } from '../../ui/power-button.js';
import { StatusBadge } from '../../ui/status-badge.js';
import type { DashboardBot } from './dashboard.graphql.js';

const MAX_BADGES = 3;

export const BotCard = memo(function BotCard({ bot }: { readonly bot: DashboardBot }) {
  const { id, name } = bot;
  const title = `bot-${id}`;
  return (
    <article className="card bot-card" aria-labelledby={title}>
      <header className="bot-card-head">
        <Avatar name={name} color={bot.avatarColor} size={48} isOnline={bot.status === 'online'} />
        <div className="bot-card-title">
          <h3 id={title}>
            <Link to={paths.bot(id)}>{name}</Link>
          </h3>
          <p className="muted">{t('dashboard.messageCount', { messages: formatNumber(bot.messageCount ?? 0) })}</p>
        </div>
        <StatusBadge status={bot.status} runtimeState={bot.runtimeState} />
      </header>
      <p className="bot-card-text">{bot.description || t('dashboard.noDescription')}</p>
      <Traits personality={bot.personality} />
      {bot.statusReason && <Notice tone={bot.runtimeState === 'failed' ? 'danger' : 'warning'}>{bot.statusReason}</Notice>}
      <div className="bot-card-main">
        <PowerButton bot={bot} editPath={paths.edit(id)} describedBy={title} />
        <ButtonLink to={paths.chat(id)} aria-label={t('dashboard.action', { action: t('bot.chat'), name })}>
          <MessageCircle size={17} aria-hidden="true" />
          {t('bot.chat')}
        </ButtonLink>
      </div>
      <ul className="bot-card-links">
        <CardLink to={paths.edit(id)} icon={Pencil} label={t('bot.edit')} name={name} />
        <CardLink to={paths.commands(id)} icon={Terminal} label={t('commands.link')} name={name} />
        <CardLink to={paths.knowledge(id)} icon={BookOpen} label={t('bot.knowledge')} name={name} />
        <CardLink to={paths.analytics(id)} icon={ChartColumn} label={t('analytics.link')} name={name} />
        <CardLink to={paths.remove(id)} icon={Trash2} label={t('bot.delete')} name={name} isDanger />
        <Soon icon={Code} label={t('bot.studio')} name={name} />
        <Soon icon={Boxes} label={t('bot.systems')} name={name} />
      </ul>
    </article>
  );
});

function Traits({ personality }: { readonly personality: unknown }) {
  const traits = activeTraits(personality);
  if (traits.length === 0) return null;
  return (
    <p className="bot-card-traits">
      {traits.slice(0, MAX_BADGES).map((trait) => (
        <Badge key={trait} tone="primary">
          {trait}
        </Badge>
      ))}
      {traits.length > MAX_BADGES && <Badge>{t('dashboard.moreTraits', { count: traits.length - MAX_BADGES })}</Badge>}
    </p>
  );
}

interface EntryProps {
  readonly icon: LucideIcon;
  readonly label: string;
  /** Whose: there are many of each on the page. */
  readonly name: string;
}
type CardLinkProps = EntryProps & { readonly to: string; readonly isDanger?: boolean };

const CardLink = ({ to, icon: Icon, label, name, isDanger }: CardLinkProps) => (
  <li>
    <Link
      to={to}
      className={isDanger ? 'card-link card-link-danger' : 'card-link'}
      aria-label={t('dashboard.action', { action: label, name })}
    >
      <Icon size={15} aria-hidden="true" />
      {label}
    </Link>
  </li>
);

const Soon = ({ icon: Icon, label, name }: EntryProps) => (
  <li>
    <button
      type="button"
      className="card-link"
      disabled
      aria-label={t('dashboard.action', { action: `${label} ${t('bot.soon')}`, name })}
    >
      <Icon size={15} aria-hidden="true" />
      {label} <span className="card-soon">{t('bot.soon')}</span>
    </button>
  </li>
);
