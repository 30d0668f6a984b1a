import { waitFor } from '@kith/kit/testing';
import type { ChannelSettings } from '@kith/proto';
import { LINK, newMember } from './moderated-bots.js';
import { appears, outcome, outcomeOf, type Probed, type SettingRow } from './setting-probes.js';

const MODERATED = { moderationMode: true, autoDelete: true } as const;
const moderated = { with: () => ({ settings: MODERATED }), before: 'answered', after: 'ignored: moderated' };

/** The case of a new member who posted a link. */
async function caseOfLink(on: Probed) {
  const author = newMember();
  on.bots.harness.discord.setMember(on.bot.guildId, { id: author });
  on.bots.write(on, LINK, author);
  const find = async () => (await on.bots.casesOf(on)).find(({ memberId }) => memberId === author);
  return waitFor('the case', find);
}

const actionsOfLink = async (on: Probed): Promise<string> => {
  const { actions } = await caseOfLink(on);
  return actions.length === 0 ? 'nothing' : actions.join(', ');
};

/** A member that a bot's owner exempts: another one for each bot. */
const exemptMember = (ownerId: string): string => String(600_000_000_000_000_000n + BigInt(`0x${ownerId.slice(0, 8)}`));

const rule = (setting: keyof ChannelSettings, text: string): SettingRow => ({
  ...moderated,
  setting,
  change: () => ({ settings: { [setting]: true } }),
  probe: outcome(text),
});

const withLinks = (settings: Partial<ChannelSettings> = {}) => ({
  with: () => ({ settings: { ...MODERATED, autoDelete: false, blockLinks: true, ...settings } }),
});

/** The settings of moderation. */
export const MODERATION_ROWS: readonly SettingRow[] = [
  {
    setting: 'moderationMode',
    with: () => ({ settings: { blockLinks: true, autoDelete: true } }),
    change: () => ({ settings: { moderationMode: true } }),
    probe: outcome(LINK),
    before: 'answered',
    after: 'ignored: moderated',
  },
  rule('profanityFilter', 'you fuсking idiot'),
  rule('blockLinks', LINK),
  rule('blockInvites', 'join discord . gg / abcdef'),
  rule('capsFilter', 'WHY DOES NOBODY LISTEN'),
  {
    ...rule('spamDetection', ''),
    probe: async (on) => {
      const author = newMember();
      const burst = [1, 2, 3, 4, 5].map((n) => on.bots.write(on, `line ${n}`, author));
      return outcomeOf(on, burst.at(-1) ?? '');
    },
  },
  {
    ...moderated,
    setting: 'blockedWords',
    with: () => ({ settings: { ...MODERATED, profanityFilter: true } }),
    change: () => ({ settings: { blockedWords: 'kumquat' } }),
    probe: outcome('a kumquat'),
  },
  {
    setting: 'allowedLinkHosts',
    ...withLinks({ autoDelete: true }),
    change: () => ({ settings: { allowedLinkHosts: 'evil.test' } }),
    probe: outcome(LINK),
    before: 'ignored: moderated',
    after: 'answered',
  },
  {
    setting: 'whitelistUsers',
    ...withLinks({ autoDelete: true }),
    change: ({ actor }) => ({ settings: { whitelistUsers: exemptMember(actor.userId) } }),
    probe: (on) => outcomeOf(on, on.bots.write(on, LINK, exemptMember(on.actor.userId))),
    before: 'ignored: moderated',
    after: 'answered',
  },
  {
    setting: 'autoDelete',
    ...withLinks(),
    change: () => ({ settings: { autoDelete: true } }),
    probe: actionsOfLink,
    before: 'nothing',
    after: 'delete',
  },
  {
    setting: 'issueWarnings',
    ...withLinks(),
    change: () => ({ settings: { issueWarnings: true } }),
    probe: actionsOfLink,
    before: 'nothing',
    after: 'warn',
  },
  {
    setting: 'timeoutUsers',
    ...withLinks({ issueWarnings: true, warningThreshold: 1 }),
    change: () => ({ settings: { timeoutUsers: true } }),
    probe: actionsOfLink,
    before: 'warn',
    after: 'warn, timeout',
  },
  {
    setting: 'warningThreshold',
    ...withLinks({ issueWarnings: true, timeoutUsers: true }),
    change: () => ({ settings: { warningThreshold: 1 } }),
    probe: actionsOfLink,
    before: 'warn',
    after: 'warn, timeout',
  },
  {
    setting: 'timeoutDuration',
    ...withLinks({ issueWarnings: true, timeoutUsers: true, warningThreshold: 1 }),
    change: () => ({ settings: { timeoutDuration: 60 } }),
    probe: async (on) => {
      const { timeoutUntil, createdAt } = await caseOfLink(on);
      return `${Math.round((Date.parse(timeoutUntil ?? createdAt) - Date.parse(createdAt)) / 600_000) * 10} minutes`;
    },
    before: '10 minutes',
    after: '60 minutes',
  },
  {
    setting: 'moderationDryRun',
    ...withLinks({ autoDelete: true }),
    change: () => ({ settings: { moderationDryRun: true } }),
    probe: async (on) => ((await caseOfLink(on)).isDryRun ? 'only recorded' : 'done'),
    before: 'done',
    after: 'only recorded',
  },
  {
    setting: 'moderationLogChannelId',
    ...withLinks({ autoDelete: true }),
    change: ({ otherId }) => ({ settings: { moderationLogChannelId: otherId } }),
    probe: (on) =>
      appears(
        () => void on.bots.write(on, LINK),
        () => on.bots.harness.discord.messages(on.otherId).some(({ isBot }) => isBot),
      ),
    before: 'silent',
    after: 'said',
  },
];
