import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor, type DiscordBot } from '@kith/kit/testing';
import type { Page } from 'playwright-core';
import { paths } from '../src/lib/paths.js';
import { aCheckUp, type CheckUp } from './check-up.js';
import { aCompanionOnDiscord, type Companion } from './companion.js';
import { picture } from './picture.js';
import { theProduct } from './product.js';
import type { Screen } from './screen.js';
import { aBot, done, made, type Person } from './users.js';

const MESSAGE_CONTENT = 1 << 15;
const PROBLEM = 'query ($botId: ID!) { discordConnection(botId: $botId) { problem { code } } }';

const product = theProduct();
let companion: Companion;
let checkUp: CheckUp;
let owner: Person;
let page: Page;
let screen: Screen;
let botId: string;
let onDiscord: DiscordBot;
const { finding, isMended } = {
  finding: (text: string | RegExp) => checkUp.finding(text),
  isMended: (text: string | RegExp) => checkUp.isMended(text),
};
const mend = (text: string | RegExp) => finding(text).getByRole('link').click();

async function visit(name: string, options: Parameters<typeof aCompanionOnDiscord>[2] = {}): Promise<void> {
  companion = await aCompanionOnDiscord(product, name, options);
  ({ owner, page, screen, botId, onDiscord } = companion);
  checkUp = aCheckUp(companion);
}

describe('the check-up', () => {
  beforeAll(() => visit('Tansy'));

  it('finds nothing wrong with a companion that answers', async () => {
    await page.goto(paths.health(botId));
    await screen.text('Nothing keeps it from answering.');
  });

  it('leads from a channel that hides it to the channel settings, and says which channel it was', async () => {
    const { discord } = product.stack;
    await discord.setOverwrites(onDiscord.channelId, [{ id: onDiscord.applicationId, of: 'member', deny: ['sendMessages'] }]);
    const gone = '600000000000000009';
    await companion.change({ channelSettings: { allowedChannels: [onDiscord.channelId, gone] } });
    await screen.button('Check again').click();
    await finding('In #general of Guild of Tansy it lacks: Send Messages.').waitFor();
    await picture(page, 'check-up');
    await mend(`The channel ${gone} of its settings is gone, or hidden from it.`);
    await screen.heading('Channel Settings');
    await screen.button(`Remove ${gone} from Allowed Channels`).click();
    await screen.button('Save Settings').click();
    await screen.toast('Settings Updated');
    await discord.setOverwrites(onDiscord.channelId, []);
    await isMended(/is gone, or hidden|it lacks/);
  });

  it('leads from the wrong server to the lock, and gives it a prefix of its own where another companion has the same', async () => {
    const { discord } = product.stack;
    const other = await discord.addBot({ name: 'Ember', isInGuild: false });
    await discord.addBotToGuild(other, { guildId: onDiscord.guildId });
    const ember = await aBot(owner, 'Ember', { discordToken: other.token });
    await done(owner.client.post(`/api/bots/${ember}/start`));
    await page.goto(paths.health(botId));
    await finding('Ember has the same command prefix in Guild of Tansy: both answer a command there.')
      .getByRole('button', { name: 'Use ? instead' })
      .click();
    await screen.toast('Prefix changed');
    await companion.change({ serverId: '200000000000000099' });
    await isMended('Ember has the same command prefix');
    await mend('It is locked to a server that it is not in, so it answers in no server.');
    await screen.field('Server ID').fill(onDiscord.guildId);
    await screen.button('Save Changes').click();
    await screen.toast('Bot Updated!');
    await isMended('It is locked to a server that it is not in');
  });

  it('offers the invitation when it was removed from its server, and the server that lacks permissions', async () => {
    const { discord } = product.stack;
    await discord.removeBotFromGuild(onDiscord);
    await page.goto(paths.health(botId));
    const invite = finding('It is in no server').getByRole('link');
    expect(await invite.getAttribute('href')).toContain(`client_id=${onDiscord.applicationId}`);
    await companion.change({ channelSettings: { moderationMode: true, autoDelete: true } });
    await discord.addBotToGuild(onDiscord, { permissions: ['viewChannel', 'sendMessages'] });
    await isMended('It is in no server');
    const lacking = finding('In Guild of Tansy it lacks:').getByRole('link');
    expect(await lacking.getAttribute('href')).toContain(`guild_id=${onDiscord.guildId}`);
    await discord.removeBotFromGuild(onDiscord);
    await discord.addBotToGuild(onDiscord);
    await isMended('it lacks:');
    await screen.text('Nothing keeps it from answering.');
  });

  it('tells why a message was not answered, and the setting', async () => {
    await companion.change({ channelSettings: { mentionOnly: true } });
    const ignored = await waitFor('an ignored message', async () => {
      const messageId = await companion.says('Anybody here?');
      await page.getByLabel('Message link').fill(messageId);
      await screen.button('Find out').click();
      const answer = page
        .getByRole('status')
        .getByText(
          /It answers only when it is mentioned\.|Nobody mentioned it|This message never reached|being answered|was answered/,
        );
      return /only when it is mentioned/.test((await answer.first().textContent()) ?? '') ? messageId : undefined;
    });
    expect(await product.stack.discord.repliesTo(ignored)).toEqual([]);
    await picture(page, 'why');
    await page.getByRole('status').getByRole('link', { name: 'Mention Only and Auto Reply' }).click();
    await screen.heading('Channel Settings');
  });
});

