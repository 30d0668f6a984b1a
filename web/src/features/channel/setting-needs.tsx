import { needsOfSetting, type ChannelSettings } from '@kith/proto';
import { createContext, useContext, type ReactNode } from 'react';
import { NeedsLine } from '../../shared/needs-line.js';
import { useAbilities, type Abilities } from '../../shared/use-abilities.js';

/** What the companion of the page can do. */
const ChannelAbilities = createContext<Abilities>({
  hasModel: undefined,
  hasMessageContent: undefined,
  hasServerMembers: undefined,
  servers: [],
});

interface WithAbilitiesProps {
  readonly botId: string;
  readonly children: ReactNode;
}

/** Lets the settings within say what of their needs the companion does not have. */
export const WithAbilities = ({ botId, children }: WithAbilitiesProps) => (
  <ChannelAbilities value={useAbilities(botId)}>{children}</ChannelAbilities>
);

/** What a setting needs, below its explanation. */
export const SettingNeeds = ({ name }: { readonly name: keyof ChannelSettings }) => (
  <NeedsLine needs={needsOfSetting(name)} abilities={useContext(ChannelAbilities)} />
);
