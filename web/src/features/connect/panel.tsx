import { useState } from 'react';
import { Link } from 'react-router';
import { formatDay } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { permissionNames } from '../../shared/discord-permissions.js';
import { DiscordProblems, useDiscordProblems } from '../../shared/discord-problems.js';
import { PowerButton, StatusBadge } from '../../shared/bot-power.js';
import type { Connection, Server } from '../../shared/discord.graphql.js';
import { Avatar } from '../../ui/avatar.js';
import { Button } from '../../ui/button.js';
import { Section } from '../../ui/section.js';
import { Notice } from '../../ui/state.js';
import type { ConnectBot } from './connect.graphql.js';
import { ExternalLink } from '../../shared/external-link.js';
import { HelloForm } from './hello-form.js';
import { EnableContent } from './intent-step.js';
import { PermissionList } from './permissions.js';
import { ProfileForm } from './profile-form.js';
import { TokenStep } from './token-step.js';
import { useTokenSaved } from './use-token-saved.js';

interface PanelProps {
  readonly bot: ConnectBot;
  readonly connection: Connection;
  readonly reload: () => void;
  /** Shows the guide again. */
  readonly onGuide: () => void;
}

/** How a companion that is set up is connected to Discord, and what to mend there. */
export const Panel = ({ bot, connection, reload, onGuide }: PanelProps) => {
  const { account, servers } = connection;
  const problems = useDiscordProblems(bot.id) ?? [];
  return (
    <>
      <AccountSection bot={bot} connection={connection} reload={reload} onGuide={onGuide} />
      <ServersSection connection={connection} />
      <DiscordProblems botId={bot.id} problems={problems} />
      {servers.length > 0 && (
        <Section title={t('connect.hello.title')} lead={t('connect.hello.text')} className="card card-body">
          <HelloForm botId={bot.id} servers={servers} />
        </Section>
      )}
      {account && <ProfileForm key={`${account.name} ${account.about}`} bot={bot} account={account} onPushed={reload} />}
    </>
  );
};

function AccountSection({ bot, connection, reload, onGuide }: PanelProps) {
  const { account, agreedAt, applicationId } = connection;
  const [isReplacing, setReplacing] = useState(false);
  const onSaved = useTokenSaved(bot, reload);
  const title = account ? t('connect.token.connected', { name: account.name }) : t('connect.token.saved');
  return (
    <Section title={title} className="card card-body">
      <div className="row">
        <StatusBadge status={bot.status} runtimeState={bot.runtimeState} />
        {bot.statusReason !== null && <span className="note">{bot.statusReason}</span>}
      </div>
      {account && <p className="note">{t(account.hasMessageContent ? 'connect.intent.on' : 'connect.intent.offPanel')}</p>}
      {account?.hasMessageContent === false && <EnableContent botId={bot.id} applicationId={applicationId} onEnabled={reload} />}
      <div className="row">
        <PowerButton bot={bot} editPath={paths.edit(bot.id)} />
        <Button onClick={() => setReplacing(!isReplacing)} aria-expanded={isReplacing}>
          {t('connect.token.replace')}
        </Button>
        <Button variant="ghost" onClick={onGuide}>
          {t('connect.panel.guide')}
        </Button>
      </div>
      {isReplacing && (
        <TokenStep
          botId={bot.id}
          applicationId={applicationId}
          hasAgreed={agreedAt !== null}
          onSaved={() => {
            setReplacing(false);
            onSaved();
          }}
        />
      )}
      {agreedAt !== null && (
        <p className="note">
          {t('connect.panel.agreed', { date: formatDay(agreedAt) })}{' '}
          <Link to={`${paths.terms}#serviceProvider`}>{t('connect.token.agreement')}</Link>
        </p>
      )}
    </Section>
  );
}

function ServersSection({ connection: { servers, inviteUrl, permissions } }: Pick<PanelProps, 'connection'>) {
  const title = servers.length === 0 ? t('connect.panel.noServers') : t('connect.panel.servers', { count: servers.length });
  return (
    <Section title={title} className="card card-body">
      {servers.length > 0 && (
        <ul className="divided">
          {servers.map((server) => (
            <ServerRow key={server.id} server={server} />
          ))}
        </ul>
      )}
      <PermissionList permissions={permissions} />
      {inviteUrl !== null && (
        <p>
          <ExternalLink to={inviteUrl} isPrimary={servers.length === 0}>
            {t(servers.length === 0 ? 'connect.invite.title' : 'connect.invite.another')}
          </ExternalLink>
        </p>
      )}
    </Section>
  );
}

const ServerRow = ({ server: { name, memberCount, missingPermissions, inviteUrl } }: { readonly server: Server }) => (
  <li className="connect-server">
    <Avatar name={name} tone="neutral" size={32} />
    <div>
      <strong>
        <bdi>{name}</bdi>
      </strong>{' '}
      {memberCount !== null && <span className="muted">{t('connect.panel.members', { count: memberCount })}</span>}
      {missingPermissions.length === 0 ? (
        <p className="note">{t('connect.panel.complete')}</p>
      ) : (
        <Notice tone="warning">{t('connect.panel.missing', { permissions: permissionNames(missingPermissions) })}</Notice>
      )}
    </div>
    {missingPermissions.length > 0 && <ExternalLink to={inviteUrl}>{t('connect.panel.grant', { server: name })}</ExternalLink>}
  </li>
);