describe('a companion that is not online', () => {
  beforeAll(() => visit('Thyme'));

  it('that was stopped is started by the check-up', async () => {
    await done(owner.client.post(`/api/bots/${botId}/stop`));
    await checkUp.open();
    await finding('It is not online.').getByRole('button', { name: 'Start it' }).click();
    await waitFor('the connection', () => product.stack.discord.isConnected(onDiscord));
    await isMended('It is not online.');
    await checkUp.isFine();
  });

  it('whose token Discord revoked leads to the guide, takes the new token there, and is online again', async () => {
    const token = await product.stack.discord.resetToken(onDiscord);
    await page.goto(paths.bot(botId));
    await page
      .getByRole('list', { name: 'Needs you' })
      .getByText(/^Discord refuses its token/)
      .waitFor();
    await picture(page, 'overview-token-refused');
    await checkUp.open();
    const refused = 'Discord refused the token';
    await finding(refused).waitFor();
    await picture(page, 'check-up-token');
    await mend(refused);
    await screen.heading('Connect to Discord');
    await screen.field('Discord Token').fill(token);
    await screen.text('Found Thyme#0001.');
    await screen.button('Connect Thyme#0001').click();
    await waitFor('the connection', () => product.stack.discord.isConnected(onDiscord));
    await isMended(refused);
    await checkUp.isFine();
  });
});

describe('a companion without Message Content', () => {
  beforeAll(() => visit('Sage', { hasMessageContentIntent: false }));

  it('gets it by one click in the check-up, and reads the messages of its channels', async () => {
    await checkUp.open();
    const off = finding('Message Content is off:');
    await off.getByRole('button', { name: 'Switch it on' }).click();
    await screen.toast('Message Content is on');
    await off.waitFor({ state: 'detached' });
    const intents = () => product.stack.discord.intentsOf(onDiscord);
    await waitFor('the intent', async () => ((await intents()) & MESSAGE_CONTENT) !== 0);
    await isMended('Message Content is off');
    await checkUp.isFine();
  });
});

