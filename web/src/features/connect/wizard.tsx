import { useMutation } from '@apollo/client/react';
import { isolated, unreachable } from '@kith/proto';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { t } from '../../lib/i18n.js';
import { readError } from '../../lib/read-error.js';
import { canStart, isRunning } from '../../shared/bot-power.js';
import { START_BOT } from '../../shared/bot-power.graphql.js';
import type { Connection } from '../../shared/discord.graphql.js';
import { Button } from '../../ui/button.js';
import { Spinner } from '../../ui/indicators.js';
import { Notice } from '../../ui/state.js';
import type { ConnectBot } from './connect.graphql.js';
import { ApplicationDrawing, IntentDrawing, InviteDrawing, TokenDrawing } from './drawings.js';
import { ExternalLink } from '../../shared/external-link.js';
import { HelloForm } from './hello-form.js';
import { EnableContent } from './intent-step.js';
import { PermissionList } from './permissions.js';
import { NEW_APPLICATION } from '../../shared/developer-portal.js';
import { Step } from './step.js';
import { TokenStep } from './token-step.js';
import { useTokenSaved } from './use-token-saved.js';

const STEPS = ['application', 'token', 'intent', 'invite', 'hello'] as const;
type StepName = (typeof STEPS)[number];

interface WizardProps {
  readonly bot: ConnectBot;
  readonly connection: Connection;
  readonly reload: () => void;
  readonly onFinish: () => void;
}

/** The guide from nothing to a companion that answers on Discord. What is done already is skipped. */
export function Wizard(props: WizardProps) {
  const { account, servers } = props.connection;
  const { done, current, ...skips } = useProgress(props);
  const [firstServer] = servers;
  const summaries: Partial<Record<StepName, string | undefined>> = {
    token: account ? t('connect.token.connected', { name: account.name }) : t('connect.token.saved'),
    intent: t(account?.hasMessageContent ? 'connect.intent.on' : 'connect.intent.off'),
    invite: firstServer && t('connect.invite.joined', { server: firstServer.name }),
  };
  return (
    <ol className="connect-steps">
      {STEPS.map((name, at) => (
        <Step
          key={name}
          n={at + 1}
          count={STEPS.length}
          title={t(`connect.${name}.title`)}
          state={name === current ? 'current' : done[name] ? 'done' : 'later'}
          summary={summaries[name]}
          drawing={DRAWINGS[name]}
        >
          <StepBody name={name} {...props} {...skips} />
        </Step>
      ))}
    </ol>
  );
}

const DRAWINGS: Readonly<Record<StepName, ReactNode>> = {
  application: <ApplicationDrawing />,
  token: <TokenDrawing />,
  intent: <IntentDrawing />,
  invite: <InviteDrawing />,
  hello: undefined,
};

/** Which steps are done. What Discord knows is read from it; two steps are passed by a click. */
function useProgress({ bot, connection: { account, servers, problem } }: WizardProps) {
  const [hasApplication, setHasApplication] = useState(false);
  const [isContentSkipped, setContentSkipped] = useState(false);
  const hasToken = bot.hasDiscordToken && problem?.code !== 'TOKEN_INVALID';
  const done: Readonly<Record<StepName, boolean>> = {
    application: hasApplication || bot.hasDiscordToken,
    token: hasToken,
    intent: hasToken && (isContentSkipped || account?.hasMessageContent === true),
    invite: hasToken && servers.length > 0,
    hello: false,
  };
  return {
    done,
    current: STEPS.find((step) => !done[step]) ?? 'hello',
    skipApplication: () => setHasApplication(true),
    skipContent: () => setContentSkipped(true),
  };
}

interface StepBodyProps extends WizardProps {
  readonly name: StepName;
  readonly skipApplication: () => void;
  readonly skipContent: () => void;
}

