import { useQuery } from '@apollo/client/react';
import { Plug, Stethoscope } from 'lucide-react';
import { Link } from 'react-router';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import type { Connection } from '../../shared/discord.graphql.js';
import { useDiscordConnection } from '../../shared/use-discord.js';
import { ButtonLink } from '../../ui/button.js';
import { Section } from '../../ui/section.js';
import { Notice } from '../../ui/state.js';
import { OVERVIEW_USAGE, type BotDetails } from './bots.graphql.js';
import { needsOf } from './overview-needs.js';

/** Where the companion is on Discord, and what needs its owner. */
export function OverviewDiscord({ bot }: { readonly bot: BotDetails }) {
  const { connection, isLoading } = useDiscordConnection(bot.id, { isSkipped: !bot.hasDiscordToken });
  const usage = useQuery(OVERVIEW_USAGE).data?.usage;
  const needs = needsOf(bot, connection, usage);
  return (
    <>
      {needs.length > 0 && (
        <section className="stack gap-sm" aria-label={t('overview.needs')}>
          {needs.map(({ name, to, server = '', reason = '' }) => (
            <Notice key={name} tone={name === 'tokenInvalid' ? 'danger' : 'warning'}>
              {t(`overview.need.${name}`, { server, reason })}{' '}
              <Link className="notice-link" to={to}>
                {t(`overview.need.${name}Action`)}
              </Link>
            </Notice>
          ))}
        </section>
      )}
      {bot.hasDiscordToken && (
        <Section title={t('overview.discord')} className="card card-body">
          <div className="row row-between">
            <p role="status">{isLoading ? t('overview.asking') : whereIs(bot, connection)}</p>
            <div className="row">
              <ButtonLink icon={Stethoscope} to={paths.health(bot.id)}>
                {t('overview.checkUp')}
              </ButtonLink>
              <ButtonLink icon={Plug} to={paths.connect(bot.id)}>
                {t('overview.manage')}
              </ButtonLink>
            </div>
          </div>
        </Section>
      )}
    </>
  );
}

function whereIs({ status }: BotDetails, connection: Connection | undefined): string {
  if (!connection?.account) return '';
  const count = connection.servers.length;
  const place = status === 'online' ? t('overview.onlineIn', { count }) : t('overview.offlineIn', { count });
  return `${place} · ${t('overview.connectedAs', { name: connection.account.name })}`;
}
