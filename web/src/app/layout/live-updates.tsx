import { useApolloClient } from '@apollo/client/react';
import { normalisePlan } from '@kith/proto';
import { CloudOff } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { t } from '../../lib/i18n.js';
import { useAuth, useUser } from '../../shared/auth.js';
import { useLiveState } from '../../shared/live-state.js';
import type { LiveUsage } from '../../shared/live.graphql.js';
import { LiveCache, LiveConnection } from '../../shared/live.js';

/** Opens the live connection while a user is signed in, and shows a notice when it is lost. */
export function LiveUpdates() {
  const { cache } = useApolloClient();
  const { changeUser } = useAuth();
  const { subscriptionPlan } = useUser();
  const followPlan = useEffectEvent(({ plan }: LiveUsage): void => {
    const now = normalisePlan(plan);
    if (now !== subscriptionPlan) changeUser({ subscriptionPlan: now });
  });
  useEffect(() => {
    const live = new LiveCache(cache);
    const connection = new LiveConnection({
      onStatus: live.updateStatus,
      onUsage: (usage) => {
        live.updateUsage(usage);
        followPlan(usage);
      },
      onNotifications: live.updateNotifications,
    });
    return () => {
      connection.close();
      live.stop();
    };
  }, [cache]);
  return <ConnectionNotice />;
}

/** The live region is always rendered: screen readers announce only changes inside one that exists already. */
function ConnectionNotice() {
  const isLost = useLiveState() === 'lost';
  return (
    <div role="status" className="connection">
      {isLost && (
        <p className="bar connection-notice">
          <CloudOff size={16} aria-hidden="true" />
          {t('live.lost')}
        </p>
      )}
    </div>
  );
}
