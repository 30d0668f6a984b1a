import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Visitor } from './browser.js';
import { aBot, aPerson, done, made, type Person } from './users.js';
import { theProduct } from './product.js';
import { screenOf, type Screen } from './screen.js';

const NOT_REACHED = 'Kith cannot be reached. Please check your connection.';
const IN_USE = 'This Discord bot is already connected to another companion.';

const product = theProduct();
let owner: Person;
let bot: string;
let discordToken: string;
let visitor: Visitor;
let page: Page;
let screen: Screen;

beforeAll(async () => {
  owner = await aPerson(product.stack, { plan: 'standard' });
  ({ token: discordToken } = await product.stack.discord.addBot({ name: 'Juniper' }));
  bot = await aBot(owner, 'Juniper', { discordToken });
  visitor = await product.visit(owner);
  page = visitor.page;
  screen = screenOf(page);
});

const inDialog = (button: string) => screen.dialog.getByRole('button', { name: button, exact: true });

const next = async (times: number): Promise<void> => {
  for (let time = 0; time < times; time++) await screen.button('Next').click();
};
async function startTour(steps: number): Promise<void> {
  await page.goto('/dashboard');
  await screen.button('Start Tour').first().click();
  await next(steps);
}

describe('a refused save, start, stop or deletion of a bot', () => {
  it('a bot with a token that is in use is not created and the form keeps its values', async () => {
    await page.goto('/create');
    await screen.field('Bot Name').fill('Amber');
    await screen.tab('Discord').click();
    await screen.field('Discord Token').fill(discordToken);
    await screen.button('Create Bot').click();
    await screen.toast('Failed to create bot', IN_USE);
    await screen.problem('Discord Token', IN_USE);
    expect(await screen.field('Discord Token').inputValue()).toBe(discordToken);
  });

  it('a bot is not changed to a token that is in use', async () => {
    const other = await aBot(owner, 'Quill');
    await page.goto(`/bots/${other}/edit`);
    await screen.tab('Discord').click();
    await screen.field('Discord Token').fill(discordToken);
    await screen.button('Save Changes').click();
    await screen.toast('Update Failed', IN_USE);
    await screen.text('Failed to update bot');
  });

  it('a bot with a token that Discord refuses is not started', async () => {
    const other = await aBot(owner, 'Max', { discordToken: 'this-is-no-token-of-discord' });
    await page.goto(`/bots/${other}`);
    await screen.button('Start Bot').click();
    await screen.toast('Failed to Start Bot', /^Discord refused the token\./);
    await done(owner.client.delete(`/api/bots/${other}`));
  });

  it('a stop without a connection fails and says so', async () => {
    await done(owner.client.post(`/api/bots/${bot}/start`));
    await page.goto(`/bots/${bot}`);
    await screen.button('Stop Bot').waitFor();
    visitor.expects(/ERR_INTERNET_DISCONNECTED|WebSocket/);
    await page.context().setOffline(true);
    await screen.button('Stop Bot').click();
    await screen.toast('Failed to Stop Bot', NOT_REACHED);
    await page.context().setOffline(false);
    await screen.button('Stop Bot').click();
    await screen.toast('Bot Stopped', 'Juniper is now offline');
  });

  it('a bot that was deleted in another window cannot be deleted again', async () => {
    const gone = await aBot(owner, 'Gone');
    await page.goto(`/bots/${gone}/delete`);
    await screen.heading('Delete Gone?');
    await done(owner.client.delete(`/api/bots/${gone}`));
    await screen.button('Delete Bot').click();
    await screen.toast('Failed to delete bot', 'Not found.');
  });

  it('channel settings of a bot that was deleted elsewhere cannot be saved', async () => {
    const gone = await aBot(owner, 'Gone');
    await page.goto(`/bots/${gone}/channel`);
    await screen.field('Dedicated Channel ID').fill('112233445566778899');
    await done(owner.client.delete(`/api/bots/${gone}`));
    await screen.button('Save Settings').click();
    await screen.toast('Update Failed', 'Failed to update channel settings: Not found.');
  });
});

