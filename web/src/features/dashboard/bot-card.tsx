import {
  BookOpen,
  Boxes,
  ChartColumn,
  Code,
  MessageCircle,
  Pencil,
  Settings2,
  Terminal,
  Trash2,
  type LucideIcon,
} from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { isRunning, PowerButton, StatusBadge } from '../../shared/bot-power.js';
import { activeTraits } from '../../shared/traits.js';
import { Avatar } from '../../ui/avatar.js';
import { ButtonLink } from '../../ui/button.js';
import { Badge } from '../../ui/indicators.js';
import { Notice } from '../../ui/state.js';
import type { DashboardBot } from './dashboard.graphql.js';

const MAX_BADGES = 3;

interface BotCardProps {
  readonly bot: DashboardBot;
}

export const BotCard = memo(function BotCard({ bot }: BotCardProps) {
  const { id, name } = bot;
  return (
    <CardFrame
      bot={bot}
      avatarName={name}
      name={<Link to={paths.bot(id)}>{name}</Link>}
      facts={<p className="muted">{t('dashboard.messageCount', { messages: formatNumber(bot.messageCount ?? 0) })}</p>}
      badge={<StatusBadge status={bot.status} runtimeState={bot.runtimeState} />}
      description={bot.description || t('dashboard.noDescription')}
    >
      <Traits personality={bot.personality} />
      <StatusReason bot={bot} />
      <div className="bot-card-main">
        <PowerButton bot={bot} editPath={paths.edit(id)} describedBy={titleIdOf(bot)} />
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
        <ComingSoon icon={Code} label={t('bot.studio')} name={name} />
        <ComingSoon icon={Boxes} label={t('bot.systems')} name={name} />
      </ul>
    </CardFrame>
  );
});

export const ClassicCard = memo(function ClassicCard({ bot }: BotCardProps) {
  const { id, name } = bot;
  const action = (label: string): string => t('dashboard.action', { action: label, name });
  return (
    <CardFrame
      bot={bot}
      className="classic-card"
      avatarName={initialOf(name)}
      name={name}
      facts={
        <p className="row classic-states">
          <StatusBadge status={bot.status} runtimeState={bot.runtimeState} />
          {/* Whether the bot is started, independent of its connection. */}
          <Badge tone={isRunning(bot) ? 'primary' : 'neutral'}>{t(isRunning(bot) ? 'classic.active' : 'classic.inactive')}</Badge>
        </p>
      }
      description={bot.description || t('bot.defaultDescription')}
    >
      <StatusReason bot={bot} />
      <div className="bot-card-main">
        <ButtonLink to={paths.bot(id)} aria-label={action(t('classic.manage'))}>
          <Settings2 size={16} aria-hidden="true" />
          {t('classic.manage')}
        </ButtonLink>
        <ButtonLink to={paths.knowledge(id)} aria-label={action(t('bot.knowledge'))}>
          <BookOpen size={16} aria-hidden="true" />
          {t('bot.knowledge')}
        </ButtonLink>
        <PowerButton bot={bot} editPath={paths.edit(id)} describedBy={titleIdOf(bot)} />
      </div>
    </CardFrame>
  );
});

const titleIdOf = ({ id }: DashboardBot): string => `bot-${id}`;
const initialOf = (name: string): string => [...name.trim()][0] ?? '';

interface CardFrameProps extends BotCardProps {
  readonly className?: string;
  readonly avatarName: string;
  readonly name: ReactNode;
  readonly facts: ReactNode;
  readonly badge?: ReactNode;
  readonly description: string;
  readonly children: ReactNode;
}

const CardFrame = ({ bot, className = '', avatarName, name, facts, badge, description, children }: CardFrameProps) => (
  <article className={`card bot-card ${className}`} aria-labelledby={titleIdOf(bot)}>
    <header className="bot-card-head">
      <Avatar name={avatarName} color={bot.avatarColor} size={48} isOnline={bot.status === 'online'} />
      <div className="bot-card-title">
        <h3 id={titleIdOf(bot)} className="two-lines">
          {name}
        </h3>
        {facts}
      </div>
      {badge}
    </header>
    <p className="muted two-lines">{description}</p>
    {children}
  </article>
);

const StatusReason = ({ bot: { statusReason, runtimeState } }: BotCardProps) =>
  statusReason && <Notice tone={runtimeState === 'failed' ? 'danger' : 'warning'}>{statusReason}</Notice>;

function Traits({ personality }: { readonly personality: unknown }) {
  const traits = activeTraits(personality);
  if (traits.length === 0) return null;
  return (
    <p className="row">
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
  /** Name of the bot; makes the accessible name unique, as every card has the same links. */
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

const ComingSoon = ({ icon: Icon, label, name }: EntryProps) => (
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
