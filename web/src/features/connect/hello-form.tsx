import { useMutation, useQuery } from '@apollo/client/react';
import { snowflake } from '@kith/proto';
import { useState, type FormEvent } from 'react';
import { t } from '../../lib/i18n.js';
import { readError } from '../../lib/read-error.js';
import { usePending } from '../../lib/use-pending.js';
import { channelName, channelSuggestions } from '../../shared/discord-names.js';
import { DISCORD_CHANNELS, type Server } from '../../shared/discord.graphql.js';
import { Button } from '../../ui/button.js';
import { Labelled } from '../../ui/field.js';
import { Select } from '../../ui/inputs.js';
import { SuggestInput } from '../../ui/suggest-input.js';
import { SAY_HELLO } from './connect.graphql.js';
import { ExternalLink } from '../../shared/external-link.js';

interface HelloFormProps {
  readonly botId: string;
  readonly servers: readonly Server[];
}

/** Has the bot greet a channel. The first text channel is proposed; while Discord does not list them, an id is pasted. */
export function HelloForm({ botId, servers }: HelloFormProps) {
  const { server, channels, channelId, said, problem, isBusy, ...actions } = useHello(botId, servers);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    actions.say();
  };
  return (
    <form className="stack" onSubmit={submit}>
      {servers.length > 1 && (
        <Labelled label={t('connect.hello.server')}>
          {(aria) => (
            <Select
              {...aria}
              options={servers.map(({ id, name }) => ({ value: id, label: name }))}
              value={server?.id}
              onChange={({ target }) => actions.pickServer(target.value)}
            />
          )}
        </Labelled>
      )}
      <Labelled label={t('connect.hello.channel')} error={problem}>
        {(aria) => (
          <SuggestInput
            {...aria}
            value={channelId}
            onChange={actions.pickChannel}
            suggestions={channelSuggestions(channels)}
            spellCheck={false}
          />
        )}
      </Labelled>
      <p className="note">{channelName(channels, channelId) ?? t('connect.hello.channelHint')}</p>
      <div className="row">
        <Button type="submit" variant="primary" isBusy={isBusy}>
          {t('connect.hello.say')}
        </Button>
        <span role="status">{said !== undefined && <strong className="connect-joined">{t('connect.hello.said')}</strong>}</span>
        {said !== undefined && server && (
          <ExternalLink to={`https://discord.com/channels/${server.id}/${said}`}>{t('connect.hello.see')}</ExternalLink>
        )}
      </div>
    </form>
  );
}

function useHello(botId: string, servers: readonly Server[]) {
  const [serverId, setServerId] = useState(servers[0]?.id ?? '');
  const [picked, setPicked] = useState<string>();
  const [said, setSaid] = useState<string>();
  const [problem, setProblem] = useState<string>();
  // Kept until the greeting is posted: after a failure nobody knows whether Discord has it, and the same one is posted once.
  const [helloId, setHelloId] = useState(() => crypto.randomUUID());
  const { run, isPending } = usePending();
  const [sayHello] = useMutation(SAY_HELLO);
  const server = servers.find(({ id }) => id === serverId) ?? servers[0];
  const { data } = useQuery(DISCORD_CHANNELS, { variables: { botId, serverId: server?.id ?? '' }, skip: !server });
  const channels = (data?.discordChannels.channels ?? []).flatMap((channel) => (server ? [{ ...channel, server }] : []));
  const channelId = (picked ?? channels.find(({ kind }) => kind === 'text')?.id ?? '').trim();
  const say = async (): Promise<void> => {
    setProblem(undefined);
    if (!snowflake.safeParse(channelId).success) return setProblem(t('connect.hello.noChannel'));
    try {
      await sayHello({ variables: { botId, channelId, helloId } });
      setSaid(channelId);
      setHelloId(crypto.randomUUID());
    } catch (error) {
      setProblem(readError(error).message ?? t('connect.hello.failed'));
    }
  };
  const pickChannel = (channel: string | undefined): void => {
    setPicked(channel);
    setHelloId(crypto.randomUUID());
    setProblem(undefined);
    setSaid(undefined);
  };
  const pickServer = (id: string): void => {
    setServerId(id);
    pickChannel(undefined);
  };
  const isBusy = isPending('say');
  return { server, channels, channelId, said, problem, isBusy, pickServer, pickChannel, say: () => void run('say', say) };
}
