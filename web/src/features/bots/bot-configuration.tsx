import type { ReactNode } from 'react';
import { t } from '../../lib/i18n.js';
import { traitLabel } from '../../lib/traits.js';
import type { BotDetails } from './bots.graphql.js';
import { storedToken } from './stored-token.js';

const MASK = '••••••••';

export function BotConfiguration({ bot }: { readonly bot: BotDetails }) {
  const missing = <span className="muted">{t('bot.notConfigured')}</span>;
  return (
    <section className="card card-body" aria-labelledby="configuration">
      <h2 id="configuration" className="card-title">
        {t('bot.configuration')}
      </h2>
      <dl className="facts">
        <Fact label={t('form.token')}>
          {bot.hasDiscordToken ? (
            <code aria-label={storedToken(bot.discordTokenHint)}>{`${MASK}${bot.discordTokenHint ?? ''}`}</code>
          ) : (
            missing
          )}
        </Fact>
        <Fact label={t('form.serverId')}>
          {bot.serverId ? <code>{bot.serverId}</code> : <span className="muted">{t('bot.anyServer')}</span>}
        </Fact>
        {bot.dedicatedChannelId && (
          <Fact label={t('form.channelId')}>
            <code>{bot.dedicatedChannelId}</code>
          </Fact>
        )}
        <Fact label={t('form.model')}>{bot.model}</Fact>
        <Fact label={t('form.responseStyle')}>{traitLabel(bot.responseStyle)}</Fact>
        <Fact label={t('form.instructions')}>
          {bot.instructions ? <span className="facts-long">{bot.instructions}</span> : missing}
        </Fact>
      </dl>
    </section>
  );
}

const Fact = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);
