import type { ControlRow } from './control-rows.js';

const file = 'services/bot-runner/test/proactive-messages.spec.ts';

/** What the companion says by itself. */
export const PROACTIVE_ROWS: Readonly<Record<string, ControlRow>> = {
  'bot.preferences.proactiveMessaging': {
    changes: 'whether it says anything by itself',
    file,
    test: 'says nothing by itself without its owner’s consent, after another event than the chosen one, or once it is stopped',
  },
  'bot.channelSettings.proactiveMessages': {
    changes: 'what it says by itself, where and when',
    file,
    test: 'is spoken to once, without a ping, however often the sweep and the job run; not twice a day, nor before somebody wrote',
  },
};
