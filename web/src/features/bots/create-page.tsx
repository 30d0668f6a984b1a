import type { Plan } from '@kith/proto';
import { useState } from 'react';
import { paths } from '../../app/paths.js';
import { t } from '../../lib/i18n.js';
import { BotForm } from './bot-form.js';
import { asSwitches, newBot } from './bot-values.js';
import { CreateFrame } from './create-frame.js';
import type { Draft } from './draft.js';
import { useCreateBot } from './use-save-bot.js';

/** A new companion, its traits as switches (decision M7). */
export const CreatePage = () => <CreateFrame isNarrow>{(plan, draft) => <NewBot plan={plan} draft={draft} />}</CreateFrame>;

function NewBot({ plan, draft }: { readonly plan: Plan; readonly draft: Draft | null }) {
  const [start] = useState(() => (draft ? asSwitches(draft.start, draft.start) : newBot(Math.random)));
  const create = useCreateBot(plan);
  return (
    <BotForm
      mode="create"
      start={start}
      {...(draft && { typed: asSwitches(draft.values, draft.start) })}
      plan={plan}
      cancelPath={paths.landing}
      other={{ path: paths.createClassic, label: t('create.toSliders') }}
      onSave={create}
    />
  );
}
