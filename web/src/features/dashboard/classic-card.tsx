import { BookOpen, Settings2 } from 'lucide-react';
import { memo } from 'react';
import { paths } from '../../app/paths.js';
import { t } from '../../lib/i18n.js';
import { isRunning } from '../../lib/use-bot-power.js';
import { Avatar } from '../../ui/avatar.js';
import { Badge } from '../../ui/badge.js';
import { ButtonLink } from '../../ui/button.js';
import { Notice } from '../../ui/notice.js';
import { PowerButton } from '../../ui/power-button.js';
import { StatusBadge } from '../../ui/status-badge.js';
import type { DashboardBot } from './dashboard.graphql.js';

export const ClassicCard = memo(function ClassicCard({ bot }: { readonly bot: DashboardBot }) {
  const { id, name } = bot;
  const title = `bot-${id}`;
  const action = (label: string): string => t('dashboard.action', { action: label, name });
  return (
    <article className="card bot-card classic-card" aria-labelledby={title}>
      <header className="bot-card-head">
        <Avatar name={initialOf(name)} color={bot.avatarColor} size={48} isOnline={bot.status === 'online'} />
        <div className="bot-card-title">
          <h3 id={title}>{name}</h3>
          <p className="classic-states">
            <StatusBadge status={bot.status} runtimeState={bot.runtimeState} />
            {/* Switched on, wherever its connection is. */}
            <Badge tone={isRunning(bot) ? 'primary' : 'neutral'}>
              {t(isRunning(bot) ? 'classic.active' : 'classic.inactive')}
            </Badge>
          </p>
        </div>
      </header>
      <p className="bot-card-text">{bot.description || t('bot.defaultDescription')}</p>
      {bot.statusReason && <Notice tone={bot.runtimeState === 'failed' ? 'danger' : 'warning'}>{bot.statusReason}</Notice>}
      <div className="bot-card-main">
        <ButtonLink to={paths.bot(id)} aria-label={action(t('classic.manage'))}>
          <Settings2 size={16} aria-hidden="true" />
          {t('classic.manage')}
        </ButtonLink>
        <ButtonLink to={paths.knowledge(id)} aria-label={action(t('bot.knowledge'))}>
          <BookOpen size={16} aria-hidden="true" />
          {t('bot.knowledge')}
        </ButtonLink>
        <PowerButton bot={bot} editPath={paths.edit(id)} describedBy={title} />
      </div>
    </article>
  );
});

const initialOf = (name: string): string => [...name.trim()][0] ?? '';
