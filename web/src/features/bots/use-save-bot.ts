import { useMutation } from '@apollo/client/react';
import type { Plan } from '@kith/proto';
import { useNavigate } from 'react-router';
import { paths } from '../../app/paths.js';
import { readError } from '../../lib/graphql-error.js';
import { t } from '../../lib/i18n.js';
import { traitLabel } from '../../lib/traits.js';
import { toast } from '../../ui/toast.js';
import { changesOf, creationOf, type BotValues } from './bot-values.js';
import { BOT, CREATE_BOT, UPDATE_BOT, type BotDetails } from './bots.graphql.js';

/** Creates, says so, and goes to the new companion. */
export function useCreateBot(plan: Plan): (values: BotValues) => Promise<void> {
  const [createBot] = useMutation(CREATE_BOT);
  const navigate = useNavigate();
  return async (values) => {
    try {
      const { data } = await createBot({ variables: { input: creationOf(values, plan) } });
      if (!data) return;
      toast.success(t('bot.created'), remarks(data.createBot));
      await navigate(paths.bot(data.createBot.id));
    } catch (error) {
      const { code, message = '' } = readError(error);
      if (code === 'BOT_LIMIT' || message.includes('Subscription limit') || message.includes('upgrade your plan')) {
        toast.error(t('bot.limitToast'), { text: t('bot.limitToastText') });
      } else toast.error(t('bot.createFailed'), { text: message || t('load.failedText') });
    }
  };
}

/** Saves the changes, says so, and goes back to the companion. */
export function useUpdateBot(bot: BotDetails, plan: Plan): (values: BotValues) => Promise<void> {
  const [updateBot] = useMutation(UPDATE_BOT, {
    refetchQueries: [{ query: BOT, variables: { id: bot.id } }],
    awaitRefetchQueries: true,
  });
  const navigate = useNavigate();
  return async (values) => {
    try {
      const { data } = await updateBot({ variables: { id: bot.id, input: changesOf(values, bot, plan) } });
      if (!data) return;
      toast.success(t('bot.updated'), remarks(data.updateBot));
      await navigate(paths.bot(bot.id));
    } catch (error) {
      toast.error(t('bot.updateFailed'), { text: readError(error).message ?? t('bot.updateFailedText') });
    }
  };
}

/** What the save left out or found worth a word (decisions M2, M10). */
function remarks(saved: { droppedTraits: readonly string[]; warnings: readonly string[] }): { text: string } | undefined {
  const dropped =
    saved.droppedTraits.length > 0 ? [t('bot.droppedTraits', { traits: saved.droppedTraits.map(traitLabel).join(', ') })] : [];
  const text = [...saved.warnings, ...dropped].join(' ');
  return text ? { text } : undefined;
}
