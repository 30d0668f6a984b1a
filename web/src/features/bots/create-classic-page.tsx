import type { Plan } from '@kith/proto';
import { useState } from 'react';
import { paths } from '../../app/paths.js';
import { t } from '../../lib/i18n.js';
import { BotForm } from './bot-form.js';
import { asSliders, newBot } from './bot-values.js';
import { CreateFrame } from './create-frame.js';
import type { Draft } from './draft.js';
import { useCreateBot } from './use-save-bot.js';

/** A new companion, its traits as sliders beside a live preview (decision M7). */
export const CreateClassicPage = () => <CreateFrame>{(plan, draft) => <NewBot plan={plan} draft={draft} />}</CreateFrame>;

function NewBot({ plan, draft }: { readonly plan: Plan; readonly draft: Draft | null }) {
  const [from] = useState(() => draft?.start ?? newBot(Math.random));
  const [start] = useState(() => asSliders(from, from));
  const create = useCreateBot(plan);
  return (
    <BotForm
      mode="create"
      look="sliders"
      start={start}
      {...(draft && { typed: asSliders(draft.values, from) })}
      plan={plan}
      cancelPath={paths.landing}
      other={{ path: paths.create, label: t('create.toToggles') }}
      onSave={create}
    />
  );
}
