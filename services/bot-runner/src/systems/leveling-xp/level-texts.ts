import type { SystemPageForm } from '@kith/proto';
import { card } from '../card.js';
import type { SystemAnswer } from '../system-handler.js';
import { MAX_EXPERIENCE, progressOf } from './levels.js';
import type { Standing } from './level-store.js';

export const ROLE_REASON = 'Level reached';
export const NOT_ALLOWED = 'You need the permission “Manage Server” for this.';
export const ROLES_NOT_YOURS =
  'This would change roles of the member. For that you need the permission “Manage Roles” and a role above them.';
export const NOBODY = 'Nobody has earned experience here yet. Say something!';
export const NO_SUCH_PAGE = 'The leaderboard has no such page.';
export const ID_PROBLEM = 'Enter the id of a member: 17 to 20 digits.';
export const EXPERIENCE_PROBLEM = `Enter a whole number from 0 to ${MAX_EXPERIENCE}.`;

/** Mentions in answers notify nobody. */
export const notRanked = (memberId: string): string => `<@${memberId}> has not earned any experience here yet.`;

export function rankText({ memberId, experience }: Standing, place: number): string {
  const { level, gained, needed } = progressOf(experience);
  return `<@${memberId}> is on place ${place}: level ${level}, ${gained} of ${needed} to the next one (${experience} in all).`;
}

export const leaderboard = (standings: readonly Standing[], { from, total }: { from: number; total: number }): SystemAnswer =>
  card(
    `Leaderboard (${total} ${total === 1 ? 'member' : 'members'})`,
    standings.map(
      ({ memberId, experience }, index) =>
        `${from + index}. <@${memberId}> – level ${progressOf(experience).level}, ${experience} experience`,
    ),
  );

export const correctedText = (experience: number): string =>
  `The member has ${experience} experience now: level ${progressOf(experience).level}.`;
export const ROLES_REFUSED = ' Discord did not let your companion change the roles.';

export const CORRECT_FORM: SystemPageForm = {
  id: 'set',
  title: 'Set experience',
  description: 'Sets the experience of a member. Level roles follow; nothing is announced.',
  submit: 'Set experience',
  confirm: null,
  fields: {
    member: { type: 'text', label: 'Member', description: 'The id of the member on Discord.', default: '' },
    experience: {
      type: 'number',
      label: 'Experience',
      description: 'Level 1 begins at 100.',
      default: 0,
      min: 0,
      max: MAX_EXPERIENCE,
    },
  },
};

export const RESET_ACTION = { id: 'reset', label: 'Reset', confirm: 'Set the experience of this member to 0?' };
