import { beforeAll, describe, expect, it } from '@jest/globals';
import type { DiscordBot } from '@kith/kit/testing';
import type { Page } from 'playwright-core';
import { paths } from '../src/lib/paths.js';
import { picture } from './picture.js';
import { theProduct } from './product.js';
import { screenOf, type Screen } from './screen.js';
import { aPerson, type Person } from './users.js';

const product = theProduct();

describe('a newcomer', () => {
  let person: Person;
  let page: Page;
  let screen: Screen;
  let discord: DiscordBot;

  beforeAll(async () => {
    person = await aPerson(product.stack);
    ({ page } = await product.visit(person));
    screen = screenOf(page);
    // What the portal of Discord would make: an application in no server, with Message Content off.
    discord = await product.stack.discord.addBot({ name: 'Juniper', isInGuild: false, hasMessageContentIntent: false });
  });

  const botId = () => /\/bots\/([\w-]+)/.exec(page.url())?.[1] ?? '';

  it('creates a companion and is led to the guide by its overview', async () => {
    await page.goto(paths.create);
    await screen.field('Bot Name').fill('Juniper');
    await screen.button('Create Bot').click();
    await screen.heading(/^Juniper/);
    await screen.text(/^It is not on Discord yet\./);
    await picture(page, 'overview-new');
    await screen.link('Connect to Discord').click();
    await screen.heading('Connect to Discord');
    await picture(page, 'guide-application');
  });

  it('pastes the token, reads what Discord says about it, and accepts the agreement', async () => {
    await screen.button('I have one').click();
    await screen.field('Discord Token').fill('nonsense');
    await screen.text(/^This is not a bot token/);
    await screen.field('Discord Token').fill(discord.token);
    await screen.text('Found Juniper#0001. Message Content is off; the next step switches it on.');
    await picture(page, 'guide-token');
    await page.getByRole('checkbox').check();
    await screen.button('Connect Juniper#0001').click();
    await screen.text('Connected as Juniper#0001');
  });

  it('switches Message Content on with one click', async () => {
    await picture(page, 'guide-intent');
    await screen.button('Switch it on').click();
    await screen.text('It reads the messages of its channels');
  });

  it('sees the companion join the server, by itself', async () => {
    const invite = page.getByRole('link', { name: /^Invite Juniper#0001/ });
    expect(await invite.getAttribute('href')).toContain(`client_id=${discord.applicationId}`);
    await screen.text('Waiting for it to join. This page notices by itself.');
    await picture(page, 'guide-invite');
    await product.stack.discord.addBotToGuild(discord);
    await screen.text('Joined Guild of Juniper');
    await picture(page, 'guide-hello');
  });

  it('has it say hello and is answered there', async () => {
    await screen.text('#general · Guild of Juniper');
    await screen.button('Say hello there now').click();
    await screen.text('It said hello.');
    const greeting = (await product.stack.discord.messages(discord.channelId)).find(({ isBot }) => isBot);
    expect(greeting?.content).toContain('I am Juniper');
    const question = await product.stack.discord.sendMessage({ bot: discord, content: 'Hello Juniper!' });
    const answer = await product.stack.discord.waitForReply(question);
    expect(answer.content).not.toBe('');
  });

  it('finds the same page as a panel afterwards, and the companion in one server', async () => {
    await screen.button('Done').click();
    await screen.heading('It is in 1 server');
    await picture(page, 'panel');
    await screen.link('Overview').click();
    await screen.text('Online in 1 server · Connected as Juniper#0001.');
    await picture(page, 'overview');
  });

  it('picks channels by name in the channel settings', async () => {
    await screen.link('Channels').click();
    await screen.heading('Channel Settings');
    await page.getByRole('combobox', { name: 'Channel ID for Allowed Channels' }).fill('gener');
    await page
      .getByRole('option', { name: /#general/ })
      .first()
      .waitFor();
    await picture(page, 'channels');
    await page
      .getByRole('option', { name: /#general/ })
      .first()
      .click();
    await screen.text('#general · Guild of Juniper');
    await screen.button('Save Settings').click();
    await screen.toast('Settings Updated');
    const { body } = await person.client.get(`/api/bots/${botId()}`);
    expect(body).toMatchObject({ channelSettings: { allowedChannels: [discord.channelId] } });
  });
});
