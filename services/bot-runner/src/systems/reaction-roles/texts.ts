import type { RoleMessage } from './role-messages.service.js';
import type { RoleChange } from './role-changes.js';

export const NOT_OFFERED = 'This role is not offered any more.';
export const CREATED = 'The message is posted.';
export const CHANGED = 'The message shows it now.';
export const DELETED = 'The message is deleted; its members keep their roles.';
export const NONE_YET = 'There are none yet. `/reaction-roles create` makes one.';

/** The owner reads it: who reacts is told nothing. */
export const tooManyRoles = (roleId: string, max: number): string =>
  `A member who reacted did not get <@&${roleId}>: of the roles of a message everybody can pick at most ${max}.`;

interface Outcome {
  readonly roleId: string;
  readonly change: RoleChange;
}

/** What a member reads after picking roles. */
export function outcomeText(outcomes: readonly Outcome[], maxRoles: number): string {
  const named = (wanted: RoleChange): string =>
    outcomes
      .filter(({ change }) => change === wanted)
      .map(({ roleId }) => `<@&${roleId}>`)
      .join(', ');
  const lines = [
    sentence(named('given'), (roles) => `You have ${roles} now.`),
    sentence(named('taken'), (roles) => `You gave ${roles} back.`),
    sentence(named('kept'), (roles) => `You have ${roles} already.`),
    sentence(named('deleted'), (roles) => `Not offered any more: ${roles}.`),
    sentence(named('full'), (roles) => `No ${roles}: you can pick at most ${maxRoles} here. Give one back first.`),
  ];
  return lines.filter((line) => line !== '').join('\n');
}

const sentence = (roles: string, text: (roles: string) => string): string => (roles === '' ? '' : text(roles));

/** The role messages of a server for a member who manages them. */
export function listText(messages: readonly RoleMessage[]): string {
  if (messages.length === 0) return NONE_YET;
  return messages
    .map((message) => `• ${linkTo(message)} – ${message.choices.map(({ roleId }) => `<@&${roleId}>`).join(', ')}`)
    .join('\n');
}

const linkTo = ({ guildId, channelId, messageId }: RoleMessage): string =>
  messageId === null ? `<#${channelId}> (not posted yet)` : `https://discord.com/channels/${guildId}/${channelId}/${messageId}`;
