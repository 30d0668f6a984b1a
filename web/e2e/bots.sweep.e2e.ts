import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Visitor } from './browser.js';
import { aBot, aPerson, done, givePlan, type Person } from './users.js';
import { theProduct } from './product.js';
import { screenOf, type Screen } from './screen.js';

const product = theProduct();

describe('bots', () => {
  let owner: Person;
  let visitor: Visitor;
  let page: Page;
  let screen: Screen;

  beforeAll(async () => {
    owner = await aPerson(product.stack);
    visitor = await product.visit(owner);
    page = visitor.page;
    screen = screenOf(page);
  });

  const botId = () => /\/bots\/([\w-]+)/.exec(page.url())?.[1] ?? '';

  it('a bot without a valid name is not created; the field says why and the form keeps its values', async () => {
    await page.goto('/create');
    await screen.heading('Create Your AI Companion');
    await screen.text('0 of 1 bots created');
    await screen.field('Bot Name').fill('Al');
    await screen.field('Description').fill('Knows the coast.');
    await screen.button('Create Bot').click();
    await screen.text('Bot name must be at least 3 characters');
    expect(await screen.field('Description').inputValue()).toBe('Knows the coast.');
    await screen.field('Bot Name').fill('Amber');
  });

  it('traits above the plan are disabled and marked with the plan that has them', async () => {
    await screen.text('(Standard Plan)');
    await screen.text('(Premium Plan)');
    expect(await page.getByRole('switch', { name: /^Witty/ }).isDisabled()).toBe(true);
    expect(await page.getByRole('switch', { name: /^Humor/ }).isDisabled()).toBe(false);
  });

  it('clicking Create Bot several times creates one bot', async () => {
    await screen.button('Create Bot').dblclick();
    await screen.toast('Bot created successfully');
    await screen.heading(/^Amber/);
    await screen.text('Knows the coast.');
    expect((await owner.client.get('/api/bots')).text.match(/"Amber"/g)).toHaveLength(1);
  });

  it('leaving the form with unsaved changes asks first', async () => {
    await screen.link('Edit Configuration').click();
    await screen.heading('Edit Amber');
    await screen.field('Description').fill('Half a thought');
    await screen.link('Back to Bot').click();
    await screen.heading('Leave without saving?');
    await screen.button('Keep editing').click();
    expect(await screen.field('Description').inputValue()).toBe('Half a thought');
  });

  it('changes on every tab of the edit form are saved', async () => {
    await screen.field('Bot Name').fill('Amber Light');
    await screen.tab('Settings').click();
    await screen.field('Instructions').fill('Be brief.');
    await screen.tab('Discord').click();
    await screen.field('Server ID').fill('12');
    await screen.button('Save Changes').click();
    await page
      .getByText(/17 to 20 digits/)
      .first()
      .waitFor();
    await screen.field('Server ID').fill('123456789012345678');
    await screen.button('Save Changes').click();
    await screen.toast('Bot Updated!', 'Bot updated successfully');
    await screen.heading(/^Amber Light/);
    await screen.text('123456789012345678');
    expect((await owner.client.get(`/api/bots/${botId()}`)).body).toMatchObject({
      name: 'Amber Light',
      instructions: 'Be brief.',
    });
  });

  it('a bot that another window changed is not overwritten without a decision', async () => {
    await screen.link('Edit Configuration').click();
    await screen.field('Description').fill('Mine');
    await done(owner.client.patch(`/api/bots/${botId()}`, { name: 'Amber Elsewhere' }));
    await screen.button('Save Changes').click();
    await screen.text('This bot was changed somewhere else while you were editing.');
    await screen.button('Keep my changes').click();
    await screen.toast('Your changes are on top of the latest settings now. Check them, and save.');
    expect(await screen.field('Bot Name').inputValue()).toBe('Amber Elsewhere');
    expect(await screen.field('Description').inputValue()).toBe('Mine');
    await screen.button('Save Changes').click();
    await screen.toast('Bot Updated!');
    await screen.heading(/^Amber Elsewhere/);
  });

  it('the create page at the limit offers a larger plan and leads back to the dashboard', async () => {
    await page.goto('/create');
    await screen.heading('Bot Limit Reached');
    await screen.text("You've reached your Free plan limit of 1 bot(s)");
    await screen.dialog.getByText('Upgrade Your Plan').waitFor();
    await screen.text("You've reached the limit of your Free plan.");
    await screen.dialog.getByRole('button', { name: 'Upgrade to Standard' }).waitFor();
    await screen.button('Not Now').click();
    await page.waitForURL('**/dashboard');
  });

  it('creating a bot fails with the limit message when another window used the last place', async () => {
    await givePlan(product.stack, owner.id, 'standard');
    await aBot(owner, 'Second');
    await page.goto('/create');
    await screen.field('Bot Name').fill('Third');
    await aBot(owner, 'Taken meanwhile');
    await screen.button('Create Bot').click();
    await screen.toast('Subscription Limit Reached', /maximum number of bots allowed on your current plan/);
    expect(await screen.field('Bot Name').inputValue()).toBe('Third');
  });

  it('the classic form creates a bot with sliders and a live preview', async () => {
    await givePlan(product.stack, owner.id, 'premium');
    await page.goto('/create/classic');
    await screen.heading('Create Your AI Companion');
    await screen.field('Bot Name').fill('Slider');
    const humor = page.getByRole('slider', { name: 'Humor' });
    expect(await humor.inputValue()).toBe('60');
    await humor.fill('20');
    await screen.heading('Live preview');
    await screen.button('Create Bot').click();
    await screen.toast('Bot created successfully');
    await screen.heading(/^Slider/);
    expect((await owner.client.get(`/api/bots/${botId()}`)).body).toMatchObject({
      personality: { humor: 20, friendliness: 75 },
    });
  });

  it('Reset Bot Data wipes conversations after the name is typed', async () => {
    await done(owner.client.post(`/api/bots/${botId()}/chat`, { message: 'Hello!' }));
    await page.reload();
    await page
      .getByText(/\b1 message\b/)
      .first()
      .waitFor();
    await screen.link('Settings').click();
    await screen.heading('Edit Slider');
    await screen.button('Reset Bot Data').click();
    const confirm = screen.dialog.getByRole('button', { name: 'Reset Bot Data' });
    expect(await confirm.isDisabled()).toBe(true);
    await screen.field('Type Slider to confirm').fill('Slider');
    await confirm.click();
    await screen.toast('Bot Data Reset');
    await screen.link('Overview').click();
    await page
      .getByText(/\b0 messages\b/)
      .first()
      .waitFor();
  });

  it('a bot is deleted after a confirmation', async () => {
    await screen.link('Settings').click();
    await screen.link('Delete Bot').click();
    await screen.heading('Delete Slider?');
    await screen.link('Cancel').click();
    await screen.heading(/^Slider/);
    await screen.link('Settings').click();
    await screen.link('Delete Bot').click();
    await screen.button('Delete Bot').click();
    await screen.toast('Bot deleted');
    await page.waitForURL(`${product.stack.baseUrl}/`);
  });

  it('the page of a foreign bot shows Bot Not Found', async () => {
    const foreign = await aBot(await aPerson(product.stack, { who: 'theo' }), 'Foreign');
    for (const tool of ['', '/edit', '/chat', '/channel', '/connect', '/delete', '/knowledge', '/systems']) {
      await page.goto(`/bots/${foreign}${tool}`);
      await screen.heading('Bot Not Found');
    }
    await page.goto(`/bots/${foreign}/analytics`);
    await page.getByRole('heading', { name: /Bot Not Found|Analytics Not Available/ }).waitFor();
    await page.goto(`/bots/${foreign}/commands`);
    await screen.heading('Bot not found');
    await screen.link('Return to Dashboard').click();
    await page.waitForURL('**/dashboard');
    for (const missing of ['00000000-0000-4000-8000-000000000000', 'no-id']) {
      await page.goto(`/bots/${missing}`);
      await screen.heading('Bot Not Found');
    }
    await screen.link('Back to Dashboard').click();
    await page.waitForURL('**/dashboard');
  });
});
