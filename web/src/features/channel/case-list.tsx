import { useQuery } from '@apollo/client/react';
import { MAX_PUNISHMENTS_PER_MINUTE, type ModerationAction } from '@kith/proto';
import { Input } from 'antd';
import { ShieldCheck } from 'lucide-react';
import { useId } from 'react';
import { useWindowFocus } from '../../lib/focus.js';
import { formatMoment, formatNumber } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { toast } from '../../lib/toast.js';
import { useKept } from '../../lib/use-kept.js';
import { channelName, serverName } from '../../shared/discord-names.js';
import type { Server } from '../../shared/discord.graphql.js';
import { useDiscordConnection, useKnownChannels, type KnownChannel } from '../../shared/use-discord.js';
import { useToastMutation } from '../../shared/use-toast-mutation.js';
import { Button } from '../../ui/button.js';
import { Badge, Skeleton } from '../../ui/indicators.js';
import { LoadError, StaleNotice } from '../../ui/load-error.js';
import { FIRST_PAGE, Pager } from '../../ui/pager.js';
import { Section } from '../../ui/section.js';
import { Notice, State } from '../../ui/state.js';
import { MODERATION_CASES, RESUME_MODERATION, UNDO_MODERATION, type Case, type Pause } from './cases.graphql.js';

interface CaseListProps {
  readonly botId: string;
  /** The list is loaded when it is looked at. */
  readonly isActive: boolean;
}

const LIMIT = 20;
/** Whoever tries a rule out on Discord looks here for what became of it. */
const POLL_MS = 5000;

/** What moderation did, with the servers in which it is paused. */
export function CaseList({ botId, isActive }: CaseListProps) {
  const [member, setMember] = useKept('searched cases', '');
  const [position, setPosition] = useKept('page of cases', FIRST_PAGE);
  const variables = { botId, member: member.trim() || null, limit: LIMIT, ...position };
  const { data, previousData, error, refetch } = useQuery(MODERATION_CASES, {
    variables,
    skip: !isActive,
    fetchPolicy: 'cache-and-network',
    pollInterval: position.offset === 0 ? POLL_MS : 0,
  });
  useWindowFocus(() => {
    if (isActive) void refetch().catch(() => undefined);
  });
  const { connection } = useDiscordConnection(botId, { isSkipped: !isActive });
  const channels = useKnownChannels(isActive ? botId : undefined, null);
  const names = { channels, servers: connection?.servers ?? [] };
  // The previous page stays until the next one has arrived.
  const shown = data ?? (error ? undefined : previousData);
  const search = (typed: string): void => {
    setMember(typed);
    setPosition(FIRST_PAGE);
  };
  return (
    <Section title={t('channel.cases.title')} lead={t('channel.cases.lead')}>
      {shown?.moderationPauses.map((pause) => (
        <PauseNotice
          key={pause.guildId}
          botId={botId}
          server={serverName(names.servers, pause.guildId)}
          pause={pause}
          onResumed={() => void refetch()}
        />
      ))}
      <Search value={member} onChange={search} />
      {error && !shown && <LoadError title={t('channel.cases.failed')} error={error} onRetry={() => void refetch()} />}
      {error && shown && <StaleNotice error={error} />}
      {isActive && !shown && !error && <Skeleton height={44} />}
      {shown && <Cases botId={botId} cases={shown.moderationCases.cases} names={names} isSearch={member.trim() !== ''} />}
      {shown && (
        <Pager
          label={t('channel.cases.list')}
          page={shown.moderationCases}
          offset={position.offset}
          limit={LIMIT}
          isTurning={!data}
          onTurn={setPosition}
        />
      )}
    </Section>
  );
}

function Search({ value, onChange }: { readonly value: string; readonly onChange: (typed: string) => void }) {
  const id = useId();
  return (
    <div className="case-search">
      <label htmlFor={id} className="field-label">
        {t('channel.cases.search')}
      </label>
      <Input
        id={id}
        type="search"
        value={value}
        maxLength={100}
        placeholder={t('channel.cases.searchHint')}
        onChange={({ target }) => onChange(target.value)}
        // The list stands in the form of the settings, which Enter would save.
        onPressEnter={(event) => event.preventDefault()}
      />
    </div>
  );
}

interface PauseNoticeProps {
  readonly botId: string;
  readonly server: string;
  readonly pause: Pause;
  readonly onResumed: () => void;
}

