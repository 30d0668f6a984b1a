import { BookOpen, Boxes, ChartColumn, Code, MessageCircle, Pencil, Settings2, Terminal, Trash2 } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { useUser } from '../../shared/auth.js';
import { isRunning, PowerButton, StatusBadge } from '../../shared/bot-power.js';
import { activeTraits } from '../../shared/traits.js';
import { Avatar } from '../../ui/avatar.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { Badge } from '../../ui/indicators.js';
import { Notice } from '../../ui/state.js';
import type { DashboardBot } from './dashboard.graphql.js';

const MAX_BADGES = 3;

const LINKS = [
  { icon: Pencil, label: 'bot.edit', to: paths.edit, isDanger: false },
  { icon: Terminal, label: 'commands.link', to: paths.commands, isDanger: false },
  { icon: BookOpen, label: 'bot.knowledge', to: paths.knowledge, isDanger: false },
  { icon: Boxes, label: 'bot.systems', to: paths.systems, isDanger: false },
  { icon: ChartColumn, label: 'analytics.heading', to: paths.analytics, isDanger: false },
  { icon: Trash2, label: 'bot.delete', to: paths.remove, isDanger: true },
] as const;

const COMING_SOON = [{ icon: Code, label: 'bot.studio' }] as const;

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
        <ButtonLink icon={MessageCircle} to={paths.chat(id)} aria-label={t('dashboard.action', { action: t('bot.chat'), name })}>
          {t('bot.chat')}
        </ButtonLink>
      </div>
      <ul className="bot-card-links">
        {LINKS.map(({ icon, label, to, isDanger }) => (
          <li key={label}>
            <ButtonLink
              icon={icon}
              variant="ghost"
              size="sm"
              to={to(id)}
              className={isDanger ? 'danger-link' : undefined}
              aria-label={t('dashboard.action', { action: t(label), name })}
            >
              {t(label)}
            </ButtonLink>
          </li>
        ))}
        {COMING_SOON.map(({ icon, label }) => (
          <li key={label}>
            <Button
              icon={icon}
              variant="ghost"
              size="sm"
              disabled
              aria-label={t('dashboard.action', { action: `${t(label)} ${t('bot.soon')}`, name })}
            >
              {t(label)} <span className="card-soon">{t('bot.soon')}</span>
            </Button>
          </li>
        ))}
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
        <ButtonLink icon={Settings2} to={paths.bot(id)} aria-label={action(t('classic.manage'))}>
          {t('classic.manage')}
        </ButtonLink>
        <ButtonLink icon={BookOpen} to={paths.knowledge(id)} aria-label={action(t('bot.knowledge'))}>
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
      <div className="grow small bot-card-title">
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
  statusReason && (
    <Notice tone={runtimeState === 'failed' || runtimeState === 'taken_down' ? 'danger' : 'warning'}>{statusReason}</Notice>
  );

function Traits({ personality }: { readonly personality: unknown }) {
  const { subscriptionPlan } = useUser();
  const traits = activeTraits(personality, subscriptionPlan);
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
