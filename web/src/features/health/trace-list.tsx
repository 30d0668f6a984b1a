import { useQuery } from '@apollo/client/react';
import { MAX_TRACES_PER_OUTCOME_AND_MINUTE } from '@kith/proto';
import { Link } from 'react-router';
import { formatMoment } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { useKnownChannels, type KnownChannel } from '../../shared/use-discord.js';
import { channelName } from '../../shared/discord-names.js';
import { Skeleton } from '../../ui/indicators.js';
import { LoadError } from '../../ui/load-error.js';
import { Section } from '../../ui/section.js';
import { IGNORED_MESSAGES, USED_COMMANDS, type Trace } from './health.graphql.js';
import { messageLink, settingOf, traceText } from './trace-text.js';

const POLL_MS = 5000;

interface TraceListProps {
  readonly botId: string;
  readonly name: string;
  /** Slash commands, or messages that the companion ignored. */
  readonly of: 'commands' | 'ignored';
}

/** What became of the last messages or slash commands, live while the tab is seen. */
export function TraceList({ botId, name, of }: TraceListProps) {
  const { data, error, refetch } = useQuery(of === 'commands' ? USED_COMMANDS : IGNORED_MESSAGES, {
    variables: { botId },
    fetchPolicy: 'cache-and-network',
    pollInterval: POLL_MS,
    skipPollAttempt: () => document.hidden,
  });
  const channels = useKnownChannels(botId, null);
  const traces = data?.messageTraces.traces;
  return (
    <Section
      title={t(`health.${of}.title`)}
      lead={t(`health.${of}.lead`, { name, limit: MAX_TRACES_PER_OUTCOME_AND_MINUTE })}
      className="card card-body"
    >
      {!traces &&
        (error ? <LoadError error={error} onRetry={() => void refetch().catch(() => undefined)} /> : <Skeleton height={120} />)}
      {traces?.length === 0 && <p className="muted">{t(`health.${of}.none`)}</p>}
      {traces && traces.length > 0 && (
        <ul className="health-ignored">
          {traces.map((trace) => {
            const setting = settingOf(botId, trace);
            const place = placeOf(trace, channels);
            return (
              <li key={trace.messageId}>
                <p className="note">
                  {trace.command === null ? <MessageTime trace={trace} /> : `${trace.command} · ${formatMoment(trace.sentAt)}`}
                  {` · ${place}`}
                </p>
                <p>
                  {traceText(trace, name)} {setting && <Link to={setting.to}>{setting.label}</Link>}
                </p>
              </li>
            );
          })}
        </ul>
      )}
    </Section>
  );
}

function placeOf({ guildId, channelId }: Trace, channels: readonly KnownChannel[]): string {
  if (guildId === null) return t('health.ignored.direct');
  // What concerns a server as a whole.
  if (guildId === channelId) return channels.find(({ server }) => server.id === guildId)?.server.name ?? t('problems.server');
  return channelName(channels, channelId) ?? channelId;
}

const MessageTime = ({ trace }: { readonly trace: Trace }) => (
  <a href={messageLink(trace)} target="_blank" rel="noreferrer">
    {formatMoment(trace.sentAt)}
    <span className="sr-only">{` (${t('health.ignored.open')}, ${t('workspace.newTab')})`}</span>
  </a>
);
