import { useState } from 'react';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { useUser } from '../../shared/auth.js';
import { ButtonLink } from '../../ui/button.js';
import { Page } from '../../ui/page.js';
import { BotForm } from './bot-form.js';
import { valuesOf, type BotValues } from './bot-values.js';
import type { BotDetails } from './bots.graphql.js';
import { DangerZone } from './danger-zone.js';
import { ToolServers } from './tool-servers.js';
import { useLatestBot, useUpdateBot } from './use-save-bot.js';
import { WithBot } from './with-bot.js';

export const EditPage = () => <WithBot isFresh>{(bot) => <EditForm bot={bot} />}</WithBot>;

function EditForm({ bot }: { readonly bot: BotDetails }) {
  const { subscriptionPlan: plan } = useUser();
  // The version being edited. A newer one on the server shows up as a conflict when saving, never while the user types.
  const [base, setBase] = useState(bot);
  const [start] = useState(() => valuesOf(bot));
  const update = useUpdateBot(base, plan);
  const loadLatest = useLatestBot(bot.id);
  const reload = async (): Promise<BotValues | null> => {
    const latest = await loadLatest();
    if (latest) setBase(latest);
    return latest && valuesOf(latest);
  };
  const title = t('edit.title', { name: base.name });
  return (
    <Page
      title={title}
      heading={title}
      back={{ to: paths.bot(bot.id), label: t('bot.backToBot') }}
      isNarrow
      actions={
        <ButtonLink to={paths.versions(bot.id)} size="sm">
          {t('edit.versions')}
        </ButtonLink>
      }
    >
      <BotForm
        mode="edit"
        start={start}
        plan={plan}
        tokenHint={base.hasDiscordToken ? (base.discordTokenHint ?? '') : null}
        storedTraits={base.personality}
        botId={bot.id}
        cancelPath={paths.bot(bot.id)}
        onSave={update}
        onReload={reload}
      />
      <ToolServers botId={bot.id} />
      <DangerZone bot={base} />
    </Page>
  );
}
