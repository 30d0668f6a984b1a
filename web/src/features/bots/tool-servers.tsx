import { useApolloClient, useQuery } from '@apollo/client/react';
import { MAX_ALLOWED_TOOLS, MAX_TOOL_SERVERS } from '@kith/proto';
import { Switch } from 'antd';
import { Plus, X } from 'lucide-react';
import { useId, useState } from 'react';
import type { ToolServerFieldsFragment } from '../../gql/graphql.js';
import { t } from '../../lib/i18n.js';
import { readError } from '../../lib/read-error.js';
import { toast } from '../../lib/toast.js';
import { useToastMutation } from '../../shared/use-toast-mutation.js';
import { Button, IconButton } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/dialog.js';
import { Skeleton } from '../../ui/indicators.js';
import { LoadError } from '../../ui/load-error.js';
import { Section } from '../../ui/section.js';
import { ToolServerDialog } from './tool-server-dialog.js';
import { ALLOW_TOOLS, CHECK_TOOL_SERVER, REMOVE_TOOL_SERVER, TOOL_SERVERS } from './tool-servers.graphql.js';

/** The MCP servers of a companion, and which of their tools its language model may use (docs/decisions.md T19). */
export function ToolServers({ botId }: { readonly botId: string }) {
  const { data, error, refetch } = useQuery(TOOL_SERVERS, { variables: { botId } });
  const [isAdding, setAdding] = useState(false);
  const isFull = (data?.toolServers.length ?? 0) >= MAX_TOOL_SERVERS;
  return (
    <Section title={t('toolServers.heading')} lead={t('toolServers.lead')} className="card card-body">
      {data ? (
        <>
          {data.toolServers.length === 0 && <p className="note">{t('toolServers.none')}</p>}
          {data.toolServers.map((server) => (
            <Server key={server.id} botId={botId} server={server} />
          ))}
          <div className="row">
            <Button icon={Plus} disabled={isFull} onClick={() => setAdding(true)}>
              {t('toolServers.add')}
            </Button>
            {isFull && <p className="note">{t('toolServers.full', { max: MAX_TOOL_SERVERS })}</p>}
          </div>
        </>
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch().catch(() => undefined)} />
      ) : (
        <div role="status" aria-label={t('common.loading')}>
          <Skeleton height={64} />
        </div>
      )}
      {isAdding && <ToolServerDialog botId={botId} onClose={() => setAdding(false)} />}
    </Section>
  );
}

interface ServerProps {
  readonly botId: string;
  readonly server: ToolServerFieldsFragment;
}

function Server({ botId, server }: ServerProps) {
  const { id: serverId, name, address, hasToken, tools } = server;
  const [isAsking, setAsking] = useState(false);
  const check = useToastMutation(CHECK_TOOL_SERVER, {
    done: ({ checkToolServer }) => toast.success(t('toolServers.checked', { count: checkToolServer.tools.length })),
    failed: t('toolServers.checkFailed'),
    otherwise: t('crash.title'),
  });
  const remove = useToastMutation(REMOVE_TOOL_SERVER, {
    refetchQueries: [TOOL_SERVERS],
    done: () => toast.success(t('toolServers.removed')),
    failed: t('toolServers.removeFailed'),
    otherwise: t('crash.title'),
    onFailed: () => setAsking(false),
  });
  return (
    <section className="well stack gap-sm" aria-label={name}>
      <div className="row row-between">
        <h3>{name}</h3>
        <IconButton icon={X} label={t('toolServers.remove', { name })} onClick={() => setAsking(true)} />
      </div>
      <p className="note">
        <code>{address}</code>
        {hasToken && ` · ${t('toolServers.hasToken')}`}
      </p>
      {tools.length === 0 ? <p className="note">{t('toolServers.noTools')}</p> : <Tools botId={botId} server={server} />}
      <div className="row">
        <Button size="sm" isBusy={check.isBusy} onClick={() => void check.send({ botId, serverId })}>
          {t('toolServers.check')}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t('toolServers.removeTitle', { name })}
          text={t('toolServers.removeText')}
          confirm={t('toolServers.removeConfirm')}
          isBusy={remove.isBusy}
          onConfirm={() => void remove.send({ botId, serverId })}
          onCancel={() => setAsking(false)}
        />
      )}
    </section>
  );
}

function Tools({ botId, server: { id: serverId, tools, checkedAt } }: ServerProps) {
  const base = useId();
  const client = useApolloClient();
  const { send, isBusy } = useToastMutation(ALLOW_TOOLS, {
    done: () => toast.success(t('toolServers.saved')),
    failed: t('toolServers.saveFailed'),
    otherwise: t('crash.title'),
    // Shows what the tools are said to do now.
    onFailed: (error) => {
      if (readError(error).code === 'VERSION_CONFLICT') void client.refetchQueries({ include: [TOOL_SERVERS] });
    },
  });
  const allowed = tools.filter(({ isAllowed }) => isAllowed).map(({ name }) => name);
  const isFull = allowed.length >= MAX_ALLOWED_TOOLS;
  const change = (name: string, isAllowed: boolean): void =>
    void send({ botId, serverId, checkedAt, tools: isAllowed ? [...allowed, name] : allowed.filter((one) => one !== name) });
  return (
    <div className="switch-list">
      {tools.map(({ name, description, isAllowed }, at) => (
        <label key={name} className="switch-row">
          <span>
            <span className="switch-name">{name}</span>
            <span id={`${base}-${at}`} className="muted">
              {description}
            </span>
          </span>
          <Switch
            checked={isAllowed}
            disabled={isBusy || (isFull && !isAllowed)}
            aria-label={t('toolServers.allow', { name })}
            aria-describedby={`${base}-${at}`}
            onChange={(next) => change(name, next)}
          />
        </label>
      ))}
      {isFull && <p className="note">{t('toolServers.toolsFull', { max: MAX_ALLOWED_TOOLS })}</p>}
    </div>
  );
}
