import { RUNTIME_STATES, type RuntimeState } from '@kith/proto';
import { Link } from 'react-router';
import { paths } from '../../app/paths.js';
import { t } from '../../lib/i18n.js';
import { Notice } from '../../ui/notice.js';
import type { BotDetails } from './bots.graphql.js';

/** What the runner says of it, in words: nothing while all is well. */
export function BotState({ bot }: { readonly bot: Pick<BotDetails, 'runtimeState' | 'statusReason'> }) {
  const state = stateOf(bot.runtimeState);
  const text = bot.statusReason ?? (state === 'failed' || state === 'paused_by_plan' ? t(`bot.stateText.${state}`) : null);
  return (
    <div role="status" className="bot-state">
      {text !== null && (
        <Notice tone={state === 'failed' ? 'danger' : state === 'starting' ? 'info' : 'warning'}>
          <strong className="notice-title">{t(`bot.state.${state}`)}</strong> {text}
          {state === 'paused_by_plan' && (
            <>
              {' '}
              <Link className="notice-link" to={paths.pricing}>
                {t('bot.comparePlans')}
              </Link>
            </>
          )}
        </Notice>
      )}
    </div>
  );
}

const stateOf = (name: string): RuntimeState => RUNTIME_STATES.find((each) => each === name) ?? 'stopped';