function StepBody({ name, skipApplication, skipContent, ...wizard }: StepBodyProps) {
  const { bot, connection, reload } = wizard;
  switch (name) {
    case 'application':
      return <ApplicationStep onSkip={skipApplication} />;
    case 'token':
      return <TokenPart {...wizard} />;
    case 'intent':
      return (
        <>
          <p>{t('connect.intent.text')}</p>
          <EnableContent botId={bot.id} applicationId={connection.applicationId} onEnabled={reload} onSkip={skipContent} />
        </>
      );
    case 'invite':
      return <InviteStep bot={bot} connection={connection} />;
    case 'hello':
      return <HelloStep {...wizard} />;
    default:
      return unreachable(name);
  }
}

const ApplicationStep = ({ onSkip }: { readonly onSkip: () => void }) => (
  <>
    <p>{t('connect.application.text')}</p>
    <div className="row">
      <ExternalLink isPrimary to={NEW_APPLICATION}>
        {t('connect.openPortal')}
      </ExternalLink>
      <Button onClick={onSkip}>{t('connect.application.have')}</Button>
    </div>
  </>
);

const TokenPart = ({ bot, connection: { applicationId, agreedAt, problem }, reload }: WizardProps) => {
  const onSaved = useTokenSaved(bot, reload);
  return (
    <>
      {problem?.code === 'TOKEN_INVALID' && (
        <Notice tone="danger" isAlert>
          {problem.text}
        </Notice>
      )}
      <TokenStep botId={bot.id} applicationId={applicationId} hasAgreed={agreedAt !== null} onSaved={onSaved} />
    </>
  );
};

const HelloStep = ({ bot, connection: { servers }, onFinish }: WizardProps) => (
  <>
    <p>{t('connect.hello.text')}</p>
    <p role="status" className="connect-joined">
      {servers.length > 0 && t('connect.invite.joined', { server: servers.map(({ name }) => isolated(name)).join(', ') })}
    </p>
    <HelloForm key={servers[0]?.id ?? ''} botId={bot.id} servers={servers} />
    <p>
      <Button onClick={onFinish}>{t('connect.hello.finish')}</Button>
    </p>
  </>
);

/** Starts the bot, so that it is seen to join; then waits for that. */
function InviteStep({ bot, connection }: Pick<WizardProps, 'bot' | 'connection'>) {
  const [startBot, { loading }] = useMutation(START_BOT);
  const [problem, setProblem] = useState<string>();
  const start = async (): Promise<void> => {
    setProblem(undefined);
    try {
      await startBot({ variables: { id: bot.id } });
    } catch (error) {
      setProblem(readError(error).message ?? t('power.startFailedText'));
    }
  };
  const startOnce = useEffectEvent(() => {
    if (isRunning(bot)) return;
    if (canStart(bot)) void start();
    else setProblem(bot.statusReason ?? t('power.startFailedText'));
  });
  // Once: what stops the bot later is its owner's will.
  useEffect(() => startOnce(), []);
  const { inviteUrl, permissions } = connection;
  return (
    <>
      <p>{t('connect.invite.text')}</p>
      <PermissionList permissions={permissions} />
      {inviteUrl !== null && (
        <p>
          <ExternalLink isPrimary to={inviteUrl}>
            {t('connect.invite.open', { name: connection.account?.name ?? bot.name })}
          </ExternalLink>
        </p>
      )}
      {problem !== undefined && (
        <Notice tone="danger" isAlert>
          {t('connect.invite.startFailed', { reason: problem })}{' '}
          {canStart(bot) && (
            <button type="button" className="link-button" onClick={() => void start()}>
              {t('connect.invite.start')}
            </button>
          )}
        </Notice>
      )}
      <p role="status" className="bar">
        {problem === undefined && <Spinner />}
        {problem === undefined &&
          t(loading || bot.runtimeState === 'starting' ? 'connect.invite.starting' : 'connect.invite.waiting')}
      </p>
    </>
  );
}
