import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { aBot, aPerson, done, type Person } from './users.js';
import { theProduct } from './product.js';
import { screenOf, type Screen } from './screen.js';

const CHANNEL = '112233445566778899';
const product = theProduct();

let owner: Person;
let page: Page;
let screen: Screen;
beforeAll(async () => {
  owner = await aPerson(product.stack);
  ({ page } = await product.visit(owner));
  screen = screenOf(page);
});

describe('tour', () => {
  const next = async (times: number) => {
    for (let time = 0; time < times; time++) await screen.button('Next').click();
  };

  it('the tour does not launch a bot without a name and keeps its answers over a reload', async () => {
    await page.goto('/dashboard');
    await screen.button('Start Tour').first().click();
    await screen.heading(`Welcome to Kith, ${owner.username}`);
    await next(7);
    await screen.heading('Ready to launch?');
    expect(await screen.button('Launch Bot').isDisabled()).toBe(true);
    await screen.button('Give it a name').click();
    await screen.field('Bot Name').fill('Juniper');
    await page.reload();
    await screen.button('Start Tour').first().click();
    await next(3);
    expect(await screen.field('Bot Name').inputValue()).toBe('Juniper');
  });

  it('the tour creates the first bot and ends on the dashboard that shows it', async () => {
    await next(4);
    await screen.button('Launch Bot').click();
    await screen.heading('Say hello to Juniper');
    await screen.toast('Bot created successfully');
    await next(2);
    await screen.button('Complete Tour').click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await screen.heading('Juniper');
  });

  it('the tour reports the limit of the plan before the launch step', async () => {
    await screen.button('Start Tour').first().click();
    await next(7);
    await screen.text('Your Free plan has room for 1 bot(s), and all of it is taken.');
    await screen.button('Close tour').click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });
});

describe('channel settings page', () => {
  let bot: string;
  const saveButton = () => screen.button('Save Settings');
  const settings = async () => {
    const { body } = await done(owner.client.get(`/api/bots/${bot}`));
    return body['channelSettings'] as Record<string, unknown>;
  };

  beforeAll(async () => {
    const other = await aPerson(product.stack, { plan: 'standard' });
    owner = other;
    bot = await aBot(owner, 'Amber');
    ({ page } = await product.visit(owner));
    screen = screenOf(page);
  });

  it('a missing bot shows Bot Not Found', async () => {
    await page.goto(`/bots/${randomUUID()}/channel`);
    await screen.heading('Bot Not Found');
  });

  it('channels are added by id, invalid ids are refused, and the settings are saved', async () => {
    await page.goto(`/bots/${bot}/channel`);
    await saveButton().waitFor();
    expect(await saveButton().isDisabled()).toBe(true);
    await screen.field('Channel ID for Allowed Channels').fill('general');
    await screen.button('Add to Allowed Channels').click();
    await screen.text('Must be a Discord ID (17 to 20 digits)');
    await screen.field('Channel ID for Allowed Channels').fill(CHANNEL);
    await screen.button('Add to Allowed Channels').click();
    await screen.text('Unsaved Changes');
    await saveButton().click();
    await screen.toast('Settings Updated', 'Channel settings have been saved successfully!');
    expect(await settings()).toMatchObject({ allowedChannels: [CHANNEL] });
    await page.reload();
    await screen.text(CHANNEL);
  });

  it('a value out of bounds is reported at its field and its tab is opened', async () => {
    await screen.tab('Behavior').click();
    await screen.field('Response Delay (seconds)').fill('31');
    await screen.tab('Basic').click();
    await saveButton().click();
    await screen.text('Must be a whole number from 0 to 30');
    await screen.field('Response Delay (seconds)').fill('3');
    await saveButton().click();
    await screen.toast('Settings Updated');
    expect(await settings()).toMatchObject({ responseDelay: 3, allowedChannels: [CHANNEL] });
  });

  it('leaving asks first, and changes are merged with what another window saved', async () => {
    await screen.field('Response Delay (seconds)').fill('5');
    await screen.link('Back to Bot').click();
    await screen.heading('Leave without saving?');
    await screen.button('Keep editing').click();
    await done(owner.client.patch(`/api/bots/${bot}`, { channelSettings: { customPrefix: '?' } }));
    await saveButton().click();
    await screen.toast('Update Failed');
    await screen.button('Keep my changes').click();
    await saveButton().click();
    await screen.toast('Settings Updated');
    expect(await settings()).toMatchObject({ responseDelay: 5, customPrefix: '?' });
  });
});
