import { Hash, Pencil } from 'lucide-react';
import { paths } from '../../app/paths.js';
import { formatDay } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { usePollMs } from '../../lib/poll.js';
import { activeTraits } from '../../lib/traits.js';
import { Avatar } from '../../ui/avatar.js';
import { BackLink } from '../../ui/back-link.js';
import { Badge } from '../../ui/badge.js';
import { ButtonLink } from '../../ui/button.js';
import { PowerButton } from '../../ui/power-button.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { BotConfiguration } from './bot-configuration.js';
import { BotFeatures } from './bot-features.js';
import { BotFigures, COUNT_POLL_MS } from './bot-figures.js';
import { BotState } from './bot-state.js';
import type { BotDetails } from './bots.graphql.js';
import { DangerZone } from './danger-zone.js';
import { WithBot } from './with-bot.js';
import './bot-page.css';

export function BotPage() {
  // Its state is told live, the count of its messages is not.
  const pollMs = usePollMs() || COUNT_POLL_MS;
  return <WithBot pollMs={pollMs}>{(bot) => <Details bot={bot} />}</WithBot>;
}

const Details = ({ bot }: { readonly bot: BotDetails }) => (
  <div className="page">
    <title>{`${bot.name} · Kith`}</title>
    <BackLink to={paths.dashboard}>{t('nav.dashboard')}</BackLink>
    <Head bot={bot} />
    <BotState bot={bot} />
    <BotFigures botId={bot.id} />
    <div className="bot-columns">
      <div className="bot-column">
        <BotConfiguration bot={bot} />
        <Personality personality={bot.personality} />
      </div>
      <BotFeatures botId={bot.id} />
    </div>
    <DangerZone bot={bot} />
  </div>
);

/** Who it is, and what can be done with it at once. */
function Head({ bot }: { readonly bot: BotDetails }) {
  const facts = [
    ...(typeof bot.messageCount === 'number' ? [t('bot.messages', { count: bot.messageCount })] : []),
    t('bot.createdOn', { date: formatDay(bot.createdAt) }),
  ];
  return (
    <header className="bot-head">
      <Avatar name={bot.name} color={bot.avatarColor} size={72} />
      <div className="bot-head-words">
        <h1>
          {bot.name} <StatusBadge status={bot.status} runtimeState={bot.runtimeState} />
        </h1>
        <p className="muted">{bot.description || t('bot.defaultDescription')}</p>
        <p className="bot-head-facts">{facts.join(' · ')}</p>
      </div>
      <div className="bot-head-actions" role="group" aria-label={t('bot.controls')}>
        <PowerButton bot={bot} editPath={paths.edit(bot.id)} />
        <ButtonLink to={paths.edit(bot.id)}>
          <Pencil size={16} aria-hidden="true" />
          {t('bot.editConfiguration')}
        </ButtonLink>
        <ButtonLink to={paths.channel(bot.id)}>
          <Hash size={16} aria-hidden="true" />
          {t('channel.heading')}
        </ButtonLink>
      </div>
    </header>
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