describe('a companion whose requests Discord limits', () => {
  beforeAll(() => visit('Mint'));

  it('is told to wait, and is fine in the first check-up after the limit ended', async () => {
    const { discord } = product.stack;
    const { applicationId } = onDiscord;
    await discord.rejectRequests({ path: '/users/@me/guilds', status: 429, retryAfterS: 10, applicationId });
    await checkUp.open();
    const limited = finding('Discord limits its requests now');
    await limited.waitFor();
    await picture(page, 'check-up-limited');
    await discord.acceptRequests();
    await waitFor(
      'the end of the limit',
      async () => {
        const { body } = await owner.client.graphql(PROBLEM, { botId });
        return (body as { data: { discordConnection: { problem: unknown } } }).data.discordConnection.problem === null;
      },
      30_000,
    );
    await limited.getByRole('button', { name: 'Check again' }).click();
    await limited.waitFor({ state: 'detached' });
    await checkUp.isFine();
  });
});

describe('a companion that is rated 18+', () => {
  const OPEN = /It is rated 18\+ and #general of Guild of Hop is open to everyone/;

  beforeAll(async () => {
    await visit('Hop');
    const channelSettings = { allowedChannels: [onDiscord.channelId] };
    await companion.change({ ageRating: 'adult', confirmsAdult: true, channelSettings });
  });

  it('is told which channel is open to everyone, also on its overview, and answers there once Discord restricts it', async () => {
    const { discord } = product.stack;
    await checkUp.open();
    await finding(OPEN).waitFor();
    await picture(page, 'check-up-age');
    await page.goto(paths.bot(botId));
    const needs = page.getByRole('list', { name: 'Needs you' });
    await needs.getByText(/^It is rated 18\+ and does not answer in a channel/).waitFor();
    await screen.text('1 thing needs you.');
    await needs.getByRole('link', { name: 'See which channels' }).click();
    await finding(OPEN).waitFor();
    await discord.changeChannel(onDiscord.channelId, { isAgeRestricted: true });
    await isMended(OPEN);
    await checkUp.isFine();
    const answers = async () => !(await companion.replyTo(companion.asks('Anybody here?'))).startsWith('I am for adults');
    await waitFor('an answer', answers);
  });

  it('leads to the rating, and is fine for everyone in a channel that is open', async () => {
    await product.stack.discord.changeChannel(onDiscord.channelId, { isAgeRestricted: false });
    await checkUp.open();
    await mend(OPEN);
    await screen.field('Age rating').selectOption('For everyone');
    await screen.button('Save Changes').click();
    await screen.toast('Bot Updated!');
    await isMended(OPEN);
    await checkUp.isFine();
  });
});

describe('a companion whose system gives a role', () => {
  let roleId: string;

  beforeAll(async () => {
    await visit('Ivy');
    roleId = await product.stack.discord.addRole(onDiscord.guildId, { name: 'Regulars', position: 11 });
    await made(owner, `/api/bots/${botId}/systems`, { systemId: 'welcome-messages' });
    await done(owner.client.patch(`/api/bots/${botId}/systems/welcome-messages`, { settings: { role: roleId } }));
  });

  it('is told of a role above its own, with the server in which to move it, and is fine once it stands below', async () => {
    const above = 'In Guild of Ivy it stands below the role Regulars of Welcome Messages, so it cannot give it.';
    await checkUp.open();
    const link = finding(above).getByRole('link', { name: 'Open the server on Discord' });
    expect(await link.getAttribute('href')).toBe(`https://discord.com/channels/${onDiscord.guildId}`);
    await picture(page, 'check-up-role');
    await product.stack.discord.moveRole(onDiscord.guildId, roleId, 1);
    await isMended(above);
    await finding('It can give every role that its systems give.').waitFor();
    await checkUp.isFine();
  });

  /** Who joins before the settings have reached the runner gets none. */
  async function joinUntilGiven(role: string): Promise<void> {
    const { discord } = product.stack;
    const memberIds: string[] = [];
    await waitFor('a member with the role', async () => {
      const id = `68000000000000${role.slice(-2)}${10 + memberIds.length}`;
      memberIds.push(id);
      await discord.setMember(onDiscord.guildId, { id });
      await sleep(1000);
      const members = await Promise.all(memberIds.map((one) => discord.member(onDiscord.guildId, one)));
      return members.some((member) => member?.roles.includes(role));
    });
  }

  it.each([
    {
      role: 'that was deleted',
      fault: /A role of Welcome Messages was deleted on Discord/,
      begin: () => product.stack.discord.deleteRole(onDiscord.guildId, roleId),
    },
    {
      role: 'that belongs to an app',
      fault: /Nobody can give the role Boosters of Welcome Messages: it belongs to an app\. Choose another one\./,
      begin: async () => {
        const role = await product.stack.discord.addRole(onDiscord.guildId, { name: 'Boosters', managed: true });
        await done(owner.client.patch(`/api/bots/${botId}/systems/welcome-messages`, { settings: { role } }));
      },
    },
  ])('is led from a role $role to its systems, and gives the role that is chosen there', async ({ fault, begin }) => {
    await begin();
    const other = await product.stack.discord.addRole(onDiscord.guildId, { name: 'Guests' });
    await checkUp.open();
    await mend(fault);
    await screen.button('Configure Welcome Messages').click();
    await screen.field('Role').fill(other);
    await picture(page, 'system-role');
    await screen.button('Save Settings').click();
    await screen.toast('Settings Updated');
    await isMended(fault);
    await checkUp.isFine();
    await joinUntilGiven(other);
  });
});

