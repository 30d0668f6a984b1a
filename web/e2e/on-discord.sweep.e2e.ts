import { beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor, type DiscordBot } from '@kith/kit/testing';
import type { Page } from 'playwright-core';
import { paths } from '../src/lib/paths.js';
import { aCompanionOnDiscord, type Companion } from './companion.js';
import { picture } from './picture.js';
import { theProduct } from './product.js';
import type { Screen } from './screen.js';
import { done, type Person, type PlanName } from './users.js';

const product = theProduct();
let companion: Companion;
let owner: Person;
let page: Page;
let screen: Screen;
let botId: string;
let onDiscord: DiscordBot;
const { says, asks, replyTo } = {
  says: (...values: Parameters<Companion['says']>) => companion.says(...values),
  asks: (content: string) => companion.asks(content),
  replyTo: (messageId: string | Promise<string>) => companion.replyTo(messageId),
};

async function aCompanion(name: string, plan: PlanName = 'standard'): Promise<void> {
  companion = await aCompanionOnDiscord(product, name, { plan });
  ({ owner, page, screen, botId, onDiscord } = companion);
}

describe('a command that a companion learns', () => {
  beforeAll(() => aCompanion('Juniper'));

  it('is run on Discord by its trigger, and as a slash command', async () => {
    await page.goto(paths.commands(botId));
    await screen.button('Add Roll').click();
    await screen.toast('Command Added!', 'Juniper has learned Roll.');
    await picture(page, 'commands');
    await waitFor('the answer of the command', async () => /🎲/u.test(await replyTo(says('!roll 2d6'))));
    const isRegistered = async () =>
      (await product.stack.discord.commandsOf(onDiscord)).some((command) => command.name === 'roll');
    await waitFor('the slash command', isRegistered);
    const used = await product.stack.discord.invokeCommand({ bot: onDiscord, name: 'roll', options: { dice: '1d20' } });
    const answer = await waitFor('the response', () => product.stack.discord.responseTo(used));
    expect(answer.content).toContain('1d20');
  });

  it('follows its new trigger, and does nothing once it is switched off', async () => {
    await screen.button('Configure Roll').click();
    await screen.dialog.getByLabel('Custom trigger').fill('!dice');
    await screen.dialog.getByRole('button', { name: 'Save Changes' }).click();
    await screen.toast('Command Updated!');
    // With a mention, so that there is an answer also while the runner does not know the trigger yet.
    await waitFor('the new trigger', async () => /🎲/u.test(await replyTo(asks('!dice 2d6'))));
    await screen.button('Configure Roll').click();
    await screen.dialog.getByRole('switch', { name: 'Active' }).click();
    await screen.dialog.getByRole('button', { name: 'Save Changes' }).click();
    await screen.text('Disabled');
    await waitFor('a reply of the companion instead', async () => !/🎲/u.test(await replyTo(asks('!dice 2d6'))));
  });
});

describe('a custom command', () => {
  const CODE = 'export default ({ args }) => ({ success: true, response: `You rolled ${args[0]} of six`, shouldReply: true });';

  beforeAll(() => aCompanion('Clover'));

  it('is written, taught to a companion and used on Discord, and shows how it fared', async () => {
    await page.goto(paths.customCommands);
    await screen.field('Name').fill('Dice');
    await screen.field('Trigger').fill('!dice');
    await screen.field('Description').fill('Rolls a die');
    await page.getByRole('textbox', { name: 'Code', exact: true }).fill(CODE);
    await screen.button('Create Command').click();
    await screen.toast('Custom command created successfully!');
    await page.goto(paths.commands(botId));
    await screen.button('Custom').click();
    await screen.button('Add Dice').click();
    await screen.toast('Command Added!', 'Clover has learned Dice.');
    await waitFor('the answer', async () => (await replyTo(asks('!dice 4'))) === 'You rolled 4 of six');
    await page.goto(paths.customCommands);
    await screen.button('Edit Dice').click();
    const last = page.getByRole('list', { name: 'Last runs' }).getByRole('listitem').first();
    await last.getByText('!dice of Clover').waitFor();
    await last.getByText('Fine').waitFor();
    await picture(page, 'command-runs');
  });
});

describe('the page of a system', () => {
  const MEMBER = '680000000000000002';
  const uses = async (name: string, options: Record<string, unknown> = {}) => {
    const { discord } = product.stack;
    const used = await discord.invokeCommand({ bot: onDiscord, name, options, authorId: MEMBER });
    return waitFor('the response', async () => {
      const response = await discord.responseTo(used);
      return response && !response.isDeferred ? response.content : undefined;
    });
  };
  const server = () => page.getByRole('group', { name: 'Guild of Fennel' });

  beforeAll(async () => {
    await aCompanion('Fennel', 'premium');
    await product.stack.discord.setMember(onDiscord.guildId, { id: MEMBER });
  });

  it('fills the shop, sells on Discord what stands in it, and shows the purchase', async () => {
    await page.goto(paths.systems(botId));
    await screen.button('Install Economy System').click();
    await screen.toast('System Installed!', 'Economy System is in your bot now.');
    await server().getByText('Add an item', { exact: true }).click();
    await server().getByLabel('Name', { exact: true }).fill('Cup of tea');
    await server().getByLabel('Price', { exact: true }).fill('10');
    await server().getByRole('button', { name: 'Add to the shop' }).click();
    await server().getByRole('cell', { name: 'Cup of tea', exact: true }).waitFor();
    await waitFor('the commands', async () =>
      (await product.stack.discord.commandsOf(onDiscord)).some(({ name }) => name === 'buy'),
    );
    await uses('daily');
    expect(await uses('buy', { item: 'Cup of tea' })).toContain('Cup of tea');
    await page.reload();
    await screen.button('Configure Economy System').click();
    await server()
      .getByRole('cell', { name: /^Purchase/ })
      .first()
      .waitFor();
    await picture(page, 'system-economy');
  });

  it('says of a radio station that it may not be played, at its address, and keeps what was typed', async () => {
    await screen.button('Install Music Bot').click();
    await screen.toast('System Installed!', /Music Bot/);
    await server()
      .getByText(/Allowed here: radio\.invalid\./)
      .click();
    await server().getByLabel('Name', { exact: true }).fill('Harbour radio');
    await server().getByLabel('Address of the stream').fill('https://other.example/live');
    await server().getByRole('button', { name: 'Add the station' }).click();
    await server().getByText('Who runs this Kith has not allowed this address.').waitFor();
    expect(await server().getByLabel('Name', { exact: true }).inputValue()).toBe('Harbour radio');
    await picture(page, 'system-music');
  });
});

