import { useQuery } from '@apollo/client/react';
import { CircleAlert, CircleCheck, Info, LoaderCircle, Plug, Stethoscope, type LucideIcon } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useWindowFocus } from '../../lib/focus.js';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { useProblemsChanged } from '../../shared/bot-changes.js';
import { useBotPower } from '../../shared/bot-power.js';
import type { Connection, Problem } from '../../shared/discord.graphql.js';
import { useDiscordConnection } from '../../shared/use-discord.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { Finding } from '../../ui/finding.js';
import { Section } from '../../ui/section.js';
import { ANSWERING, OVERVIEW_CHECK_UP, OVERVIEW_QUESTIONS, OVERVIEW_USAGE, type BotDetails } from './bots.graphql.js';
import { needsOf, type Need } from './overview-needs.js';

/** What Discord refuses often changes several times within seconds. */
const CHANGES_TOGETHER_MS = 10_000;
/** How often an owner who comes back to the window lets it look again. */
const FOCUS_EVERY_MS = 60_000;

interface OverviewHealthProps {
  readonly bot: BotDetails;
  /** What Discord refuses now; undefined while that is not known. */
  readonly refusals: readonly Problem[] | undefined;
}

/** Whether the companion is known to work, where it is, and what needs its owner. */
export function OverviewHealth({ bot, refusals }: OverviewHealthProps) {
  const { connection, isLoading } = useCurrentConnection(bot);
  const usage = useQuery(OVERVIEW_USAGE);
  const answering = useQuery(ANSWERING, { variables: { botId: bot.id }, fetchPolicy: 'cache-and-network' });
  const questions = useQuery(OVERVIEW_QUESTIONS, { variables: { botId: bot.id }, fetchPolicy: 'cache-and-network' });
  const checkUp = useCheckUp(bot);
  const findings = checkUp.data?.botCheckUp.findings;
  const needs = needsOf({
    bot,
    connection,
    answering: answering.data,
    usage: usage.data?.usage,
    findings,
    questions: questions.data?.changedKnowledgeQuestions,
    refusals,
  });
  const asked = [connection, answering.data, usage.data, refusals, checkUp.error ? undefined : findings];
  const isKnown = asked.every((one) => one !== undefined) && findings?.every(({ state }) => state !== 'unknown');
  const health = healthOf(bot, {
    needs: needs.reduce((sum, { count = 1 }) => sum + count, refusals?.length ?? 0),
    isBroken: Boolean(refusals?.length) || needs.some(({ state }) => state === 'problem'),
    isLoading: isLoading || [usage, answering, checkUp].some(({ loading, data }) => loading && !data),
    isKnown: isKnown === true,
  });
  return (
    <Section title={t('overview.health')} className="card card-body">
      <div className="row row-between">
        <Summary health={health} place={whereIs(bot, connection)} />
        {bot.hasDiscordToken && (
          <div className="row">
            <ButtonLink icon={Stethoscope} to={paths.health(bot.id)}>
              {t('overview.checkUp')}
            </ButtonLink>
            <ButtonLink icon={Plug} to={paths.connect(bot.id)}>
              {t('overview.manage')}
            </ButtonLink>
          </div>
        )}
      </div>
      {needs.length > 0 && (
        <ul className="findings" aria-label={t('overview.needsYou')}>
          {needs.map((need) => (
            <NeedRow key={need.name} bot={bot} need={need} />
          ))}
        </ul>
      )}
    </Section>
  );
}

/** The connection, asked for again when the runtime state changes: Discord may have refused the token, for example. */
function useCurrentConnection(bot: BotDetails) {
  const { reload, ...found } = useDiscordConnection(bot.id, { isSkipped: !bot.hasDiscordToken });
  useStateChange(bot, reload);
  return found;
}

/** What the check-up finds, asked for again when that may have changed: by the runtime, by what Discord refuses, or by an owner who mends it. */
function useCheckUp(bot: BotDetails) {
  const query = useQuery(OVERVIEW_CHECK_UP, {
    variables: { botId: bot.id },
    skip: !bot.hasDiscordToken,
    fetchPolicy: 'cache-and-network',
  });
  const reload = (): void => {
    if (bot.hasDiscordToken) void query.refetch().catch(() => undefined);
  };
  useStateChange(bot, reload);
  // Each check-up is many requests to Discord, and an owner has twelve a minute: not for each change, and not while all is well.
  const reloadIn = useDelayed(reload);
  useProblemsChanged(bot.id, () => reloadIn(CHANGES_TOGETHER_MS));
  // When it looks, or looked last, because the owner came back.
  const lookAt = useRef(-Infinity);
  useWindowFocus(() => {
    const now = Date.now();
    if (lookAt.current > now || !query.data?.botCheckUp.findings.some(({ state }) => state === 'problem')) return;
    lookAt.current = Math.max(now, lookAt.current + FOCUS_EVERY_MS);
    reloadIn(lookAt.current - now);
  });
  return query;
}

