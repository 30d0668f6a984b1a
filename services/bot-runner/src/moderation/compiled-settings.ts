import type { ChannelSettings, ModerationRule } from '@kith/proto';
import { isShouting } from './rules/caps.js';
import { hasInvite } from './rules/invites.js';
import { hasForbiddenLink, hostsIn } from './rules/links.js';
import { MessageText } from './rules/message-text.js';
import { forbiddenWordsOf, hasForbiddenWord, ProfanityFilter } from './rules/profanity.js';

const profanity = new ProfanityFilter();

/** The moderation settings of a bot, made ready for many messages. */
export interface CompiledSettings {
  readonly isSpamWatched: boolean;
  /** Members whom moderation leaves alone (docs/decisions.md C7). */
  readonly exempt: ReadonlySet<string>;
  /** The first rule that a text breaks; null when it breaks none. Spam is no matter of one text. */
  brokenRule(text: string): ModerationRule | null;
}

/** The ids of members whom moderation and the systems that work like it leave alone, also while moderation itself is off (docs/decisions.md C7). */
export const exemptMembers = ({ whitelistUsers }: Pick<ChannelSettings, 'whitelistUsers'>): ReadonlySet<string> =>
  new Set(whitelistUsers.match(/\d{17,20}/g));

/** Null while moderation is off. */
export function compileSettings(settings: ChannelSettings): CompiledSettings | null {
  if (!settings.moderationMode) return null;
  const { blockInvites, blockLinks, profanityFilter, spamDetection, capsFilter } = settings;
  const [hosts, forbidden] = [hostsIn(settings.allowedLinkHosts), forbiddenWordsOf(settings.blockedWords)];
  return {
    isSpamWatched: spamDetection,
    exempt: exemptMembers(settings),
    brokenRule: (written) => {
      const text = new MessageText(written);
      if (blockInvites && hasInvite(text)) return 'invites';
      if (blockLinks && hasForbiddenLink(written, hosts)) return 'links';
      if (profanityFilter && (profanity.hasProfanity(text) || hasForbiddenWord(text, forbidden))) return 'profanity';
      return capsFilter && isShouting(written) ? 'caps' : null;
    },
  };
}
