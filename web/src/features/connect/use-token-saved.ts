import { paths } from '../../lib/paths.js';
import { useBotPower } from '../../shared/bot-power.js';
import type { ConnectBot } from './connect.graphql.js';

/** What follows a new token: a companion that had failed, for its old token usually, is started again. */
export function useTokenSaved(bot: ConnectBot, reload: () => void): () => void {
  const { start } = useBotPower(bot, paths.connect(bot.id));
  return () => {
    reload();
    if (bot.runtimeState === 'failed') void start();
  };
}
