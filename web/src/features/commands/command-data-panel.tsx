import { useQuery } from '@apollo/client/react';
import { CommandHost, MAX_COMMAND_HOSTS } from '@kith/proto';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import type { CommandDataFieldsFragment } from '../../gql/graphql.js';
import { useListFocus } from '../../lib/focus.js';
import { formatNumber } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { toast } from '../../lib/toast.js';
import { useToastMutation } from '../../shared/use-toast-mutation.js';
import { Button, IconButton } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/dialog.js';
import { Field } from '../../ui/field.js';
import { Skeleton } from '../../ui/indicators.js';
import { LoadError } from '../../ui/load-error.js';
import { Section } from '../../ui/section.js';
import { CLEAR_COMMAND_DATA, COMMAND_DATA, SET_COMMAND_HOSTS } from './commands.graphql.js';

const KB = 1024;

/** What the custom commands of a bot keep, and the websites that they may read. */
export function CommandDataPanel({ botId }: { readonly botId: string }) {
  const { data, error, refetch } = useQuery(COMMAND_DATA, { variables: { botId } });
  return (
    <Section title={t('commandTools.dataHeading')} lead={t('commandTools.dataLead')} className="card card-body">
      {data ? (
        <>
          <Storage botId={botId} data={data.commandData} />
          <Hosts botId={botId} hosts={data.commandData.hosts} />
        </>
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch().catch(() => undefined)} />
      ) : (
        <div role="status" aria-label={t('common.loading')}>
          <Skeleton height={96} />
        </div>
      )}
    </Section>
  );
}

function Storage({ botId, data }: { readonly botId: string; readonly data: CommandDataFieldsFragment }) {
  const [isAsking, setAsking] = useState(false);
  const { send, isBusy } = useToastMutation(CLEAR_COMMAND_DATA, {
    refetchQueries: [COMMAND_DATA],
    done: () => {
      setAsking(false);
      toast.success(t('commandTools.cleared'));
    },
    failed: t('commandTools.clearFailed'),
    otherwise: t('crash.title'),
    onFailed: () => setAsking(false),
  });
  return (
    <div className="row row-between">
      <p>
        {t('commandTools.stored', {
          used: formatNumber(Math.ceil(data.bytes / KB)),
          max: formatNumber(data.maxBytes / KB),
          count: data.keys,
        })}
      </p>
      <Button variant="danger" disabled={data.keys === 0} onClick={() => setAsking(true)}>
        {t('commandTools.clear')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('commandTools.clearTitle')}
          text={t('commandTools.clearText')}
          confirm={t('commandTools.clear')}
          isBusy={isBusy}
          onConfirm={() => void send({ botId })}
          onCancel={() => setAsking(false)}
        />
      )}
    </div>
  );
}

function Hosts({ botId, hosts }: { readonly botId: string; readonly hosts: readonly string[] }) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const kept = useListFocus<HTMLUListElement>(hosts);
  const { send, isBusy } = useToastMutation(SET_COMMAND_HOSTS, {
    refetchQueries: [COMMAND_DATA],
    done: () => {
      setTyped('');
      toast.success(t('commandTools.hostsSaved'));
    },
    failed: t('commandTools.hostsFailed'),
    otherwise: t('crash.title'),
  });
  const add = (): void => {
    const parsed = CommandHost.safeParse(typed);
    const isFull = hosts.length >= MAX_COMMAND_HOSTS;
    setProblem(
      isFull ? t('commandTools.hostsFull', { max: MAX_COMMAND_HOSTS }) : parsed.success ? undefined : t('commandTools.hostRule'),
    );
    if (parsed.success && !isFull) void send({ botId, hosts: [...new Set([...hosts, parsed.data])] });
  };
  return (
    <div className="stack gap-sm">
      <h3>{t('commandTools.hostsHeading')}</h3>
      <p className="note">{t('commandTools.hostsLead')}</p>
      {hosts.length === 0 && <p className="note">{t('commandTools.noHosts')}</p>}
      <ul className="stack gap-xs" aria-label={t('commandTools.hostsHeading')} {...kept}>
        {hosts.map((host) => (
          <li key={host} className="row row-between well">
            <code>{host}</code>
            <IconButton
              icon={X}
              label={t('commandTools.removeHost', { host })}
              onClick={() => void send({ botId, hosts: hosts.filter((one) => one !== host) })}
            />
          </li>
        ))}
      </ul>
      <form
        className="single-field-form"
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <Field
          label={t('commandTools.newHost')}
          placeholder="api.example.org"
          value={typed}
          error={problem}
          maxLength={300}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" icon={Plus} isBusy={isBusy}>
          {t('commandTools.addHost')}
        </Button>
      </form>
    </div>
  );
}
