import { DAY_MS, sentAtMs } from '@kith/proto';
import { hasForbiddenLink, hostsIn } from '../../moderation/rules/links.js';
import type { MessageText } from '../../moderation/rules/message-text.js';
import { forbiddenWordsOf, hasForbiddenWord } from '../../moderation/rules/profanity.js';
import type { RepeatLog } from './repeat-log.js';
import type { Rule, Trigger } from './rule.js';
import { SafePattern } from './safe-pattern.js';

const MENTION = /<@[!&]?\d{15,20}>|@everyone|@here/g;

const ABOUT_TEXT: ReadonlySet<Trigger> = new Set<Trigger>(['words', 'pattern', 'links', 'mentions']);

/** A message as rules see it. */
export interface JudgedMessage {
  /** All the text that it shows. */
  readonly content: string;
  /** What its author wrote: mentions in what is forwarded reach nobody. */
  readonly written: string;
  /** The content as rules about words read it. */
  readonly text: MessageText;
  readonly guildId: string;
  readonly memberId: string;
  readonly roleIds: readonly string[];
  readonly channelId: string;
  readonly parentId: string | null;
  readonly sentAtMs: number;
}

/** A rule that is ready for many messages. */
export interface ReadyRule<R extends Rule = Rule> {
  readonly rule: R;
  /** Whether it looks for something in the text, so that a change of the text may break it. */
  readonly isAboutText: boolean;
  /** `count`: messages that were written again are counted here. */
  breaks(message: JudgedMessage, repeats: RepeatLog): boolean;
}

export function readyRule<R extends Rule>(rule: R): ReadyRule<R> {
  const isFound = TESTS[rule.trigger](rule);
  const channels = new Set(rule.channelIds);
  return {
    rule,
    isAboutText: ABOUT_TEXT.has(rule.trigger),
    breaks: (message, repeats) => {
      const { channelId, parentId, roleIds } = message;
      const isHere = channels.size === 0 || channels.has(channelId) || (parentId !== null && channels.has(parentId));
      if (!isHere || rule.exemptRoleIds.some((id) => roleIds.includes(id))) return false;
      if (rule.youngerThanDays > 0 && ageOf(message) >= rule.youngerThanDays) return false;
      return isFound(message, repeats);
    },
  };
}

type Test = (message: JudgedMessage, repeats: RepeatLog) => boolean;

const TESTS: Readonly<Record<Trigger, (rule: Rule) => Test>> = {
  words: ({ words }) => {
    const forbidden = forbiddenWordsOf(words);
    return ({ text }) => hasForbiddenWord(text, forbidden);
  },
  pattern: ({ words }) => {
    const pattern = new SafePattern(words);
    return ({ content }) => pattern.isIn(content);
  },
  links: ({ words }) => {
    const allowed = hostsIn(words);
    return ({ content }) => hasForbiddenLink(content, allowed);
  },
  mentions:
    ({ limit }) =>
    ({ written }) =>
      new Set(written.match(MENTION)).size > limit,
  'repeated messages':
    ({ limit }) =>
    (message, repeats) =>
      repeats.countOf(message) >= limit,
  'new accounts':
    ({ limit }) =>
    (message) =>
      ageOf(message) < limit,
};

/** Of the account, in days, when the message was written. */
const ageOf = ({ memberId, sentAtMs: atMs }: JudgedMessage): number => (atMs - sentAtMs(memberId)) / DAY_MS;
