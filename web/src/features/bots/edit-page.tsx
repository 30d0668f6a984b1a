import { useState } from 'react';
import { paths } from '../../app/paths.js';
import { useUser } from '../../lib/auth.js';
import { t } from '../../lib/i18n.js';
import { BackLink } from '../../ui/back-link.js';
import { BotForm } from './bot-form.js';
import { valuesOf, type BotValues } from './bot-values.js';
import type { BotDetails } from './bots.graphql.js';
import { useLatestBot, useUpdateBot } from './use-save-bot.js';
import { WithBot } from './with-bot.js';

export const EditPage = () => <WithBot isFresh>{(bot) => <EditForm bot={bot} />}</WithBot>;

function EditForm({ bot }: { readonly bot: BotDetails }) {
  const { subscriptionPlan: plan } = useUser();
  // What the edit started from. What changes meanwhile shows as a conflict, never under the hands of the user.
  const [base, setBase] = useState(bot);
  const [start] = useState(() => valuesOf(bot));
  const update = useUpdateBot(base, plan);
  const ask = useLatestBot(bot.id);
  const reload = async (): Promise<BotValues | null> => {
    const latest = await ask();
    if (latest) setBase(latest);
    return latest && valuesOf(latest);
  };
  return (
    <div className="page page-narrow">
      <title>{`${t('edit.title', { name: base.name })} · Kith`}</title>
      <BackLink to={paths.bot(bot.id)}>{t('bot.backToBot')}</BackLink>
      <header className="page-head">
        <h1>{t('edit.title', { name: base.name })}</h1>
      </header>
      <BotForm
        mode="edit"
        start={start}
        plan={plan}
        tokenHint={base.hasDiscordToken ? (base.discordTokenHint ?? '') : null}
        cancelPath={paths.bot(bot.id)}
        onSave={update}
        onReload={reload}
      />
    </div>
  );
}
