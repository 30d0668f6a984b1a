import { useQuery } from '@apollo/client/react';
import { RefreshCw } from 'lucide-react';
import { formatMoment, formatNumber } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { Button } from '../../ui/button.js';
import { Badge, Skeleton } from '../../ui/indicators.js';
import { LoadError } from '../../ui/load-error.js';
import { Section } from '../../ui/section.js';
import { CUSTOM_COMMAND_RUNS, type CommandRun } from './custom-commands.graphql.js';

/** How a stored command fared when it was used: time, duration and error of its last runs. */
export function CommandRuns({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery(CUSTOM_COMMAND_RUNS, { variables: { id }, fetchPolicy: 'network-only' });
  const refresh = (): void => void refetch().catch(() => undefined);
  return (
    <Section title={t('customCommands.runs.heading')} className="card card-body stack">
      <p className="note">{t('customCommands.runs.lead')}</p>
      {data ? <RunList runs={data.customCommandRuns} /> : error ? <LoadError error={error} onRetry={refresh} /> : <Loading />}
      {data && (
        <Button icon={RefreshCw} onClick={refresh}>
          {t('customCommands.runs.refresh')}
        </Button>
      )}
    </Section>
  );
}

const Loading = () => (
  <div role="status" aria-label={t('common.loading')}>
    <Skeleton height={48} />
  </div>
);

function RunList({ runs }: { readonly runs: readonly CommandRun[] }) {
  if (runs.length === 0) return <p className="note">{t('customCommands.runs.none')}</p>;
  return (
    <ol className="stack gap-sm command-runs" aria-label={t('customCommands.runs.heading')}>
      {runs.map(({ id, botName, trigger, startedAt, durationMs, error }) => (
        <li key={id} className="well">
          <div className="row command-run">
            <time dateTime={startedAt}>{formatMoment(startedAt)}</time>
            <span>{t('customCommands.runs.entry', { trigger, bot: botName })}</span>
            <span className="muted">
              {t('customCommands.run.duration', { ms: formatNumber(Math.round(durationMs * 10) / 10) })}
            </span>
            <Badge tone={error ? 'danger' : 'success'}>
              {t(error ? 'customCommands.run.error' : 'customCommands.runs.fine')}
            </Badge>
          </div>
          {error && <p className="command-run-error">{errorText(error)}</p>}
        </li>
      ))}
    </ol>
  );
}

const errorText = ({ message, line }: NonNullable<CommandRun['error']>): string =>
  typeof line === 'number' ? t('customCommands.run.errorAt', { message, line }) : message;