function PauseNotice({ botId, server, pause: { guildId, pausedAt }, onResumed }: PauseNoticeProps) {
  const { send, isBusy } = useToastMutation(RESUME_MODERATION, {
    failed: t('channel.cases.resumeFailed'),
    done: () => {
      toast.success(t('channel.cases.resumed'));
      onResumed();
    },
  });
  const max = formatNumber(MAX_PUNISHMENTS_PER_MINUTE);
  return (
    <Notice tone="warning">
      <p>{t('channel.cases.paused', { server, moment: formatMoment(pausedAt), max })}</p>
      <Button size="sm" isBusy={isBusy} onClick={() => void send({ botId, guildId })}>
        {t('channel.cases.resume')}
      </Button>
    </Notice>
  );
}

interface CasesProps {
  readonly botId: string;
  readonly cases: readonly Case[];
  readonly names: KnownNames;
  readonly isSearch: boolean;
}

function Cases({ botId, cases, names, isSearch }: CasesProps) {
  const { send, isPending } = useToastMutation(UNDO_MODERATION, {
    failed: t('channel.cases.undoFailed'),
    done: () => toast.success(t('channel.cases.undoneToast'), { text: t('channel.cases.undoneText') }),
  });
  if (cases.length === 0 && isSearch) return <p className="note">{t('channel.cases.noMatch')}</p>;
  if (cases.length === 0)
    return <State icon={ShieldCheck} heading="h3" title={t('channel.cases.empty')} text={t('channel.cases.emptyText')} />;
  return (
    <ol className="divided case-list" aria-label={t('channel.cases.list')}>
      {cases.map((one) => (
        <CaseRow
          key={one.id}
          entry={one}
          place={placeOf(one, names)}
          isBusy={isPending(one.id)}
          onUndo={() => void send({ botId, caseId: one.id }, one.id)}
        />
      ))}
    </ol>
  );
}

interface CaseRowProps {
  readonly entry: Case;
  readonly place: string;
  readonly isBusy: boolean;
  readonly onUndo: () => void;
}

function CaseRow({ entry, place, isBusy, onUndo }: CaseRowProps) {
  const { memberName, memberId, rule, detail, refused, createdAt, isDryRun, undoneAt } = entry;
  const name = memberName ?? t('channel.cases.forgotten');
  const ruleName = t(`channel.cases.rules.${rule}`);
  return (
    <li className="case-row">
      <div className="case-what">
        <p className="row gap-sm">
          <Badge tone={isDryRun || undoneAt !== null ? 'neutral' : 'warning'}>{ruleName}</Badge>
          {isDryRun && <Badge tone="primary">{t('channel.cases.dryRun')}</Badge>}
          {undoneAt !== null && <Badge tone="success">{t('channel.cases.undone')}</Badge>}
          <time className="muted" dateTime={createdAt}>
            {formatMoment(createdAt)}
          </time>
        </p>
        <p>
          <strong>
            <bdi>{name}</bdi>
          </strong>{' '}
          {memberId !== null && <code className="note">{memberId}</code>}
        </p>
        {detail !== null && <p className="note">{detail}</p>}
        <p className="note">{`${resultOf(entry)} · ${place}`}</p>
        {refused.length > 0 && <p className="note case-refused">{t('channel.cases.refused', { actions: namesOf(refused) })}</p>}
      </div>
      {undoneAt === null && !isDryRun && (
        <Button size="sm" isBusy={isBusy} aria-label={t('channel.cases.undoOf', { name, rule: ruleName })} onClick={onUndo}>
          {t('channel.cases.undo')}
        </Button>
      )}
    </li>
  );
}

interface KnownNames {
  readonly channels: readonly KnownChannel[];
  readonly servers: readonly Pick<Server, 'id' | 'name'>[];
}

/** By name where it is known; threads, and what the companion can no longer see, by id. */
const placeOf = ({ channelId, guildId }: Case, { channels, servers }: KnownNames): string =>
  channelName(channels, channelId) ?? t('channel.cases.inChannel', { channel: channelId, server: serverName(servers, guildId) });

const namesOf = (actions: readonly ModerationAction[]): string =>
  actions.map((action) => t(`channel.cases.actions.${action}`)).join(', ');

function resultOf({ actions, refused, isDryRun, ...facts }: Case): string {
  const done = actions.filter((action) => !refused.includes(action));
  if (done.length === 0) return t('channel.cases.nothing');
  const result = done.map((action) => doneOf(action, facts)).join(', ');
  return isDryRun ? t('channel.cases.would', { result }) : result;
}

/** What was done, with what is known of it: which warning it was, and until when a timeout lasts. */
function doneOf(action: ModerationAction, { warnings, timeoutUntil }: Pick<Case, 'warnings' | 'timeoutUntil'>): string {
  if (action === 'warn' && warnings !== null) return t('channel.cases.warned', { count: warnings });
  if (action === 'timeout' && timeoutUntil !== null) return t('channel.cases.timedOut', { moment: formatMoment(timeoutUntil) });
  return t(`channel.cases.actions.${action}`);
}
