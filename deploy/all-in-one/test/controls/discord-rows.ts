import type { ControlRow } from './control-rows.js';

const ACCOUNTS = 'services/bot-runner/test/accounts.spec.ts';
const profile: ControlRow = {
  changes: 'the account on Discord',
  file: ACCOUNTS,
  test: 'are written to Discord and read back at once',
};

/** The account of a bot on Discord, which its owner sees and changes from Kith. */
export const DISCORD_ROWS: Readonly<Record<string, ControlRow>> = {
  'discord.checkToken.token': {
    changes: 'nothing: what Discord says about a token is shown before it is saved',
    file: 'services/bots/test/discord-connection.spec.ts',
    test: 'answers what Discord says and stores nothing',
  },
  'discord.updateProfile.name': profile,
  'discord.updateProfile.about': profile,
  'discord.updateProfile.picture': profile,
  'discord.channels.serverId': {
    changes: 'nothing: of which server the channels are listed',
    file: ACCOUNTS,
    test: 'are those that members can write in, and the categories',
  },
  'discord.sayHello.channelId': {
    changes: 'where the companion says hello on Discord',
    file: ACCOUNTS,
    test: 'is posted once for each click, however often the call is repeated, and pings nobody',
  },
  'discord.enableIntent.intent': {
    changes: 'which privileged intent is switched on in the application on Discord',
    file: 'services/bot-runner/test/session-intents.spec.ts',
    test: 'leave out Server Members while the owner has not switched it on; the owner reads that, and it is used as soon as it is on',
  },
};
