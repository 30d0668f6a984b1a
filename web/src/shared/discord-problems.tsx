import { useQuery } from '@apollo/client/react';
import { PROBLEM_ACTIONS } from '@kith/proto';
import { formatMoment } from '../lib/format.js';
import { t } from '../lib/i18n.js';
import { Section } from '../ui/section.js';
import { useProblemsChanged } from './bot-changes.js';
import { channelName } from './discord-names.js';
import { BOT_PROBLEMS, type Problem } from './discord.graphql.js';
import { useLiveState, useReconnected } from './live-state.js';
import { useKnownChannels, type KnownChannel } from './use-discord.js';

/** While there is no live connection. */
const POLL_MS = 30_000;

/** What Discord refuses to the companion now, in words (docs/decisions.md C10); nothing while there is none. */
export function DiscordProblems({ botId }: { readonly botId: string }) {
  const isLive = useLiveState() === 'live';
  const { data, refetch } = useQuery(BOT_PROBLEMS, {
    variables: { botId },
    pollInterval: isLive ? 0 : POLL_MS,
    fetchPolicy: 'cache-and-network',
  });
  const reload = (): void => void refetch().catch(() => undefined);
  useProblemsChanged(botId, reload);
  useReconnected(reload);
  const problems = data?.botProblems.problems ?? [];
  const channels = useKnownChannels(problems.length > 0 ? botId : undefined, null);
  if (problems.length === 0) return null;
  return (
    <Section title={t('problems.title')} lead={t('problems.lead')} className="card card-body">
      <ul className="divided">
        {problems.map((problem) => (
          <li key={`${problem.guildId} ${problem.channelId} ${problem.action}`} className="breakable">
            {t('problems.place', { channel: placeOf(problem, channels), what: whatOf(problem) })}{' '}
            {problem.permission !== null && <strong>{t('problems.permission', { permission: problem.permission })}</strong>}{' '}
            <span className="note">{t('problems.lastSeen', { time: formatMoment(problem.lastSeenAt) })}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function placeOf({ guildId, channelId }: Problem, channels: readonly KnownChannel[]): string {
  if (guildId === null) return t('problems.direct');
  if (channelId === null) return channels.find(({ server }) => server.id === guildId)?.server.name ?? t('problems.server');
  return channelName(channels, channelId) ?? t('problems.channel', { id: channelId });
}

function whatOf({ action }: Problem): string {
  const known = PROBLEM_ACTIONS.find((one) => one === action);
  return known === undefined ? action : t(`problems.action.${known}`);
}
