import { t } from '../lib/i18n.js';
import { Badge } from './badge.js';

interface StatusBadgeProps {
  readonly status: string;
  readonly runtimeState: string;
}

/** Online or Offline as specified, with what happens in between in its own word. */
export function StatusBadge({ status, runtimeState }: StatusBadgeProps) {
  if (status === 'online') {
    return (
      <Badge tone="success" hasDot>
        {t('status.online')}
      </Badge>
    );
  }
  if (runtimeState === 'starting' || runtimeState === 'reconnecting') {
    return (
      <Badge tone="warning" hasDot>
        {t(`status.${runtimeState}`)}
      </Badge>
    );
  }
  return <Badge hasDot>{t('status.offline')}</Badge>;
}