describe('moderation', () => {
  const MEMBER = '680000000000000001';
  /** Sends a message that breaks a rule; resolves when it is answered or gone. */
  const link = async () => {
    const { discord } = product.stack;
    const messageId = await says('Cheap watches at https://watches.example', MEMBER, true);
    const isGone = async () => (await discord.message(messageId)) === undefined;
    await waitFor('an answer, or its end', async () => (await isGone()) || (await discord.repliesTo(messageId)).length > 0);
    return { messageId, isGone };
  };
  const flip = (name: string) => page.getByRole('switch', { name, exact: true }).click();
  const save = async () => {
    await screen.button('Save Settings').click();
    await screen.toast('Settings Updated');
  };
  const cases = () => page.getByRole('list', { name: 'Moderation cases' }).getByRole('listitem');

  beforeAll(async () => {
    await aCompanion('Sorrel');
    await product.stack.discord.setMember(onDiscord.guildId, { id: MEMBER });
  });

  it('writes down in a dry run what it would do, and does nothing', async () => {
    await page.goto(`${paths.channel(botId)}?tab=moderation`);
    for (const name of ['Moderation mode', 'Dry run', 'Block links', 'Delete messages', 'Issue warnings', 'Time members out'])
      await flip(name);
    await screen.field('Warning Threshold').fill('1');
    await save();
    const written = await waitFor('a case', async () => {
      const sent = await link();
      const { body } = await done(owner.client.get(`/api/bots/${botId}/moderation/cases`));
      return Array.isArray(body) && body.length > 0 ? sent : undefined;
    });
    await page.reload();
    const first = cases().first();
    await first.getByText('Dry run').waitFor();
    await first.getByText(/timed out.*#general · Guild of Sorrel$/).waitFor();
    await picture(page, 'moderation-cases');
    expect(await written.isGone()).toBe(false);
    expect((await product.stack.discord.member(onDiscord.guildId, MEMBER))?.timedOutUntil ?? null).toBeNull();
  });

  it('then deletes the message and times the member out', async () => {
    await flip('Dry run');
    await save();
    await waitFor('the deletion', async () => (await link()).isGone());
    await waitFor('the timeout', async () => (await product.stack.discord.member(onDiscord.guildId, MEMBER))?.timedOutUntil);
  });

  it('takes a case back, which ends the timeout', async () => {
    await page.reload();
    await page
      .getByRole('button', { name: /^Take back:/ })
      .first()
      .click();
    await screen.toast('Case taken back');
    const timedOutUntil = async () => (await product.stack.discord.member(onDiscord.guildId, MEMBER))?.timedOutUntil;
    await waitFor('the end of the timeout', async () => (await timedOutUntil()) === null);
    await cases().first().getByText('Taken back').waitFor();
  });

  it('deletes what is written in capitals once that rule is switched on', async () => {
    const { discord } = product.stack;
    await flip('Caps filter');
    await save();
    await waitFor('the deletion', async () => {
      const messageId = await says('WHY DOES NOBODY LISTEN', undefined, true);
      await waitFor(
        'an answer, or its end',
        async () => (await discord.message(messageId)) === undefined || (await discord.repliesTo(messageId)).length > 0,
      );
      return (await discord.message(messageId)) === undefined;
    });
    await page.reload();
    await cases().filter({ hasText: 'Capitals' }).first().waitFor();
  });
});

describe('the page of a companion', () => {
  beforeAll(() => aCompanion('Yarrow'));

  it('names a missing permission as soon as Discord refuses an answer, and no longer once one is accepted', async () => {
    const { discord } = product.stack;
    const section = page.getByRole('region', { name: 'What Discord refuses' });
    await page.goto(paths.bot(botId));
    await screen.heading(/^Yarrow/);
    await discord.setOverwrites(onDiscord.channelId, [{ id: onDiscord.applicationId, of: 'member', deny: ['sendMessages'] }]);
    await asks('Can you hear me?');
    await section.getByText(/#general · Guild of Yarrow/).waitFor();
    await picture(page, 'refused');
    await discord.setOverwrites(onDiscord.channelId, []);
    await replyTo(asks('And now?'));
    await section.waitFor({ state: 'detached' });
  });

  it('leads to the age rating; rated 18+, it does not answer in a channel that is open to everyone, and says so', async () => {
    await page.goto(`${paths.edit(botId)}?tab=discord`);
    await screen.field('Age rating').selectOption('18+');
    await page.getByRole('switch', { name: 'I am 18 or older' }).click();
    await picture(page, 'age-rating');
    await screen.button('Save Changes').click();
    await screen.toast('Bot Updated!');
    const asked = async () => (await replyTo(says('Anybody here?'))).startsWith('I am for adults');
    await waitFor('the notice', asked);
  });
});
