import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { theProduct } from './product.js';
import { screenOf, type Screen } from './screen.js';
import { aBot, aName, aPerson, done, made, PASSWORD, signInSuperAdmin, theSuperAdmin, type Person } from './users.js';

// One journey through each area of the web app; its details are in the sweep of the area.
const product = theProduct();
let owner: Person;
let page: Page;
let screen: Screen;

const visitAs = async (person: Person): Promise<void> => {
  owner = person;
  ({ page } = await product.visit(person));
  screen = screenOf(page);
};

/** What opens in a new tab. */
async function newTab(open: () => Promise<void>) {
  const [opened] = await Promise.all([page.context().waitForEvent('page'), open()]);
  return { opened, ...screenOf(opened) };
}

describe('plans', () => {
  beforeAll(async () => visitAs(await aPerson(product.stack)));

  it('a visitor who chooses a paid plan signs in, pays on the page of the provider and has the plan', async () => {
    const visitor = await product.visit();
    page = visitor.page;
    screen = screenOf(page);
    await page.goto('/pricing');
    await screen.link('Choose Standard').click();
    await page.waitForURL('**/auth?return=%2Fpricing%3Fplan%3Dbasic');
    await screen.field('Username').fill(owner.username);
    await screen.field('Password').fill(PASSWORD);
    await screen.button('Login').click();
    await screen.heading('Subscribe to Standard');
    await screen.text('$9.99/month');
    const { opened, heading, text, button } = await newTab(() => screen.button('Proceed to Checkout').click());
    await heading('Test checkout');
    await text('This is a sandbox: No payment provider is configured, and no money moves.');
    await button('Pay in the sandbox').click();
    await opened.waitForURL('**/dashboard?upgrade=success');
    await screen.toast('Plan Upgraded', 'Successfully upgraded to Standard plan');
    await screen.heading('Welcome to the Standard plan');
    await opened.close();
  });

  it('a larger plan shows its amount, and is charged and applied once it is confirmed [D4]', async () => {
    await page.goto('/pricing');
    await screen.button('Choose Premium').click();
    const { opened, heading, text, button } = await newTab(() => screen.button('Proceed to Checkout').click());
    await opened.waitForURL('**/change-plan/premium');
    await heading('From Standard to Premium');
    await text('$19.99 a month');
    expect((await done(owner.client.get('/api/auth/user'))).body).toMatchObject({ subscriptionPlan: 'basic' });
    await button('Pay $10 and change').click();
    await opened.waitForURL('**/dashboard?upgrade=success');
    await page.waitForURL('**/dashboard?upgrade=success');
    await screen.heading('Welcome to the Premium plan');
    await opened.close();
  });
});

