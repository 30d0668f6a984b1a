import type { Needs, System } from '@kith/proto';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { permissionNames } from '../../shared/discord-permissions.js';
import { ExternalLink } from '../../shared/external-link.js';
import { useDiscordConnection } from '../../shared/use-discord.js';
import { Skeleton } from '../../ui/indicators.js';
import { Labelled } from '../../ui/field.js';
import { Select } from '../../ui/inputs.js';
import { LoadError } from '../../ui/load-error.js';
import { Notice } from '../../ui/state.js';
import { SystemServer } from './system-server.js';

interface SystemServersProps {
  readonly botId: string;
  readonly system: System;
  /** With its settings. */
  readonly needs: Needs;
}

/** What an installed system keeps and offers in one of the servers of the bot. */
export function SystemServers(props: SystemServersProps) {
  const id = useId();
  return (
    <section className="stack system-servers" aria-labelledby={id}>
      <h3 id={id}>{t('systems.servers.title')}</h3>
      <Servers {...props} />
    </section>
  );
}

function Servers({ botId, system, needs }: SystemServersProps) {
  const { connection, error, isLoading, reload } = useDiscordConnection(botId);
  const [pickedId, setPickedId] = useState<string>();
  if (error) return <LoadError error={error} onRetry={reload} />;
  if (isLoading || !connection) return <Skeleton height={44} />;
  const { servers, problem } = connection;
  const server = servers.find(({ id }) => id === pickedId) ?? servers[0];
  if (!server)
    return (
      <p className="muted">
        {problem?.text ?? t('systems.servers.none')} <Link to={paths.connect(botId)}>{t('systems.servers.connect')}</Link>
      </p>
    );
  const usable = [...needs.permissions, ...needs.possiblePermissions];
  const lacking = usable.filter((permission) => server.missingPermissions.includes(permission));
  return (
    <>
      {servers.length > 1 && (
        <Labelled label={t('systems.servers.server')}>
          {(aria) => (
            <Select
              {...aria}
              options={servers.map(({ id, name }) => ({ value: id, label: name }))}
              value={server.id}
              onChange={({ target }) => setPickedId(target.value)}
            />
          )}
        </Labelled>
      )}
      {lacking.length > 0 && (
        <Notice tone="warning">
          <p>{t('connect.panel.missing', { permissions: permissionNames(lacking) })}</p>
          <p className="notice-actions">
            <ExternalLink size="sm" to={server.inviteUrl}>
              {t('connect.panel.grant', { server: server.name })}
            </ExternalLink>
          </p>
        </Notice>
      )}
      <SystemServer key={server.id} botId={botId} systemId={system.id} server={server} />
    </>
  );
}