describe('an invalid value is reported at its field', () => {
  const SHORT = 'Bot name must be at least 3 characters';
  const ID = 'Must be a Discord ID (17 to 20 digits)';

  it.each(['/create', '/create/classic'])('in the form of a new bot on %s', async (path) => {
    await page.goto(path);
    await screen.field('Bot Name').fill(' Al ');
    await screen.button('Create Bot').click();
    await screen.problem('Bot Name', SHORT);
    await screen.field('Bot Name').fill('Amber');
    await screen.tab('Discord').click();
    await screen.field('Server ID').fill('12');
    await screen.button('Create Bot').click();
    await screen.problem('Server ID', ID);
  });

  it('for the name in the tour', async () => {
    await startTour(3);
    await screen.field('Bot Name').fill('Al');
    await screen.button('Next').click();
    await screen.problem('Bot Name', SHORT);
  });

  it('in the channel settings', async () => {
    await done(owner.client.patch(`/api/bots/${bot}`, { channelSettings: { moderationMode: true } }));
    await page.goto(`/bots/${bot}/channel`);
    for (const [tab, label, wrong, words] of [
      ['Behavior', 'Response Delay (seconds)', '31', 'Must be a whole number from 0 to 30'],
      ['Behavior', 'Max Messages per Minute', '61', 'Must be a whole number from 1 to 60'],
      ['Moderation', 'Warning Threshold', '11', 'Must be a whole number from 1 to 10'],
      ['Moderation', 'Timeout Duration (minutes)', '1441', 'Must be a whole number from 1 to 1,440'],
    ] as const) {
      await screen.tab(tab).click();
      await screen.field(label).fill(wrong);
      await screen.button('Save Settings').click();
      await screen.problem(label, words);
      await screen.field(label).fill('7');
    }
  });

  it('in the dialog of a command', async () => {
    await page.goto('/custom-commands');
    await screen.field('Trigger').fill('!two words');
    await screen.button('Create Command').click();
    await screen.problem('Name', 'Please enter a name');
    await screen.problem('Trigger', 'A trigger has no spaces');
    await screen.problem('Description', 'Please enter a description');
  });
});

describe('tour refusals', () => {
  const launch = async (name: string, token: string): Promise<void> => {
    await startTour(3);
    await screen.field('Bot Name').fill(name);
    await next(3);
    await screen.field('Discord Token').fill(token);
    await next(1);
  };

  beforeAll(() => visitor.expects(/40[39].*\/api\/bots$/));

  it('the tour leads back to the step whose value was refused', async () => {
    await launch('Amber', discordToken);
    await screen.button('Launch Bot').click();
    await screen.toast('Oops! Something went wrong', "Let's try creating your bot again!");
    await screen.heading('Where does it live?');
    await screen.text(IN_USE);
  });

  it('the tour reports the limit when another window used the last place', async () => {
    await launch('Amber', '');
    await screen.heading('Ready to launch?');
    await aBot(owner, 'Faster');
    await screen.button('Launch Bot').click();
    await screen.toast(
      'Subscription Limit Reached',
      "You've reached the maximum number of bots allowed on your current plan. Please upgrade to create more bots.",
    );
  });
});

describe('a refused command', () => {
  it('learning, changing or removing a command that another window changed is refused', async () => {
    const learned = await made(owner, `/api/bots/${bot}/commands`, { commandId: 'ping' });
    await page.goto(`/bots/${bot}/commands`);
    await screen.button('Remove Ping').waitFor();
    await made(owner, `/api/bots/${bot}/commands`, { commandId: 'roll' });
    await screen.button('Add Roll').click();
    await screen.toast('Failed to Add Command', 'This bot has already learned this command.');
    await screen.button('Remove Roll').waitFor();

    await screen.button('Configure Ping').click();
    await done(owner.client.delete(`/api/bots/${bot}/commands/${learned}`));
    await inDialog('Save Changes').click();
    await screen.toast('Failed to Update Command', 'Not found.');
    await inDialog('Cancel').click();
    await screen.button('Remove Ping').click();
    await screen.toast('Failed to Remove Command', 'Not found.');
    await screen.button('Add Ping').waitFor();
  });

  it('a custom command with the trigger of another one is refused', async () => {
    await made(owner, '/api/user-commands', {
      name: 'Dice',
      trigger: '!dice',
      description: 'Rolls a die',
      code: 'export default () => ({ success: true });',
    });
    await page.goto('/custom-commands');
    await screen.field('Name').fill('Cube');
    await screen.field('Trigger').fill('!DICE');
    await screen.field('Description').fill('Rolls a die, too');
    await screen.button('Create Command').click();
    const taken = "The trigger !DICE is already used by 'Dice' in your custom commands.";
    await screen.toast('Failed to create command', taken);
    await screen.problem('Trigger', taken);
  });
});
