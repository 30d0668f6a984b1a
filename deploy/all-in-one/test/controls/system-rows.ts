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

const JUDGED = 'punishes by how certain the model is, with the category in the case list and the log, and shows its work';
const OPENED = 'is a private thread of the member and the team, opened by the button and a form, and nobody else is told of it';
const TRANSCRIPT = 'is archived and locked, its transcript is a file in the log channel, and the owner reads and deletes it';
const ROUND = 'are one at a time in a channel, in the channel of the setting, and end with the one who started them';

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
  ...acting('auto-moderation', {
    dryRun: ['whether anything is done', 'in a dry run, which is the default, changes nothing and says what it would have done'],
    logChannel: [
      'where it is written what was done',
      'deletes, warns and times out as its owner chose, is a case with its name and is taken back',
    ],
  }),
  ...acting('ai-moderator', {
    dryRun: ['whether anything is done', 'in a dry run, which is the default, changes nothing'],
    categories: ['what the model looks for', JUDGED],
    reportFrom: ['how certain the model must be for a report', JUDGED],
    warnFrom: ['how certain the model must be for a warning', JUDGED],
    deleteFrom: ['how certain the model must be for a deletion', JUDGED],
    timeoutFrom: ['how certain the model must be for a timeout', JUDGED],
    timeoutMinutes: ['how long a timeout lasts', JUDGED],
    maxPerMinute: [
      'how many messages are judged',
      'judges no more messages in a minute than its owner allows, and makes no jobs for the others, which other rules see all the same',
    ],
    logChannel: ['where it is written what was done', JUDGED],
  }),
  ...acting('support-tickets', {
    teamRole: ['who answers tickets', OPENED],
    logChannel: ['where transcripts are posted', TRANSCRIPT],
    maxOpenPerMember: [
      'how many tickets of a member are open',
      'is refused to a member who has as many open as the owner allows, until one is closed',
    ],
    closeAfterDays: [
      'when tickets in which nobody writes are closed',
      'is one in which nobody wrote for as many days as the owner chose; one with a new message stays open',
    ],
    greeting: ['what stands at the beginning of a ticket', OPENED],
  }),
  ...acting('music-bot', {
    djRole: [
      'which members may change what is played',
      'is offered while a member types, only that of the companion, and refused in words to whom it is not for',
    ],
    volume: [
      'how loud music begins',
      'begins as loud as the setting says, and goes on about where it was after its socket was lost and the process was killed',
    ],
  }),
  'systemPages.addFile.title': {
    changes: 'what an uploaded file is called',
    test: 'says first what the owner has to know, and uploads a file once it is right, with its title',
    file: 'web/src/features/systems/system-server.test.tsx',
  },
  'systems.configure.music-bot.leaveAfterMinutes': {
    changes: 'when it leaves a voice channel in which nobody listens',
    test: 'leaves after the minutes of the setting, alone or without music, and never before',
    file: 'services/bot-runner/src/systems/music-bot/listeners.spec.ts',
  },
  ...acting('mini-games', {
    gamesChannel: ['where games are played', ROUND],
    roundSeconds: ['how long a round lasts', 'survive a restart of the runner, and end in words when their time is up'],
    highestNumber: [
      'up to which number members guess',
      'say whether the number is higher or lower, and take guesses by command where the bot cannot read messages',
    ],
  }),
};