/** Returns a function that calls back after a time; once for all calls until then, after the shortest of their times. */
function useDelayed(onDue: () => void): (ms: number) => void {
  const [dueInMs, setDueInMs] = useState<number | null>(null);
  const due = useEffectEvent(() => {
    setDueInMs(null);
    onDue();
  });
  useEffect(() => {
    if (dueInMs === null) return undefined;
    const timer = setTimeout(() => due(), dueInMs);
    return () => clearTimeout(timer);
  }, [dueInMs]);
  return (ms) => setDueInMs((known) => Math.min(known ?? ms, ms));
}

/** Calls back when the runtime state of a companion with a token changes. */
function useStateChange({ hasDiscordToken, runtimeState }: BotDetails, onChange: () => void): void {
  const knownState = useRef(runtimeState);
  const changed = useEffectEvent(() => {
    if (hasDiscordToken && knownState.current !== runtimeState) onChange();
    knownState.current = runtimeState;
  });
  useEffect(() => changed(), [runtimeState]);
}

interface Health {
  readonly tone: 'ok' | 'note' | 'problem' | 'wait';
  readonly text: string;
}

const ICONS: Readonly<Record<Health['tone'], LucideIcon>> = {
  ok: CircleCheck,
  note: Info,
  problem: CircleAlert,
  wait: LoaderCircle,
};

interface Facts {
  readonly needs: number;
  readonly isBroken: boolean;
  readonly isLoading: boolean;
  readonly isKnown: boolean;
}

function healthOf({ runtimeState, statusReason }: BotDetails, { needs, isBroken, isLoading, isKnown }: Facts): Health {
  if (needs > 0) return { tone: isBroken ? 'problem' : 'note', text: t('overview.needs', { count: needs }) };
  if (runtimeState === 'starting' || runtimeState === 'reconnecting') {
    const state = t(`bot.state.${runtimeState}`);
    return { tone: 'wait', text: statusReason === null ? state : `${state} ${statusReason}` };
  }
  if (isLoading) return { tone: 'wait', text: t('overview.asking') };
  return isKnown ? { tone: 'ok', text: t('overview.fine') } : { tone: 'wait', text: t('overview.unclear') };
}

function Summary({ health: { tone, text }, place }: { readonly health: Health; readonly place: string }) {
  const Icon = ICONS[tone];
  return (
    <div className="overview-summary" data-tone={tone}>
      <Icon size={18} aria-hidden="true" />
      <div>
        <p role="status" className="strong">
          {text}
        </p>
        {place !== '' && <p className="note">{place}</p>}
        {tone === 'ok' && <p className="note">{t('overview.fineBounds')}</p>}
      </div>
    </div>
  );
}

function NeedRow({
  bot,
  need: { name, to, state, server = '', reason = '', count = 1 },
}: {
  readonly bot: BotDetails;
  readonly need: Need;
}) {
  const id = useId();
  const { start, isStarting } = useBotPower(bot, paths.connect(bot.id));
  const label = t(`overview.need.${name}.action`);
  return (
    <Finding
      id={id}
      state={state}
      label={t('overview.needsYou')}
      text={t(`overview.need.${name}.text`, { server, reason, count })}
    >
      {to === 'start' ? (
        <Button size="sm" isBusy={isStarting} aria-describedby={id} onClick={() => void start()}>
          {label}
        </Button>
      ) : (
        <ButtonLink size="sm" to={to} aria-describedby={id}>
          {label}
        </ButtonLink>
      )}
    </Finding>
  );
}

function whereIs({ status }: BotDetails, connection: Connection | undefined): string {
  if (!connection?.account) return '';
  const count = connection.servers.length;
  const place = status === 'online' ? t('overview.onlineIn', { count }) : t('overview.offlineIn', { count });
  return `${place} · ${t('overview.connectedAs', { name: connection.account.name })}`;
}
