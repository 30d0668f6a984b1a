import { beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@kith/kit/testing';
import type { Locator, Page } from 'playwright-core';
import { picture } from './picture.js';
import { theProduct, type Product } from './product.js';
import { screenOf, type Screen } from './screen.js';
import { aBot, aPerson, made, type Person } from './users.js';

const POOL =
  'Das Hallenbad von Port Amber wurde 1931 von der Architektin Clara Voss gebaut. Am Sonntag ist es von zehn bis vier Uhr geöffnet.';
const MUSEUM = 'Das Museum von Port Amber zeigt alte Schiffe. Am Sonntag ist es von zwölf bis sechs Uhr geöffnet.';
const BAKERY = 'Die Bäckerei Nordlicht verkauft am Freitag Roggenbrot mit Kümmel für vier Euro.';
// Read from a page, as a picture of it would need a font that few machines have.
const NOTICE = `<html lang="ja"><head><title>港の博物館</title></head><body><nav>ホーム</nav>
  <main><h1>港の博物館</h1><p>港の博物館は月曜日が休みです。入場料は五百円です。</p></main></body></html>`;
const FERRY = 'At nine and at three, every day.';
const BERTH = 'A berth in the harbour costs thirty crowns a night.';

/** The chat of a companion. */
class Chat {
  private readonly screen: Screen;

  constructor(
    private readonly page: Page,
    private readonly name: string,
  ) {
    this.screen = screenOf(page);
  }

  /** The reply to a message, when it is complete. */
  async ask(message: string): Promise<Locator> {
    const own = this.page.locator('.message[data-own="true"]');
    const before = await own.count();
    const input = this.screen.field(`Message ${this.name}`);
    await input.fill(message);
    await input.press('Enter');
    await own.nth(before).getByText(message, { exact: true }).waitFor();
    await this.screen.button('Send message').waitFor();
    return this.page.locator('.message[data-own="false"]').last();
  }
}

const sourceOf = (reply: Locator, title: string): Locator => reply.locator('.footnotes').getByText(title);

async function open(product: Product, owner: Person) {
  const { page } = await product.visit(owner);
  return { page, screen: screenOf(page) };
}

describe('a companion that its owner teaches', () => {
  const product = theProduct({ website: { '/museum': NOTICE } });
  let owner: Person;
  let bot: string;
  let page: Page;
  let screen: Screen;
  let chat: Chat;

  beforeAll(async () => {
    owner = await aPerson(product.stack, { plan: 'standard' });
    bot = await aBot(owner, 'Amber', { description: 'Knows the coast.' });
    await made(owner, `/api/bots/${bot}/knowledge`, { title: 'Museum', content: MUSEUM, type: 'text' });
    ({ page, screen } = await open(product, owner));
    chat = new Chat(page, 'Amber');
  });

  /** A page of one text, in large letters. */
  async function printed<T>(text: string, print: (paper: Page) => Promise<T>): Promise<T> {
    const paper = await page.context().newPage();
    await paper.setContent(`<body style="background: white; color: black; font-size: 40px; margin: 40px"><p>${text}`);
    const result = await print(paper);
    await paper.close();
    return result;
  }

  async function upload(name: string, mimeType: string, buffer: Buffer): Promise<void> {
    await screen.button('Add Knowledge').first().click();
    await screen.dialog.getByText('File', { exact: true }).click();
    await page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
    await screen.dialog.getByRole('button', { name: 'Add Knowledge', exact: true }).click();
    await screen.toast('Knowledge Added!');
    await becomesReady(name);
  }

  async function becomesReady(title: string): Promise<Locator> {
    const item = page.getByRole('list', { name: 'Knowledge items' }).getByRole('button', { name: title });
    await item.getByText('Ready').waitFor();
    return item;
  }

  it('reads an uploaded PDF and the text in an uploaded picture', async () => {
    await page.goto(`/bots/${bot}/knowledge`);
    await screen.button('List').click();
    await upload('hallenbad.pdf', 'application/pdf', await printed(POOL, (paper) => paper.pdf()));
    await upload('brot.png', 'image/png', await printed(BAKERY, (paper) => paper.screenshot()));
  });

  it('reads the page of a URL, and says why it cannot read one in the network of the installation', async () => {
    const teach = async (title: string, address: string): Promise<void> => {
      await screen.button('Add Knowledge').first().click();
      await screen.dialog.getByText('URL', { exact: true }).click();
      await screen.dialog.getByLabel('Title', { exact: true }).fill(title);
      await screen.dialog.getByLabel('Address', { exact: true }).fill(address);
      await screen.dialog.getByRole('button', { name: 'Add Knowledge', exact: true }).click();
      await screen.toast('Knowledge Added!');
    };
    await teach('Hafenmuseum', `${product.website.address}/museum`);
    const item = await becomesReady('Hafenmuseum');
    await item.getByText(/入場料は五百円/).waitFor();
    await teach('Intern', 'http://127.0.0.1/');
    const refused = page.getByRole('list', { name: 'Knowledge items' }).getByRole('button', { name: /^Intern/ });
    await refused.getByText(/not on the public internet/).waitFor();
  });

  it('answers a question in German from the PDF and names it as the source', async () => {
    await page.goto(`/bots/${bot}/chat`);
    const reply = await chat.ask('Wann wurde das Hallenbad gebaut?');
    await reply.getByText(/1931/).first().waitFor();
    await sourceOf(reply, 'hallenbad.pdf').waitFor();
  });

  it('answers a follow-up that names its subject by a pronoun from the same source', async () => {
    const reply = await chat.ask('Und wann ist es am Sonntag geöffnet?');
    await reply
      .getByText(/zehn bis vier/)
      .first()
      .waitFor();
    await sourceOf(reply, 'hallenbad.pdf').waitFor();
    expect(await sourceOf(reply, 'Museum').count()).toBe(0);
  });

  it('answers a question in German from the text in the picture and names it as the source', async () => {
    const reply = await chat.ask('Was kostet das Roggenbrot mit Kümmel?');
    await reply
      .getByText(/vier Euro/)
      .first()
      .waitFor();
    await sourceOf(reply, 'brot.png').waitFor();
  });

  it('answers a question in Japanese from the page and names it as the source', async () => {
    const reply = await chat.ask('博物館の入場料はいくらですか？');
    await reply
      .getByText(/五百円/)
      .first()
      .waitFor();
    await sourceOf(reply, 'Hafenmuseum').waitFor();
    await picture(page, 'answers-chat');
  });

  it('shows a reply that its owner rates as not good in the inbox, and gives the answer that the owner pins there', async () => {
    const reply = await chat.ask('When does the ferry to Seal Island leave?');
    await reply.getByRole('button', { name: 'Not good' }).click();
    await reply.getByText('Incomplete', { exact: true }).click();
    await waitFor('the rating', async () => (await reply.getByRole('button', { pressed: true }).count()) === 2);
    await page.goto(`/bots/${bot}/inbox`);
    const question = page.getByRole('list', { name: 'Open' }).getByRole('listitem').filter({ hasText: 'ferry to Seal Island' });
    for (const cause of ['Rated as not good', 'Incomplete']) await question.getByText(cause, { exact: true }).waitFor();
    await picture(page, 'answers-inbox');
    await question.getByRole('button', { name: /^Answer/ }).click();
    await screen.dialog.getByRole('textbox', { name: 'Answer' }).fill(FERRY);
    await screen.button('Pin answer').click();
    await screen.toast('Answer pinned');
    await question.waitFor({ state: 'hidden' });
    await page.goto(`/bots/${bot}/chat`);
    const pinned = await chat.ask('when does the ferry to Seal Island leave');
    await pinned.getByText(FERRY, { exact: true }).waitFor();
    await pinned.locator('.footnotes').getByText('Pinned answer').waitFor();
  });

  it('answers a question from knowledge after its owner has completed the draft in the inbox and taught it, also when it is asked in other words', async () => {
    await chat.ask('What does a berth in the harbour cost?');
    await page.goto(`/bots/${bot}/inbox`);
    const question = page.getByRole('list', { name: 'Open' }).getByRole('listitem').filter({ hasText: 'berth in the harbour' });
    await question.getByRole('button', { name: /^Answer/ }).click();
    const answer = screen.dialog.getByRole('textbox', { name: 'Answer' });
    await screen.dialog.getByText('Teach it', { exact: true }).click();
    expect(await answer.inputValue()).toMatch(/^Answer: \[…\]/);
    expect(await screen.button('Add to knowledge').isDisabled()).toBe(true);
    await picture(page, 'answers-draft');
    await answer.fill(BERTH);
    await screen.button('Add to knowledge').click();
    await screen.toast('Added to its knowledge');
    await question.waitFor({ state: 'hidden' });
    await page.goto(`/bots/${bot}/chat`);
    const taught = await chat.ask('How much is a berth in the harbour for one night?');
    await taught
      .getByText(/thirty crowns/)
      .first()
      .waitFor();
    await sourceOf(taught, 'What does a berth in the harbour cost').waitFor();
  });

  it('remembers what its owner says of themselves, shows it, and forgets it', async () => {
    await chat.ask('My name is Ada.');
    const fact = page.getByRole('list', { name: 'Facts about you' }).getByRole('listitem').filter({ hasText: 'Name: Ada' });
    await waitFor('the fact', async () => {
      await page.goto(`/bots/${bot}/memory`);
      await screen.heading('What it remembers of you');
      return (await fact.count()) === 1;
    });
    await fact.getByText(/^You said so/).waitFor();
    await picture(page, 'answers-memory');
    await screen.button('Forget Name').click();
    await screen.toast('Forgotten');
    await fact.waitFor({ state: 'hidden' });
    await page.reload();
    await screen.text('Nothing yet.');
  });
});

describe('a companion that is made of a character card', () => {
  const product = theProduct();
  const CARD = {
    spec: 'chara_card_v2',
    data: {
      name: 'Beryl',
      description: 'Beryl keeps the harbour of Port Amber.',
      first_mes: 'Ahoy, {{user}}! Welcome to the harbour.',
      character_book: {
        entries: [{ name: 'Anchor', keys: ['anchor'], content: 'The Anchor opens at five in the afternoon.', enabled: true }],
      },
    },
  };

  it('greets with the words of the card and answers from its lorebook', async () => {
    const owner = await aPerson(product.stack);
    const { page, screen } = await open(product, owner);
    await page.goto('/create');
    await screen.heading('Create Your AI Companion');
    const file = { name: 'beryl.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(CARD)) };
    await screen.field('Character card').setInputFiles(file);
    await page.getByText('Imported from beryl.json.').waitFor();
    expect(await screen.field('Bot Name').inputValue()).toBe('Beryl');
    await page.getByText('1 entry of its lorebook becomes knowledge').click();
    await screen.text('Anchor (anchor)');
    await picture(page, 'answers-card');
    await screen.button('Create Bot').click();
    await screen.toast('Bot created successfully');
    await screen.heading(/^Beryl/);
    await screen.link('Chat with Bot').click();
    await screen.text(`Ahoy, ${owner.username}! Welcome to the harbour.`);
    const reply = await new Chat(page, 'Beryl').ask('When does the Anchor open?');
    await reply
      .getByText(/opens at five/)
      .first()
      .waitFor();
    await sourceOf(reply, 'Anchor').waitFor();
  });
});

describe('a companion of an installation with a model server of its own', () => {
  const product = theProduct({
    ownModel: {
      // A name that says nothing of what it can do.
      name: 'harbour:latest',
      capabilities: ['completion', 'tools', 'vision'],
      contextLength: 131_072,
      window: 16_384,
      reply: (prompt) => {
        if (prompt.includes('image_url')) return 'I see the picture.';
        return prompt.includes('built in 1874') ? 'It was built in **1874** [1].' : 'I do not know.';
      },
    },
  });
  const CONTENT = 'The lighthouse of Port Amber was built in 1874.';
  let page: Page;
  let screen: Screen;
  let botId: string;

  beforeAll(async () => {
    // Files in the test chat need a plan.
    const owner = await aPerson(product.stack, { plan: 'standard' });
    botId = await aBot(owner, 'Cedar');
    await made(owner, `/api/bots/${botId}/knowledge`, { title: 'Port Amber', content: CONTENT, type: 'text' });
    ({ page, screen } = await open(product, owner));
  });

  it('shows what that server says of its model: what it reads, that it sees pictures and uses tools', async () => {
    await page.goto('/models');
    const model = page.getByRole('list', { name: 'Model catalogue' }).getByRole('listitem').first();
    await model.getByRole('heading', { name: 'harbour:latest' }).waitFor();
    await model.getByText('Local model, harbour:latest').waitFor();
    const facts = await model.locator('.model-facts').textContent();
    for (const fact of ['Context window16,384 tokens', 'Sees picturesYes', 'Uses toolsYes']) expect(facts).toContain(fact);
    await picture(page, 'answers-own-model');
  });

  it('is answered by that server, from what it was taught, with the passage behind the source', async () => {
    await page.goto(`/bots/${botId}/chat`);
    const reply = await new Chat(page, 'Cedar').ask('When was the lighthouse built?');
    await reply.locator('strong').getByText('1874').waitFor();
    expect(await reply.locator('.footnotes').getByText('Built-in companion').count()).toBe(0);
    await reply.locator('.footnotes summary').getByText('Port Amber').click();
    await reply.locator('blockquote').getByText(CONTENT).waitFor();
  });

  it('has that model see a picture that its owner attaches', async () => {
    const content = await page.screenshot();
    await page.getByTestId('file-picker').setInputFiles([{ name: 'pier.png', mimeType: 'image/png', buffer: content }]);
    await screen.text('pier.png');
    const reply = await new Chat(page, 'Cedar').ask('What is on it?');
    await reply.getByText('I see the picture.').waitFor();
  });
});
