import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import type { Trace } from './health.graphql.js';

type Reason = NonNullable<Trace['reason']>;
type Cause = NonNullable<Trace['cause']>;
interface Setting {
  readonly label: string;
  readonly to: string;
}

/** What became of a message, as a sentence. */
export function traceText({ outcome, reason, cause, detail }: Omit<Trace, 'messageId'>, name: string): string {
  if (reason === null) {
    const became = t(`health.outcome.${outcome as 'answered'}`);
    return cause === null ? became : `${became} ${t(`health.cause.${cause}.text`)}`;
  }
  const text = t(`health.reason.${reason}.text`, { name });
  return detail === null ? text : `${text} ${detail}`;
}

/** The setting that decided, and where it is; null when there is none to change. */
export function settingOf(botId: string, { reason, cause }: Pick<Trace, 'reason' | 'cause'>): Setting | null {
  if (reason === null) return cause === null ? null : causeSetting(botId, cause);
  const to = pageOf(botId, reason);
  return to === null ? null : { label: t(`health.reason.${reason}.action` as 'health.reason.cap.action'), to };
}

function causeSetting(botId: string, cause: Cause): Setting | null {
  if (cause === 'next_line' || cause === 'crisis') return null;
  return { label: t(`health.cause.${cause}.action`), to: cause === 'other_bot' ? paths.behavior(botId) : paths.channel(botId) };
}

function pageOf(botId: string, reason: Reason): string | null {
  switch (reason) {
    case 'text_withheld':
      return paths.connect(botId);
    case 'other_server':
    case 'not_age_restricted':
      return `${paths.edit(botId)}?tab=discord`;
    case 'cap':
    case 'withheld':
      return `${paths.edit(botId)}?tab=settings`;
    case 'daily_limit':
      return paths.credits;
    case 'own_key':
      return paths.apiSettings;
    case 'other_bot':
    case 'bot_turns':
    case 'channel_rate':
    case 'direct_rate':
      return paths.behavior(botId);
    case 'moderated':
      return paths.moderationCases(botId);
    case 'thread':
      return `${paths.channel(botId)}?tab=advanced`;
    case 'restricted':
    case 'unknown_place':
    case 'direct_message':
    case 'not_dedicated':
    case 'not_allowed':
    case 'not_mentioned':
      return paths.channel(botId);
    case 'taken_by_system':
      return paths.systems(botId);
    default:
      return null;
  }
}

/** The id of the message that a link of Discord, or an id, names; null for anything else. */
export function messageIdOf(link: string): string | null {
  const match = /^(?:https:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/(?:\d{17,20}|@me)\/\d{17,20}\/)?(\d{17,20})\/?$/.exec(
    link.trim(),
  );
  return match?.[1] ?? null;
}

/** The address of a message on Discord. */
export const messageLink = ({ guildId, channelId, messageId }: Pick<Trace, 'guildId' | 'channelId' | 'messageId'>): string =>
  `https://discord.com/channels/${guildId ?? '@me'}/${channelId}/${messageId}`;
