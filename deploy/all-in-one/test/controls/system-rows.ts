import type { ControlRow } from './control-rows.js';

type Rows = Readonly<Record<string, ControlRow>>;
const acting = (systemId: string, settings: Readonly<Record<string, readonly [changes: string, test: string]>>): Rows =>
  Object.fromEntries(
    Object.entries(settings).map(([name, [changes, test]]) => [
      `systems.configure.${systemId}.${name}`,
      { changes, test, file: `services/bot-runner/test/systems/${systemId}.spec.ts` },
    ]),
  );

const GREETED = 'is greeted once, by name, server and number, in the channel of the setting, and only they are notified';
const LEVEL = 'is announced once, pings nobody and brings the role of the level';
const ONE_CHANNEL = 'is announced in one channel or not at all, and a refused announcement or role is shown to the owner';
const DAILY = 'is taken with /daily with the amounts of the settings, refused in words a second time, and shown with /balance';

/** The settings of systems. */
export const SYSTEM_ROWS: Rows = {
  ...acting('welcome-messages', {
    channel: ['where new members are greeted', GREETED],
    greeting: ['what new members read', GREETED],
    notifyMember: ['whether the greeting notifies the member', GREETED],
    picture: [
      'whether the greeting has a picture',
      'is greeted with a picture, and without one where the bot may attach no files, which the owner reads',
    ],
    farewell: ['what is said when somebody leaves', 'is bidden farewell once, however often they come and go'],
    role: ['which role new members get', 'gets the role, after accepting the rules of a server that has some'],
  }),
  ...acting('leveling-xp', {
    roles: ['which roles levels bring', LEVEL],
    keepRoles: ['whether roles of lower levels are kept', LEVEL],
    announce: ['where a new level is announced', ONE_CHANNEL],
    announceChannel: ['where a new level is announced', ONE_CHANNEL],
    message: ['what is said at a new level', LEVEL],
  }),
  ...acting('economy-system', {
    currency: ['what the coins are called', DAILY],
    dailyReward: ['what a member gets once a day', DAILY],
    streakBonus: ['what days in a row add', DAILY],
    transfers: [
      'whether members may pay each other',
      'are refused to oneself, to bots, to people who are not there, without enough and when they are switched off',
    ],
  }),
};
