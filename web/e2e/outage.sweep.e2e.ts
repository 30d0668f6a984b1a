import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { ROUTES } from '../src/lib/paths.js';
import type { Visitor } from './browser.js';
import { NOT_RUNNING, OUTAGES, settle, STOPPED, type OutageUsers, type Outage, type Stopped } from './outages.js';
import { theProduct } from './product.js';
import { screenOf, type Screen } from './screen.js';

// Services of a server that runs elsewhere cannot be stopped from here.
const ELSEWHERE = process.env['E2E_BASE_URL'];
const describeHere = ELSEWHERE ? describe.skip : describe;
const OUTAGE = /status of 50\d/;

describeHere(
  `while a service is away${ELSEWHERE ? ' (skipped: E2E_BASE_URL names a server that cannot be switched off)' : ''}`,
  () => {
    const product = theProduct();
    let home: OutageUsers;
    let owner: Visitor;
    let root: Visitor;

    beforeAll(async () => {
      home = await settle(product.stack);
      [owner, root] = await Promise.all([aWindow(home.owner), aWindow(home.root)]);
    });

    async function aWindow(person?: { readonly token: string }): Promise<Visitor> {
      const visitor = await product.visit(person);
      visitor.expects(OUTAGE);
      return visitor;
    }

    const stop = (name: Stopped) => product.stack.stopService?.(name);

    /** Opens the page before the service is stopped. */
    async function opened(path: string, heading: string | RegExp): Promise<{ page: Page; screen: Screen }> {
      const { page } = await aWindow(home.owner);
      const screen = screenOf(page);
      await page.goto(path);
      await screen.heading(heading);
      return { page, screen };
    }

    /** Every page that needs the service says that it is unavailable and offers a way on. */
    async function everyPageSaysSo(service: Stopped): Promise<void> {
      const outages = Object.values(OUTAGES).flatMap((each) => (typeof each === 'string' ? [] : each));
      const mine = outages.filter(({ without }) => without === service);
      // Both at once, in two windows.
      await Promise.all(
        [owner, root].map(async ({ page }, at) => {
          const who = at === 0 ? 'owner' : 'root';
          for (const each of mine.filter(({ as }) => as === who)) await saysSo(page, each);
        }),
      );
    }

    async function saysSo(page: Page, { path, heading, reads, again, link }: Outage): Promise<void> {
      const screen = screenOf(page);
      await page.goto(path(home));
      const stands = async (): Promise<void> => {
        await screen.heading(heading);
        for (const text of reads) await screen.text(text);
        // No spinner stays.
        await page.locator('.spinner, .spinner-page, .skeleton').first().waitFor({ state: 'detached' });
      };
      await stands();
      if (again) {
        await screen.button(again).first().click();
        await stands();
      }
      if (!link) return;
      const [name, to] = link;
      await screen.link(name).click();
      await page.waitForURL(({ pathname }) => pathname.endsWith(to));
    }

    it('every route has an expectation for each service', () => {
      expect(Object.keys(OUTAGES).toSorted()).toEqual(Object.keys(ROUTES).toSorted());
      const named = Object.values(OUTAGES).flatMap((each) => (typeof each === 'string' ? [] : each));
      expect(STOPPED.filter((name) => !named.some(({ without }) => without === name))).toEqual(['sandbox']);
    });

    it('without bot-runner a start fails and is taken back; without sandbox a command that cannot be checked is kept in the form', async () => {
      const [bot, commands] = await Promise.all([
        opened(`/bots/${home.juniper}`, /^Juniper/),
        opened('/custom-commands', 'Custom Commands'),
      ]);
      await stop('bot-runner');
      await bot.screen.button('Start Bot').click();
      await bot.screen.text('Starting');
      // Meanwhile.
      await stop('sandbox');
      const { screen } = commands;
      await screen.field('Name').fill('Greet');
      await screen.field('Trigger').fill('!greet');
      await screen.field('Description').fill('Says hello');
      await screen.button('Run').click();
      await screen.toast('Test run failed', NOT_RUNNING);
      await screen.button('Create Command').click();
      await screen.toast('Failed to create command', NOT_RUNNING);
      expect(await screen.field('Description').inputValue()).toBe('Says hello');
      await bot.screen.toast('Juniper is starting');
      await bot.screen.button('Stop Bot').click();
      await bot.screen.toast('Bot Stopped', 'Juniper is now offline');
      await bot.screen.button('Start Bot').waitFor();
      for (const { page } of [bot, commands]) await page.close();
      await everyPageSaysSo('bot-runner');
    });

    it('without knowledge the text of a new item is kept in the dialog', async () => {
      const { page, screen } = await opened(`/bots/${home.juniper}/knowledge`, 'What Juniper knows');
      await screen.button('Add Knowledge').first().click();
      await screen.dialog.getByLabel('Title', { exact: true }).fill('Game nights');
      await screen.dialog.getByLabel('Content', { exact: true }).fill('Every Friday at 8 pm.');
      await stop('knowledge');
      await screen.dialog.getByRole('button', { name: 'Add Knowledge', exact: true }).click();
      await screen.dialog.getByText(NOT_RUNNING).waitFor();
      expect(await screen.dialog.getByLabel('Content', { exact: true }).inputValue()).toBe('Every Friday at 8 pm.');
      await page.close();
      await everyPageSaysSo('knowledge');
    });

    it('without chat the message stays in the input', async () => {
      const { page, screen } = await opened(`/bots/${home.juniper}/chat`, 'Juniper');
      await screen.field('Message Juniper').fill('When is high water?');
      await stop('chat');
      await page.keyboard.press('Enter');
      await screen.toast('Error', NOT_RUNNING);
      await screen.text('Your message was not sent');
      expect(await screen.field('Message Juniper').inputValue()).toBe('When is high water?');
      await screen.button('Retry').click();
      await screen.button('Retry').waitFor();
      await page.close();
      await everyPageSaysSo('chat');
    });

    it('without billing nothing can be bought and a bot can still be created', async () => {
      const [credits, pricing, create] = await Promise.all([
        opened('/credits', '500 Credits'),
        opened('/pricing', 'Plans for every community'),
        opened('/create', 'Create Your AI Companion'),
      ]);
      await create.screen.field('Bot Name').fill('Max');
      await stop('billing');
      await credits.screen.button('Buy Credits Now').click();
      await credits.screen.toast('Checkout Error', NOT_RUNNING);
      await pricing.screen.button('Choose Premium').click();
      await pricing.screen.button('Proceed to Checkout').click();
      await pricing.screen.dialog.getByText(NOT_RUNNING).first().waitFor();
      await create.screen.button('Create Bot').click();
      await create.screen.toast('Bot created successfully');
      for (const { page } of [credits, pricing, create]) await page.close();
      await everyPageSaysSo('billing');
    });

    it('without bots the screen and typed values stay', async () => {
      const at = `/bots/${home.juniper}`;
      const [dashboard, edit, channel, remove, tools] = await Promise.all([
        opened('/dashboard', 'Juniper'),
        opened(`${at}/edit`, 'Edit Juniper'),
        opened(`${at}/channel`, 'Channel Settings'),
        opened(`${at}/delete`, 'Delete Juniper?'),
        opened(`${at}/commands`, 'Juniper'),
      ]);
      await edit.screen.field('Description').fill('Knows the coast.');
      await channel.screen.field('Dedicated Channel ID').fill('112233445566778899');
      await stop('bots');
      await edit.screen.button('Save Changes').click();
      await edit.screen.toast('Update Failed', NOT_RUNNING);
      expect(await edit.screen.field('Description').inputValue()).toBe('Knows the coast.');
      await channel.screen.button('Save Settings').click();
      await channel.screen.toast('Update Failed', `Failed to update channel settings: ${NOT_RUNNING}`);
      expect(await channel.screen.field('Dedicated Channel ID').inputValue()).toBe('112233445566778899');
      await remove.screen.button('Delete Bot').click();
      await remove.screen.toast('Failed to delete bot', NOT_RUNNING);
      await tools.screen.button('Add Ping').click();
      await tools.screen.toast('Failed to Add Command', NOT_RUNNING);
      await dashboard.screen.text(NOT_RUNNING);
      await dashboard.screen.heading('Juniper');
      for (const { page } of [dashboard, edit, channel, remove, tools]) await page.close();
      await everyPageSaysSo('bots');
      // Nearly every page needs this service, and each repeats its reads once.
    }, 120_000);

    it('without auth nobody signs in or out', async () => {
      const { page, screen } = await opened('/settings', 'Settings & Preferences');
      await screen.field('Username').fill('moira-of-the-coast');
      const { page: outside } = await aWindow();
      const visitor = screenOf(outside);
      await outside.goto('/auth');
      await visitor.field('Username').fill('moira-of-the-coast');
      await visitor.field('Password').fill('correct horse');
      await stop('auth');
      await screen.button('Save Changes').click();
      await screen.toast('Failed to update profile', NOT_RUNNING);
      expect(await screen.field('Username').inputValue()).toBe('moira-of-the-coast');
      await screen.button('Logout').click();
      await screen.toast('Logout failed', NOT_RUNNING);
      await visitor.button('Login').click();
      await visitor.toast('Login failed', NOT_RUNNING);
      expect(await visitor.field('Password').inputValue()).toBe('correct horse');
      await page.close();
      await everyPageSaysSo('auth');
      await owner.page.goto('/');
      await screenOf(owner.page).link('Go to Dashboard').waitFor();
    });
  },
);