describe('a companion whose moderation is paused', () => {
  it('leads to the cases, where its owner lets it go on', async () => {
    await visit('Borage');
    const { discord } = product.stack;
    const paused = 'Moderation is paused in Guild of Borage since';
    await companion.change({ channelSettings: { moderationMode: true, capsFilter: true, autoDelete: true } });
    const isGone = async (id: string) => (await discord.message(id)) === undefined;
    await waitFor('the setting', async () => {
      const id = await companion.says('WHY DOES NOBODY LISTEN');
      await sleep(500);
      return isGone(id);
    });
    const shouts = await Promise.all(Array.from({ length: 12 }, async () => companion.says('WHY DOES NOBODY LISTEN')));
    await waitFor('the pause', async () => {
      await checkUp.open();
      return (await finding(paused).count()) > 0;
    });
    const deleted = await Promise.all(shouts.map(isGone));
    expect(deleted.filter((one) => one).length).toBeLessThan(shouts.length);
    await picture(page, 'check-up-paused-moderation');
    await mend(paused);
    await screen.button('Let it go on').click();
    await screen.toast('Moderation goes on');
    await isMended(paused);
    await checkUp.isFine();
    await waitFor('a deletion', async () => {
      const id = await companion.says('WHY DOES NOBODY LISTEN');
      await sleep(500);
      return isGone(id);
    });
  });
});

describe('a companion that begins conversations', () => {
  const lost = /^Needs you: The channel \d+ of its settings is gone, or hidden from it\. It needs it to begin conversations\./;

  it('is told of a channel that was deleted, also on its overview, and is fine once the message is removed', async () => {
    await visit('Lupin');
    const { discord } = product.stack;
    const { id } = await discord.addChannel(onDiscord, { name: 'lounge' });
    const proactiveMessages = [{ channelId: id, event: 'quiet', text: 'Anybody here?' }];
    await companion.change({ preferences: { proactiveMessaging: true }, channelSettings: { proactiveMessages } });
    const health = page.getByRole('region', { name: 'Health' }).getByRole('status');
    await page.goto(paths.bot(botId));
    await health.getByText('Nothing is known to keep it from answering.').waitFor();
    await discord.deleteChannel(id);
    await page.reload();
    await health.getByText('1 thing needs you.').waitFor();
    await picture(page, 'overview-lost-channel');
    await page.getByRole('list', { name: 'Needs you' }).getByRole('link', { name: 'See what is missing' }).click();
    await mend(lost);
    await screen.button('Remove message 1').click();
    await screen.button('Save Settings').click();
    await screen.toast('Settings Updated');
    await isMended(lost);
    await checkUp.isFine();
    await page.goto(paths.bot(botId));
    await health.getByText('Nothing is known to keep it from answering.').waitFor();
  });
});
