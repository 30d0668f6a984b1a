import type { InputHTMLAttributes } from 'react';
import { isolated } from '@kith/proto';
import { t } from '../lib/i18n.js';
import { SuggestInput } from '../ui/suggest-input.js';
import {
  categoryName,
  categorySuggestions,
  channelName,
  channelSuggestions,
  roleSuggestions,
  serverSuggestions,
} from './discord-names.js';
import { useDiscordConnection, useKnownCategories, useKnownChannels, useKnownRoles } from './use-discord.js';

interface DiscordInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'onSelect' | 'list'> {
  /** Whose servers and channels are offered; undefined for a bot that is not created yet. */
  readonly botId: string | undefined;
  /** Set by a form field. */
  readonly value?: string;
  readonly onChange?: (value: string) => void;
}

interface InServerProps extends DiscordInputProps {
  /** The only server whose channels or roles count, if there is one. */
  readonly serverId?: string | null | undefined;
}

interface ChannelInputProps extends InServerProps {
  /** Only voice channels are offered; default: all others too. */
  readonly isVoice?: boolean;
  /** Categories are offered too: each stands for its channels. */
  readonly withCategories?: boolean;
}

const TYPED = { inputMode: 'text', autoComplete: 'off', spellCheck: false } as const;

/** Names can be typed only while Discord has told some. */
const placeholderOf = (known: readonly unknown[]): string =>
  t(known.length === 0 ? 'form.idPlaceholder' : 'form.pickerPlaceholder');

/** The id of a server, picked by its name, typed or pasted. */
export function ServerInput({ botId, value = '', ...rest }: DiscordInputProps) {
  const { connection } = useDiscordConnection(botId ?? '', { isSkipped: botId === undefined });
  const servers = connection?.servers ?? [];
  return (
    <>
      <SuggestInput
        placeholder={placeholderOf(servers)}
        {...TYPED}
        {...rest}
        value={value}
        suggestions={serverSuggestions(servers)}
      />
      <PickedName name={servers.find(({ id }) => id === value.trim())?.name} />
    </>
  );
}

/** The id of a channel, picked by its name, typed or pasted. */
export function ChannelInput({
  botId,
  serverId = null,
  isVoice = false,
  withCategories = false,
  value = '',
  ...rest
}: ChannelInputProps) {
  const channels = useKnownChannels(botId, serverId).filter(({ kind }) => !isVoice || kind === 'voice');
  const categories = useKnownCategories(withCategories ? botId : undefined, serverId);
  const picked = value.trim();
  return (
    <>
      <SuggestInput
        placeholder={placeholderOf(channels)}
        {...TYPED}
        {...rest}
        value={value}
        suggestions={[...channelSuggestions(channels), ...categorySuggestions(categories)]}
      />
      <PickedName name={channelName(channels, picked) ?? categoryName(categories, picked)} />
    </>
  );
}

/** The id of a role, picked by its name, typed or pasted. */
export function RoleInput({ botId, serverId = null, value = '', ...rest }: InServerProps) {
  const roles = useKnownRoles(botId, serverId);
  const picked = roles.find(({ id }) => id === value.trim());
  return (
    <>
      <SuggestInput placeholder={placeholderOf(roles)} {...TYPED} {...rest} value={value} suggestions={roleSuggestions(roles)} />
      <PickedName name={picked && `@${isolated(picked.name)} · ${isolated(picked.server.name)}`} />
    </>
  );
}

const PickedName = ({ name }: { readonly name: string | undefined }) =>
  name !== undefined && <p className="note strong">{name}</p>;
