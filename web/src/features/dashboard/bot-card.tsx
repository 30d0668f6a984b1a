import { BookOpen, Boxes, ChartColumn, Code, MessageCircle, Pencil, Terminal, Trash2, type LucideIcon } from 'lucide-react';
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

export function BotCard({ bot }: { readonly bot: DashboardBot }) {
  return (
    <article className="card bot-card" aria-label={bot.name}>
      <header className="bot-card-head">
        <Avatar name={bot.name} color={bot.avatarColor} size={48} isOnline={bot.status === 'online'} />
        <div className="bot-card-title">
          <h3>
            <Link to={paths.bot(bot.id)}>{bot.name}</Link>
          </h3>
          <p className="muted">{t('dashboard.messageCount', { messages: formatNumber(bot.messageCount ?? 0) })}</p>
        </div>
        <StatusBadge status={bot.status} runtimeState={bot.runtimeState} />
      </header>
      <p className="bot-card-text">{bot.description || t('dashboard.noDescription')}</p>
      <Traits personality={bot.personality} />
      {bot.statusReason && <Notice tone={bot.runtimeState === 'failed' ? 'danger' : 'warning'}>{bot.statusReason}</Notice>}
      <div className="bot-card-main">
        <PowerButton bot={bot} editPath={paths.edit(bot.id)} />
        <ButtonLink to={paths.chat(bot.id)}>
          <MessageCircle size={17} aria-hidden="true" />
          {t('bot.chat')}
        </ButtonLink>
      </div>
      <ul className="bot-card-links">
        <CardLink to={paths.edit(bot.id)} icon={Pencil} label={t('bot.edit')} />
        <CardLink to={paths.commands(bot.id)} icon={Terminal} label={t('commands.link')} />
        <CardLink to={paths.knowledge(bot.id)} icon={BookOpen} label={t('bot.knowledge')} />
        <CardLink to={paths.analytics(bot.id)} icon={ChartColumn} label={t('analytics.link')} />
        <CardLink to={paths.remove(bot.id)} icon={Trash2} label={t('bot.delete')} isDanger />
        <Soon icon={Code} label={t('bot.studio')} />
        <Soon icon={Boxes} label={t('bot.systems')} />
      </ul>
    </article>
  );
}

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
      {traits.length > MAX_BADGES && <Badge>{`+${traits.length - MAX_BADGES}`}</Badge>}
    </p>
  );
}

interface EntryProps {
  readonly icon: LucideIcon;
  readonly label: string;
}

const CardLink = ({ to, icon: Icon, label, isDanger }: EntryProps & { readonly to: string; readonly isDanger?: boolean }) => (
  <li>
    <Link to={to} className={isDanger ? 'card-link card-link-danger' : 'card-link'}>
      <Icon size={15} aria-hidden="true" />
      {label}
    </Link>
  </li>
);

const Soon = ({ icon: Icon, label }: EntryProps) => (
  <li>
    <button type="button" className="card-link" disabled>
      <Icon size={15} aria-hidden="true" />
      {label} <span className="card-soon">{t('bot.soon')}</span>
    </button>
  </li>
);
