import { beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@kith/kit/testing';
import { paths } from '../src/lib/paths.js';
import { aCheckUp, type CheckUp } from './check-up.js';
import { aCompanionOnDiscord, type Companion } from './companion.js';
import { picture } from './picture.js';
import { theProduct } from './product.js';
import { screenOf } from './screen.js';
import { aPerson, done, givePlan, type Person } from './users.js';

describe('a companion that a language model answers for', () => {
  const product = theProduct({ hasModel: true });
  let companion: Companion;
  let checkUp: CheckUp;

  const visit = async (name: string, options: Parameters<typeof aCompanionOnDiscord>[2]): Promise<void> => {
    companion = await aCompanionOnDiscord(product, name, options);
    checkUp = aCheckUp(companion);
  };
  const modelAnswers = (): void => {
    product.model.mock.clearFixtures();
    product.model.mock.on({ predicate: () => true }, { content: 'Hello again.' });
  };

  it('names the model that cannot be reached, leads to the choice of another one, and is fine once one answers', async () => {
    await visit('Basil', { plan: 'standard' });
    const { page, asks, replyTo, screen, isTraced } = companion;
    product.model.mock.prependFixture({
      match: { predicate: () => true },
      response: { error: { message: 'overloaded', type: 'server_error' }, status: 503 },
    });
    expect(await replyTo(asks('Are you there?'))).toMatch(/cannot reach my language model/);
    const fault = 'The language model could not be reached when it was asked last';
    await checkUp.open();
    await checkUp.finding(fault).waitFor();
    await picture(page, 'check-up-model');
    await checkUp.finding(fault).getByRole('link', { name: 'Choose another model' }).click();
    await screen.field('AI Model').waitFor();
    modelAnswers();
    const question = await asks('And now?');
    expect(await replyTo(question)).toBe('Hello again.');
    await waitFor('the trace of the answer', () => isTraced(question));
    await checkUp.isMended(fault);
    await checkUp.isFine();
  });

  it('tells that a cap of its owner is reached, and answers again once the owner has raised it', async () => {
    await visit('Fern', { plan: 'standard' });
    const { page, asks, replyTo, screen, change } = companion;
    await change({ dailyCaps: { perBot: 1 } });
    await replyTo(asks('The first question?'));
    const fault = 'Its cap on the messages of a day is reached';
    await checkUp.open();
    await checkUp.finding(fault).getByRole('link', { name: 'Change the caps' }).click();
    await screen.field('This companion').fill('20');
    await screen.button('Save Changes').click();
    await screen.toast('Bot Updated!');
    await checkUp.isMended(fault);
    await checkUp.isFine();
    await page.goto(paths.health(companion.botId));
    expect(await replyTo(asks('The second question?'))).not.toMatch(/cap|limit/);
  });

  it('tells that the messages of the day are used up, leads to the credits, and answers again once some are bought', async () => {
    await visit('Lily', { plan: 'free' });
    const { page, asks, replyTo, screen, owner } = companion;
    await product.stack.discord.limitChannels({ posts: 1000, windowMs: 1000 });
    const used = async () => {
      const { body } = await done(owner.client.get('/api/dashboard/resource-usage'));
      return (body as { usage: { tokens: { used: number; dailyLimit: number } } }).usage.tokens;
    };
    const { dailyLimit } = await used();
    for (let asked = 0; asked < dailyLimit; asked += 10)
      await Promise.all(Array.from({ length: 10 }, async () => replyTo(asks('Anything new?'))));
    await waitFor('the last charge', async () => (await used()).used === dailyLimit);
    const fault = "Today's messages are used up, and there are no credits.";
    await checkUp.open();
    await picture(page, 'check-up-limit');
    await page.goto(paths.bot(companion.botId));
    await page.getByRole('list', { name: 'Needs you' }).getByRole('link', { name: 'Get credits' }).waitFor();
    await checkUp.open();
    await checkUp.finding(fault).getByRole('link', { name: 'Get credits' }).click();
    const [opened] = await Promise.all([page.context().waitForEvent('page'), screen.button('Buy Credits Now').click()]);
    await screenOf(opened).button('Pay in the sandbox').click();
    await opened.waitForURL('**/credits?purchase=success');
    await opened.close();
    await checkUp.isMended(fault);
    await checkUp.isFine();
    expect(await replyTo(asks('And now?'))).toBe('Hello again.');
  });
});

describe('a companion that an own key answers for', () => {
  const product = theProduct({ hasProviders: true });
  const [OLD_KEY, NEW_KEY] = ['sk-ant-api03-journey-expired', 'sk-ant-api03-journey-renewed'];
  let owner: Person;

  beforeAll(async () => {
    owner = await aPerson(product.stack, { plan: 'standard' });
    product.keyProviders.keys.set(OLD_KEY, 'working');
    const settings = { defaultModelProvider: 'claude', apiKey: OLD_KEY };
    await done(owner.client.patch('/api/auth/api-settings', settings));
  });

  it('names the key that expired, leads to it, and answers with the new key', async () => {
    const { keys } = product.keyProviders;
    const companion = await aCompanionOnDiscord(product, 'Rue', { owner });
    const { page, asks, replyTo, screen, botId, isTraced } = companion;
    const checkUp = aCheckUp(companion);
    keys.set(OLD_KEY, 'expired');
    await replyTo(asks('Are you there?'));
    const fault = 'Your API key of Anthropic has expired.';
    await waitFor('the state of the key', async () => {
      const { body } = await done(owner.client.get('/api/auth/user'));
      return (body['apiSettings'] as { apiKeyState: string }).apiKeyState === 'expired';
    });
    await checkUp.open();
    await checkUp.finding(fault).waitFor();
    await picture(page, 'check-up-own-key');
    await page.goto(paths.bot(botId));
    await page.getByRole('list', { name: 'Needs you' }).getByText(fault).waitFor();
    await checkUp.open();
    await checkUp.finding(fault).getByRole('link', { name: 'Open the API key' }).click();
    keys.set(NEW_KEY, 'working');
    await screen.field('Personal API Key').fill(NEW_KEY);
    await screen.button('Save API Settings').click();
    await screen.toast('API Settings Updated');
    const question = await asks('And now?');
    expect(await replyTo(question)).toContain(product.keyProviders.reply);
    await waitFor('the trace of the answer', () => isTraced(question));
    await checkUp.isMended(fault);
    await checkUp.isFine();
  });
});

describe('a companion for which a plan has no room', () => {
  const product = theProduct();

  it('is told to be paused, leads to the plans, and is online again with a larger one', async () => {
    const older = await aCompanionOnDiscord(product, 'Aster', { plan: 'standard' });
    const { owner } = older;
    const companion = await aCompanionOnDiscord(product, 'Zinnia', { owner });
    const { page, screen } = companion;
    const checkUp = aCheckUp(companion);
    await givePlan(product.stack, owner.id, 'free');
    const fault = 'It is not online.';
    await waitFor('the pause', async () => {
      const { body } = await done(owner.client.get(`/api/bots/${companion.botId}`));
      return body['runtimeState'] === 'paused_by_plan';
    });
    await checkUp.open();
    await checkUp.finding(fault).waitFor();
    await picture(page, 'check-up-paused');
    await page.goto(paths.bot(companion.botId));
    await page
      .getByRole('list', { name: 'Needs you' })
      .getByText(/^Paused by your plan/)
      .waitFor();
    await picture(page, 'overview-paused');
    await checkUp.open();
    await checkUp.finding(fault).getByRole('link', { name: 'Compare plans' }).click();
    await screen.heading('Plans for every community');
    await givePlan(product.stack, owner.id, 'standard');
    await waitFor('the connection', () => product.stack.discord.isConnected(companion.onDiscord));
    await checkUp.isMended(fault);
    await checkUp.isFine();
  });
});
