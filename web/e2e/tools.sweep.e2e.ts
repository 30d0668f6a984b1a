import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { aBot, aPerson, made, type Person } from './users.js';
import { theProduct } from './product.js';
import { screenOf, type Screen } from './screen.js';

const product = theProduct();
let owner: Person;
let bot: string;
let page: Page;
let screen: Screen;

beforeAll(async () => {
  owner = await aPerson(product.stack, { plan: 'standard' });
  bot = await aBot(owner, 'Juniper');
  ({ page } = await product.visit(owner));
  screen = screenOf(page);
});

// Near the top of the panel: a page that scrolls during a drag drops on the wrong element.
const HEAD = { targetPosition: { x: 60, y: 30 } };
const brain = () => page.getByRole('region', { name: "Juniper's brain" });

describe('commands page', () => {
  const learned = () => page.getByRole('list', { name: 'Learned commands' });

  it('a bot without commands shows an empty brain', async () => {
    await page.goto(`/bots/${bot}/commands`);
    await screen.heading("Your bot's brain is empty");
  });

  it('a clicked command is learned and leaves the list of available commands', async () => {
    await screen.button('Add Ping').click();
    await screen.toast('Command Added!', 'Juniper has learned Ping.');
    await learned().getByText('!ping').waitFor();
    expect(await screen.button('Add Ping').count()).toBe(0);
  });

  it('a dragged command is learned', async () => {
    await page.locator('.offer').filter({ hasText: 'Roll' }).dragTo(brain(), HEAD);
    await screen.toast('Command Added!', 'Juniper has learned Roll.');
    await learned().getByText('!roll').waitFor();
  });

  it('a command is learned with the keyboard', async () => {
    await screen.button('Add Coin Flip').focus();
    await page.keyboard.press('Enter');
    await screen.toast('Command Added!', 'Juniper has learned Coin Flip.');
    await learned().getByText('!coinflip').waitFor();
  });

  it('commands are found by word and category', async () => {
    await page.getByLabel('Search commands...').fill('mysteriously');
    await screen.button('Add Help').waitFor({ state: 'hidden' });
    await screen.button('Add 8-Ball').waitFor();
    await screen.button('Moderation').click();
    await screen.heading('No commands found');
    await screen.button('Show all commands').click();
    await screen.button('Add Help').waitFor();
  });

  it('a trigger that another command has is refused', async () => {
    await screen.button('Configure Ping').click();
    const trigger = screen.dialog.getByLabel('Custom trigger');
    await trigger.fill('!roll');
    await screen.dialog.getByRole('button', { name: 'Save Changes' }).click();
    await screen.toast('Failed to Update Command', /Roll/);
    await screen.dialog
      .locator('form')
      .getByText(/!roll is already used by 'Roll'/)
      .waitFor();
    await trigger.fill('!pong');
    await screen.dialog.getByRole('switch', { name: 'Active' }).click();
    await screen.dialog.getByRole('button', { name: 'Save Changes' }).click();
    await screen.toast('Command Updated!');
    await learned().getByText('!pong').waitFor();
    await screen.text('Disabled');
  });

  it('a changed command can be reset and removed', async () => {
    await screen.button('Configure Ping').click();
    await screen.dialog.getByRole('button', { name: 'Reset' }).click();
    await screen.dialog.getByRole('button', { name: 'Save Changes' }).click();
    await screen.toast('Command Updated!');
    await learned().getByText('!ping').waitFor();
    await screen.button('Remove Ping').click();
    await screen.toast('Command Removed', 'Juniper has forgotten Ping.');
    await screen.button('Add Ping').waitFor();
  });
});

