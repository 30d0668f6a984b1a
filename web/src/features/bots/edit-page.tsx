import { useState } from 'react';
import { paths } from '../../app/paths.js';
import { useUser } from '../../lib/auth.js';
import { t } from '../../lib/i18n.js';
import { BackLink } from '../../ui/back-link.js';
import { BotForm } from './bot-form.js';
import { valuesOf } from './bot-values.js';
import type { BotDetails } from './bots.graphql.js';
import { useUpdateBot } from './use-save-bot.js';
import { WithBot } from './with-bot.js';

export const EditPage = () => <WithBot isFresh>{(bot) => <EditForm key={`${bot.id}-${bot.version}`} bot={bot} />}</WithBot>;

function EditForm({ bot }: { readonly bot: BotDetails }) {
  const { subscriptionPlan: plan } = useUser();
  const [initial] = useState(() => valuesOf(bot));
  const update = useUpdateBot(bot, plan);
  return (
    <div className="page page-narrow">
      <title>{`${t('edit.title', { name: bot.name })} · Kith`}</title>
      <BackLink to={paths.bot(bot.id)}>{t('bot.backToBot')}</BackLink>
      <header className="page-head">
        <h1>{t('edit.title', { name: bot.name })}</h1>
      </header>
      <BotForm
        mode="edit"
        initial={initial}
        plan={plan}
        tokenHint={bot.hasDiscordToken ? (bot.discordTokenHint ?? '') : null}
        cancelPath={paths.bot(bot.id)}
        onSubmit={update}
      />
    </div>
  );
}
