import { useQuery } from '@apollo/client/react';
import { useWindowFocus } from '../../lib/focus.js';
import { t } from '../../lib/i18n.js';
import type { Server } from '../../shared/discord.graphql.js';
import { Skeleton } from '../../ui/indicators.js';
import { LoadError, StaleNotice } from '../../ui/load-error.js';
import { Notice } from '../../ui/state.js';
import { SystemPageForm } from './system-page-form.js';
import { ROWS, SystemSection } from './system-section.js';
import { SystemUpload } from './system-upload.js';
import { SYSTEM_PAGE } from './systems.graphql.js';

interface SystemServerProps {
  readonly botId: string;
  readonly systemId: string;
  readonly server: Pick<Server, 'id' | 'name'>;
}

/** The tables of a system in a server, and forms for what can be done there. */
export function SystemServer({ botId, systemId, server }: SystemServerProps) {
  const place = { botId, systemId, guildId: server.id };
  const { data, error, refetch } = useQuery(SYSTEM_PAGE, { variables: { ...place, limit: ROWS } });
  const reload = (): void => void refetch().catch(() => undefined);
  useWindowFocus(reload);
  if (!data)
    return error ? <LoadError title={t('systems.servers.failed')} error={error} onRetry={reload} /> : <Skeleton height={88} />;
  const { sections, forms, notice, upload } = data.systemPage;
  return (
    <div className="stack system-server" role="group" aria-label={server.name}>
      {error && <StaleNotice error={error} />}
      {notice && <Notice tone="warning">{notice}</Notice>}
      {sections.map((section) => (
        <SystemSection key={section.id} place={place} first={section} />
      ))}
      {forms.map((form) => (
        // New choices make a new form.
        <SystemPageForm key={`${form.id} ${JSON.stringify(form.fields)}`} place={place} form={form} />
      ))}
      {upload && <SystemUpload place={place} upload={upload} />}
    </div>
  );
}