describe('systems page', () => {
  it('a clicked system is installed and its settings open', async () => {
    await page.goto(`/bots/${bot}/systems`);
    await screen.heading("Your bot's brain is empty");
    await screen.button('Install Reaction Roles').click();
    await screen.toast('System Installed!', 'Reaction Roles is in your bot now.');
    const most = screen.field('Maximum roles');
    expect(await most.inputValue()).toBe('5');
    await most.fill('999');
    await screen.button('Save Settings').click();
    await page.getByText('Must be a whole number from 1 to 50').waitFor();
    await most.fill('7');
    await screen.button('Save Settings').click();
    await screen.toast('Settings Updated');
  });

  it('a dragged system is installed', async () => {
    // The first one: the page need not scroll.
    await page.locator('.offer').filter({ hasText: 'Auto Moderation' }).dragTo(brain(), HEAD);
    await screen.toast('System Installed!', /Auto Moderation/);
  });

  it('a system that another window installed is refused', async () => {
    await made(owner, `/api/bots/${bot}/systems`, { systemId: 'support-tickets' });
    await screen.button('Install Support Tickets').click();
    await screen.toast('System Already Installed', 'Support Tickets is already in your bot.');
  });

  it('settings of a system are stored on the server and can be reset and removed', async () => {
    const other = screenOf((await product.visit(owner)).page);
    const elsewhere = other.field('Maximum roles');
    await elsewhere.page().goto(`/bots/${bot}/systems`);
    await other.button('Configure Reaction Roles').click();
    expect(await elsewhere.inputValue()).toBe('7');
    await other.button('Reset to Default').click();
    await other.toast('Settings Reset');
    expect(await elsewhere.inputValue()).toBe('5');
    await other.button('Remove System').click();
    await other.toast('System Removed');
    await other.button('Install Reaction Roles').waitFor();
  });
});

describe('custom commands page', () => {
  const CODE =
    'export default ({ args }) => { console.log("rolled"); return { success: true, response: `You rolled ${args[0]}`, shouldReply: true }; };';
  const editor = () => page.getByRole('textbox', { name: 'Code', exact: true });

  it('a missing field is reported at the field', async () => {
    await page.goto('/custom-commands');
    await screen.heading('No custom commands yet');
    await screen.button('Create Command').click();
    await page.getByText('Please enter a trigger').waitFor();
    await screen.field('Name').fill('Dice');
    await screen.field('Trigger').fill('!dice');
    await screen.field('Description').fill('Rolls a die');
  });

  it('code with a syntax error is not saved', async () => {
    await editor().fill('export default () => {');
    await screen.button('Test Syntax').click();
    await screen.toast('Syntax Error');
    await screen.button('Create Command').click();
    await screen.toast('Invalid JavaScript syntax');
    await editor().fill(CODE);
    await screen.button('Test Syntax').click();
    await screen.toast('Code syntax is valid!');
  });

  it('the code editor replaces all code without a content security policy violation', async () => {
    await editor().click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('x');
    await expect(editor().textContent()).resolves.toBe('x');
    await editor().fill(CODE);
  });

  it('a test run shows the result from the sandbox', async () => {
    await screen.field('What a member writes').fill('!dice 6');
    await screen.button('Run').click();
    await screen.text('You rolled 6');
    await page.getByRole('list', { name: 'Log' }).getByText('rolled').waitFor();
  });

  it('a created command can be learned by a bot', async () => {
    await screen.button('Create Command').click();
    await screen.toast('Custom command created successfully!');
    await screen.button('Edit Dice').waitFor();
    await page.goto(`/bots/${bot}/commands`);
    await screen.button('Custom').click();
    await screen.button('Add Dice').click();
    await screen.toast('Command Added!', 'Juniper has learned Dice.');
  });

  it('a command is changed and deleted after a confirmation', async () => {
    await page.goto('/custom-commands');
    await screen.button('Edit Dice').click();
    await screen.heading('Edit Dice');
    await screen.field('Description').fill('Rolls a die well');
    await screen.button('Save Changes').click();
    await screen.toast('Custom command updated');
    await screen.button('Delete Dice').click();
    await screen.heading('Delete Dice?');
    await screen.button('Delete Command').click();
    await screen.toast('Custom command deleted');
    await screen.heading('No custom commands yet');
  });
});