describe('the account and its companions', () => {
  let bot: string;
  beforeAll(async () => {
    await visitAs(await aPerson(product.stack, { plan: 'standard' }));
    bot = await aBot(owner, 'Juniper', { description: 'Board games' });
  });

  it('a new username is saved and shown in the sidebar', async () => {
    await page.goto('/settings');
    await screen.heading('Settings & Preferences');
    const name = aName('moira');
    await screen.field('Username').fill(` ${name} `);
    await screen.button('Save Changes').click();
    await screen.toast('Profile Updated');
    await page.locator('.sidebar-name').getByText(name, { exact: true }).first().waitFor();
  });

  it('changes on every tab of the edit form are saved', async () => {
    await page.goto(`/bots/${bot}/edit`);
    await screen.heading('Edit Juniper');
    await screen.field('Bot Name').fill('Juniper Light');
    await screen.tab('Settings').click();
    await screen.field('Instructions').fill('Be brief.');
    await screen.tab('Discord').click();
    await screen.field('Server ID').fill('123456789012345678');
    await screen.button('Save Changes').click();
    await screen.toast('Bot Updated!', 'Bot updated successfully');
    await screen.heading(/^Juniper Light/);
    expect((await done(owner.client.get(`/api/bots/${bot}`))).body).toMatchObject({
      name: 'Juniper Light',
      instructions: 'Be brief.',
      serverId: '123456789012345678',
    });
    await done(owner.client.patch(`/api/bots/${bot}`, { name: 'Juniper', serverId: null }));
  });

  it('an uploaded file is processed in the background, becomes ready and is the source of an answer', async () => {
    await page.goto(`/bots/${bot}/knowledge`);
    await screen.button('Add Knowledge').first().click();
    await screen.dialog.getByText('File', { exact: true }).click();
    await page.locator('input[type=file]').setInputFiles({
      name: 'tides.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('High water is at noon, low water at six.'),
    });
    await screen.dialog.getByRole('button', { name: 'Add Knowledge', exact: true }).click();
    await screen.toast('Knowledge Added!');
    await screen.button('List').click();
    const items = page.getByRole('list', { name: 'Knowledge items' });
    await items.getByRole('button', { name: 'tides.txt' }).getByText('Ready').waitFor();
    await page.goto(`/bots/${bot}/chat`);
    await screen.field('Message Juniper').fill('When is high water?');
    await screen.field('Message Juniper').press('Enter');
    await page.locator('.footnotes').getByText('tides.txt').waitFor();
  });

  it('a custom command is tried in the sandbox, created and learned by a companion', async () => {
    await page.goto('/custom-commands');
    await screen.field('Name').fill('Dice');
    await screen.field('Trigger').fill('!dice');
    await screen.field('Description').fill('Rolls a die');
    await page
      .getByRole('textbox', { name: 'Code', exact: true })
      .fill('export default ({ args }) => ({ success: true, response: `You rolled ${args[0]}`, shouldReply: true });');
    await screen.field('What a member writes').fill('!dice 6');
    await screen.button('Run').click();
    await screen.text('You rolled 6');
    await screen.button('Create Command').click();
    await screen.toast('Custom command created successfully!');
    await page.goto(`/bots/${bot}/commands`);
    await screen.button('Custom').click();
    await screen.button('Add Dice').click();
    await screen.toast('Command Added!', 'Juniper has learned Dice.');
  });

  it('a clicked system is installed, and its settings are saved', async () => {
    await page.goto(`/bots/${bot}/systems`);
    await screen.button('Install Reaction Roles').click();
    await screen.toast('System Installed!', 'Reaction Roles is in your bot now.');
    await screen.field('Maximum roles').fill('7');
    await screen.button('Save Settings').click();
    await screen.toast('Settings Updated');
  });

  it('channels are added by id, and the settings are saved', async () => {
    await page.goto(`/bots/${bot}/channel`);
    await screen.field('Channel ID for Allowed Channels').fill('112233445566778899');
    await screen.button('Add to Allowed Channels').click();
    await screen.text('Unsaved Changes');
    await screen.button('Save Settings').click();
    await screen.toast('Settings Updated', 'Channel settings have been saved successfully!');
    expect((await done(owner.client.get(`/api/bots/${bot}`))).body).toMatchObject({
      channelSettings: { allowedChannels: ['112233445566778899'] },
    });
  });

  it('the power button of the dashboard starts a bot, and a stop from elsewhere appears without a reload', async () => {
    const { token } = await product.stack.discord.addBot();
    await done(owner.client.patch(`/api/bots/${bot}`, { discordToken: token, channelSettings: { allowedChannels: [] } }));
    await page.goto('/dashboard');
    const card = page.getByRole('article', { name: 'Juniper' });
    await card.getByRole('button', { name: 'Start Bot' }).click();
    await screen.toast('Bot Started!', 'Juniper is now online');
    await done(owner.client.post(`/api/bots/${bot}/stop`));
    await card.getByText('Offline', { exact: true }).waitFor();
  });

  it('the tour creates the first bot and ends on the dashboard that shows it', async () => {
    await visitAs(await aPerson(product.stack));
    await page.goto('/dashboard');
    await screen.button('Start Tour').first().click();
    for (let step = 0; step < 3; step += 1) await screen.button('Next').click();
    await screen.field('Bot Name').fill('Wren');
    for (let step = 0; step < 4; step += 1) await screen.button('Next').click();
    await screen.button('Launch Bot').click();
    await screen.heading('Say hello to Wren');
    for (let step = 0; step < 2; step += 1) await screen.button('Next').click();
    await screen.button('Complete Tour').click();
    await screen.heading('Wren');
  });
});

describe('administration', () => {
  it('the super-admin changes the plan of a user, acts as the user, and finds both in the audit log', async () => {
    const root = await theSuperAdmin(product.stack);
    const user = await aPerson(product.stack, { who: 'theo' });
    const botId = await made(user, '/api/bots', { name: 'Amber' });
    await visitAs(await signInSuperAdmin(product.stack));
    const find = async (path: string): Promise<void> => {
      await page.goto(path);
      await page.getByLabel('Search by username or email').fill(user.username);
      await page.locator('.account').filter({ hasText: user.username }).last().waitFor();
    };
    await find('/admin/users');
    await screen.button(`Change the plan of ${user.username}`).click();
    await screen.dialog.getByLabel('Plan', { exact: true }).selectOption({ label: 'Premium' });
    await screen.button('Save Plan').click();
    await screen.toast('Subscription Updated', `${user.username} is on the Premium plan now.`);
    await find('/admin/impersonate');
    await screen.button(`Impersonate ${user.username}`).click();
    await screen.button('Start Impersonation').click();
    await page.waitForURL('**/dashboard');
    const banner = page.locator('.impersonation');
    await banner.getByText(`You are acting as ${user.username}, signed in as ${root.username}.`).waitFor();
    await page.goto(`/bots/${botId}`);
    await screen.heading(/^Amber/);
    await banner.getByRole('button', { name: 'End Impersonation' }).click();
    await page.waitForURL('**/admin');
    await page.goto('/admin/audit');
    const entries = page.getByRole('list', { name: 'Entries' });
    for (const action of ['Plan set', 'Impersonation started'])
      await entries.getByText(action, { exact: true }).first().waitFor();
  });
});
