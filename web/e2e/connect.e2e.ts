import { ApiClient } from '@kith/all-in-one/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { DiscordBot } from '@kith/kit/testing';
import type { Page } from 'playwright-core';
import { paths } from '../src/lib/paths.js';
import { picture } from './picture.js';
import { theProduct } from './product.js';
import { screenOf, type Screen } from './screen.js';
import { aName, PASSWORD } from './users.js';

const product = theProduct();

/** What the overview of a new companion promises. */
const THREE_MINUTES_MS = 180_000;

describe('a newcomer', () => {
  let page: Page;
  let screen: Screen;
  let discord: DiscordBot;
  const username = aName('mara');
  let startedAtMs = 0;

  beforeAll(async () => {
    ({ page } = await product.visit());
    screen = screenOf(page);
    // What the portal of Discord would make: an application in no server, with Message Content off.
    discord = await product.stack.discord.addBot({ name: 'Juniper', isInGuild: false, hasMessageContentIntent: false });
  });

  const botId = () => /\/bots\/([\w-]+)/.exec(page.url())?.[1] ?? '';

  it('signs up in a fresh installation', async () => {
    startedAtMs = Date.now();
    await page.goto(paths.auth('register'));
    await screen.field('Username').fill(username);
    await screen.field('Email').fill(`${username}@example.test`);
    await screen.field('Password').fill(PASSWORD);
    await screen.field('Confirm Password').fill(PASSWORD);
    await screen.button('Create account').click();
    await page.waitForURL('**/dashboard');
  });

  it('creates a companion and is led to the guide by its overview', async () => {
    await screen.link('Create Your First Bot').click();
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

  it('had the first answer within three minutes of the sign-up', () => {
    const tookMs = Date.now() - startedAtMs;
    process.stdout.write(`from the sign-up to the first answer on Discord: ${(tookMs / 1000).toFixed(1)} s\n`);
    expect(tookMs).toBeLessThan(THREE_MINUTES_MS);
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
    const { client } = await new ApiClient(product.stack.baseUrl).login(username, PASSWORD);
    const { body } = await client.get(`/api/bots/${botId()}`);
    expect(body).toMatchObject({ channelSettings: { allowedChannels: [discord.channelId] } });
  });
});
