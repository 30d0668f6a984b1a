import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { aBot, aPerson, givePlan, made, type Person } from './users.js';
import { theProduct } from './product.js';
import { screenOf, type Screen } from './screen.js';

const product = theProduct();

describe('knowledge page', () => {
  let owner: Person;
  let bot: string;
  let page: Page;
  let screen: Screen;

  beforeAll(async () => {
    owner = await aPerson(product.stack);
    bot = await aBot(owner, 'Juniper');
    ({ page } = await product.visit(owner));
    screen = screenOf(page);
  });

  const add = () => screen.dialog.getByRole('button', { name: 'Add Knowledge', exact: true });
  const inDialog = (label: string) => screen.dialog.getByLabel(label, { exact: true });
  const row = (title: string) => page.getByRole('list', { name: 'Knowledge items' }).getByRole('button', { name: title });

  it('an empty page takes the first text', async () => {
    await page.goto(`/bots/${bot}/knowledge`);
    await screen.heading('Nothing taught yet');
    await screen.button('Add Knowledge').first().click();
    expect(await add().isDisabled()).toBe(true);
    await inDialog('Title').fill('Game nights');
    expect(await add().isDisabled()).toBe(true);
    await inDialog('Content').fill('Every Friday at 8 pm.');
    await inDialog('Tags').fill(' events , , weekly ');
    await add().click();
    await screen.toast('Knowledge Added!');
  });

  it('an item is shown in the brain and in the list with its tags', async () => {
    await page.getByRole('button', { name: /^Game nights, Text/ }).waitFor({ state: 'attached' });
    await screen.button('List').click();
    await row('Game nights').getByText('Ready').waitFor();
    await row('Game nights').getByText('weekly').waitFor();
  });

  it('an item is changed, and dropping changes asks first', async () => {
    await row('Game nights').click();
    await screen.dialog.locator('#knowledge_title:focus').waitFor();
    await inDialog('Content').fill('Every Saturday at 8 pm.');
    await page.keyboard.press('Escape');
    await screen.heading('Leave without saving?');
    await screen.button('Keep editing').click();
    await screen.dialog.getByRole('button', { name: 'Save Changes' }).click();
    await screen.toast('Knowledge Updated!');
    await row('Game nights').getByText('Every Saturday at 8 pm.').waitFor();
  });

  it('an uploaded file is processed in the background and becomes ready', async () => {
    await screen.button('Add Knowledge').first().click();
    await screen.dialog.getByText('File', { exact: true }).click();
    await page.locator('input[type=file]').setInputFiles({
      name: 'tides.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('High water at noon, low water at six.'),
    });
    expect(await inDialog('Title').inputValue()).toBe('tides.txt');
    await add().click();
    await screen.toast('Knowledge Added!');
    await row('tides.txt').getByText('Ready').waitFor();
  });

  it('files that cannot be read are reported', async () => {
    await screen.button('Add Knowledge').first().click();
    await screen.dialog.getByText('File', { exact: true }).click();
    await page.locator('input[type=file]').setInputFiles({
      name: 'old.doc',
      mimeType: 'application/msword',
      buffer: Buffer.from('old'),
    });
    await screen.text('Old Word files (.doc) cannot be read. Please save it as .docx.');
    expect(await add().isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await screen.button('Discard changes').click();
  });

  it('the edit dialog shows the stored text, in another window too', async () => {
    const content = `${'Questions go to the moderators. '.repeat(300)}Answers come by owl.`;
    await made(owner, `/api/bots/${bot}/knowledge`, { title: 'House rules', content, type: 'text' });
    await page.reload();
    await row('House rules').click();
    const field = inDialog('Content');
    await field.waitFor();
    expect(await field.inputValue()).toBe(content);
    await page.keyboard.press('Escape');
    await screen.dialog.waitFor({ state: 'hidden' });
  });

  it('the filter finds items by word, type and tag and says when none matches', async () => {
    const search = page.getByLabel('Search title, content and tags');
    // What the list does not show of it, in the other case.
    await search.fill('BY OWL');
    await screen.text('1 item found');
    await row('House rules').waitFor();
    expect(await row('tides.txt').count()).toBe(0);
    await search.fill('high water');
    await row('tides.txt').waitFor();
    await row('House rules').waitFor({ state: 'hidden' });
    await search.fill('nobody said that');
    await screen.heading('Nothing matches');
    await screen.button('Show everything').click();
    await row('tides.txt').waitFor();
  });

  it('an item is deleted after a confirmation', async () => {
    await row('tides.txt').click();
    await screen.dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await screen.heading('Delete tides.txt?');
    await screen.button('Delete Knowledge').click();
    await screen.toast('Knowledge Deleted');
    await row('tides.txt').waitFor({ state: 'hidden' });
  });

  it('after a downgrade with more items than the plan holds, titles stay visible beside the offer of a larger plan', async () => {
    await givePlan(product.stack, owner.id, 'standard');
    for (let n = 0; n < 6; n += 1) await made(owner, `/api/bots/${bot}/knowledge`, { title: `Filler ${n}`, content: 'Words.' });
    await givePlan(product.stack, owner.id, 'free');
    await page.reload();
    await screen.heading('It knows more than your plan holds');
    await screen.text('Game nights');
    expect(await screen.button('Add Knowledge').count()).toBe(0);
    await screen.link('Upgrade to Add Knowledge').click();
    await page.waitForURL('**/pricing');
  });
});
