import { useApolloClient, useMutation } from '@apollo/client/react';
import type { Plan } from '@kith/proto';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { readError } from '../../lib/read-error.js';
import { toastError } from '../../lib/toast-error.js';
import { toast } from '../../lib/toast.js';
import { traitLabel } from '../../shared/traits.js';
import { changesOf, creationOf, type BotValues } from './bot-values.js';
import { BOT, CREATE_BOT, UPDATE_BOT, type BotDetails } from './bots.graphql.js';

/** How a save ended. */
export type SaveResult =
  | { readonly kind: 'done'; readonly path: string }
  /** The bot was saved elsewhere since it was loaded. */
  | { readonly kind: 'conflict' }
  /** `fields` holds the message of each field that the server named, by its path. */
  | { readonly kind: 'refused'; readonly reason: string; readonly fields: Readonly<Record<string, string>> };

/** Creates a bot and shows a toast; then awaits `onCreated`. */
export function useCreateBot(
  plan: Plan,
  onCreated: (botId: string) => Promise<void>,
): (values: BotValues) => Promise<SaveResult> {
  const [createBot] = useMutation(CREATE_BOT);
  return async (values) => {
    try {
      const { data } = await createBot({ variables: { input: creationOf(values, plan) } });
      if (!data) throw new Error('no answer');
      const text = remarks(data.createBot);
      toast.success(t('bot.created'), text ? { text } : undefined);
      await onCreated(data.createBot.bot.id);
      return { kind: 'done', path: paths.bot(data.createBot.bot.id) };
    } catch (error) {
      const { code, message = '' } = readError(error);
      if (code === 'BOT_LIMIT' || message.includes('Subscription limit') || message.includes('upgrade your plan')) {
        toast.error(t('bot.limitToast'), { text: t('bot.limitToastText') });
      } else toast.error(t('bot.createFailed'), { text: message || t('load.failedText') });
      return refused(error, t('load.failedText'));
    }
  };
}

/** Saves the changes and shows a toast. The mutation answers the bot, which updates the cache. */
export function useUpdateBot(bot: BotDetails, plan: Plan): (values: BotValues) => Promise<SaveResult> {
  const [updateBot] = useMutation(UPDATE_BOT);
  return async (values) => {
    try {
      const { data } = await updateBot({ variables: { id: bot.id, input: changesOf(values, bot, plan) } });
      if (!data) throw new Error('no answer');
      toast.success(t('bot.updated'), { text: remarks(data.updateBot) || t('bot.updatedText') });
      return { kind: 'done', path: paths.bot(bot.id) };
    } catch (error) {
      const { code, message } = readError(error);
      const isConflict = code === 'VERSION_CONFLICT';
      toast.error(t('bot.updateFailed'), { text: isConflict ? t('conflict.text') : (message ?? t('bot.updateFailedText')) });
      return isConflict ? { kind: 'conflict' } : refused(error, t('bot.updateFailedText'));
    }
  };
}

/** Loads the bot from the server, not from the cache; null, with a toast, when that fails. */
export function useLatestBot(id: string): () => Promise<BotDetails | null> {
  const client = useApolloClient();
  return async () => {
    try {
      const { data } = await client.query({ query: BOT, variables: { id }, fetchPolicy: 'network-only' });
      if (data?.bot) return data.bot;
      throw new Error('no answer');
    } catch (error) {
      toastError(t('conflict.unreachable'), error);
      return null;
    }
  };
}

function refused(error: unknown, otherwise: string): SaveResult {
  const { code, message, fields = {} } = readError(error);
  const byCode: Record<string, string> = code?.startsWith('TOKEN_') && message !== undefined ? { discordToken: message } : {};
  return { kind: 'refused', reason: message ?? otherwise, fields: { ...byCode, ...fields } };
}

/** What the save did not apply, as one text; '' when there is nothing. */
function remarks(saved: { droppedTraits: readonly string[]; warnings: readonly string[] }): string {
  const dropped =
    saved.droppedTraits.length > 0 ? [t('bot.droppedTraits', { traits: saved.droppedTraits.map(traitLabel).join(', ') })] : [];
  return [...saved.warnings, ...dropped].join(' ');
}
