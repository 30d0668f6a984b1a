import { useQuery } from '@apollo/client/react';
import { PROBLEM_ACTIONS, UNKNOWN_GUILD_ID } from '@kith/proto';
import { useId, useState } from 'react';
import { formatMoment } from '../lib/format.js';
import { t } from '../lib/i18n.js';
import { paths } from '../lib/paths.js';
import { toast } from '../lib/toast.js';
import { Button, ButtonLink } from '../ui/button.js';
import { Finding } from '../ui/finding.js';
import { Section } from '../ui/section.js';
import { useProblemsChanged } from './bot-changes.js';
import { botPage } from './developer-portal.js';
import { channelName } from './discord-names.js';
import { BOT_PROBLEMS, ENABLE_INTENT, type Problem } from './discord.graphql.js';
import { ExternalLink } from './external-link.js';
import { useLiveState, useReconnected } from './live-state.js';
import { useToastMutation } from './use-toast-mutation.js';
import { useDiscordConnection, useKnownChannels, type KnownChannel } from './use-discord.js';

/** While there is no live connection. */
const POLL_MS = 30_000;

/** What Discord refuses to the companion now (docs/decisions.md C10); undefined while it is not known. */
export function useDiscordProblems(botId: string): readonly Problem[] | undefined {
  const isLive = useLiveState() === 'live';
  const { data, refetch } = useQuery(BOT_PROBLEMS, {
    variables: { botId },
    pollInterval: isLive ? 0 : POLL_MS,
    fetchPolicy: 'cache-and-network',
  });
  const reload = (): void => void refetch().catch(() => undefined);
  useProblemsChanged(botId, reload);
  useReconnected(reload);
  return data?.botProblems.problems;
}

/** The problems in words, each with what mends it; nothing while there is none. */
export function DiscordProblems({ botId, problems }: { readonly botId: string; readonly problems: readonly Problem[] }) {
  const hasProblems = problems.length > 0;
  const channels = useKnownChannels(hasProblems ? botId : undefined, null);
  const { connection } = useDiscordConnection(botId, { isSkipped: !hasProblems });
  if (!hasProblems) return null;
  return (
    <Section title={t('problems.title')} lead={t('problems.lead')} className="card card-body">
      <ul className="findings">
        {problems.map((problem) => (
          <ProblemRow
            botId={botId}
            key={`${problem.guildId} ${problem.channelId} ${problem.action}`}
            problem={problem}
            place={placeOf(problem, channels)}
            mend={mendOf(botId, connection?.applicationId, problem)}
          />
        ))}
      </ul>
    </Section>
  );
}

interface ProblemRowProps {
  readonly botId: string;
  readonly problem: Problem;
  readonly place: string;
  readonly mend: Mend;
}

function ProblemRow({ botId, problem, place, mend: { name, to } }: ProblemRowProps) {
  const id = useId();
  const label = t(`problems.mend.${name}`);
  const text = (
    <>
      {t('problems.place', { channel: place, what: whatOf(problem) })}{' '}
      {problem.permission !== null && <strong>{remedyOf(problem, problem.permission)}</strong>}{' '}
      <span className="note">{t('problems.lastSeen', { time: formatMoment(problem.lastSeenAt) })}</span>
    </>
  );
  return (
    <Finding id={id} state="problem" label={t('overview.needsYou')} text={text}>
      {name === 'intent' && <EnableMembers botId={botId} describedBy={id} />}
      {to.startsWith('/') ? (
        <ButtonLink size="sm" to={to} aria-describedby={id}>
          {label}
        </ButtonLink>
      ) : (
        <ExternalLink size="sm" to={to} describedBy={id}>
          {label}
        </ExternalLink>
      )}
    </Finding>
  );
}

/** Discord lets a bot in few servers switch it on by itself; its page, which is linked beside it, serves the others. */
function EnableMembers({ botId, describedBy }: { readonly botId: string; readonly describedBy: string }) {
  const [isOn, setIsOn] = useState(false);
  const { send, isBusy } = useToastMutation(ENABLE_INTENT, {
    done: () => {
      toast.success(t('problems.intentEnabled'));
      setIsOn(true);
    },
    failed: t('problems.intentFailed'),
  });
  if (isOn) return null;
  return (
    <Button
      size="sm"
      isBusy={isBusy}
      aria-describedby={describedBy}
      onClick={() => void send({ botId, intent: 'server_members' })}
    >
      {t('problems.enableIntent')}
    </Button>
  );
}

interface Mend {
  readonly name: 'channel' | 'server' | 'commands' | 'direct' | 'intent' | 'proactive';
  readonly to: string;
}

/** Where it is mended: a page of Kith, or a place on Discord. */
function mendOf(botId: string, applicationId: string | null | undefined, { action, guildId, channelId }: Problem): Mend {
  if (action === 'see-members') return { name: 'intent', to: botPage(applicationId) };
  if (action === 'register-commands') return { name: 'commands', to: paths.commands(botId) };
  if (guildId === null) return { name: 'direct', to: paths.channel(botId) };
  // Discord opens no channel without its server, but the owner can choose another one.
  if (guildId === UNKNOWN_GUILD_ID) return { name: 'proactive', to: paths.behavior(botId) };
  const server = `https://discord.com/channels/${guildId}`;
  return channelId === null ? { name: 'server', to: server } : { name: 'channel', to: `${server}/${channelId}` };
}

const remedyOf = ({ action }: Problem, missing: string): string =>
  action === 'see-members' ? t('problems.intent', { intent: missing }) : t('problems.permission', { permission: missing });

function placeOf({ guildId, channelId }: Problem, channels: readonly KnownChannel[]): string {
  if (guildId === null) return t(channelId === null ? 'problems.everywhere' : 'problems.direct');
  if (channelId === null) return channels.find(({ server }) => server.id === guildId)?.server.name ?? t('problems.server');
  return channelName(channels, channelId) ?? t('problems.channel', { id: channelId });
}

function whatOf({ action }: Problem): string {
  const known = PROBLEM_ACTIONS.find((one) => one === action);
  return known === undefined ? action : t(`problems.action.${known}`);
}
