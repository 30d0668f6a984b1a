import { auth, chat, events, notifications, type Actor, type ApiKeyState, type InputOf } from '@kith/proto';
import { fixture, fixtureService, waitFor } from '@kith/kit/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { authUnderTest, PASSWORD, type AuthUnderTest } from './auth-under-test.js';

const OPENAI_KEY = 'sk-CANARY-0123456789-abcdefghij-wxyz';
const ANTHROPIC_KEY = 'sk-ant-CANARY-0123456789-abcdefghij';

let kith: AuthUnderTest;
let chatService: Awaited<ReturnType<typeof fixtureService>>;
let state: ApiKeyState = 'working';
const tested: InputOf<typeof chat.testApiKey>[] = [];
beforeAll(async () => {
  kith = await authUnderTest();
  chatService = await fixtureService(kith.runtime, 'chat', [
    fixture(chat.testApiKey, (input) => {
      tested.push(input);
      return { state };
    }),
  ]);
});
beforeEach(() => {
  state = 'working';
  tested.length = 0;
});
afterAll(async () => {
  await chatService.close();
  await kith.stop();
});

const save = (actor: Actor, fields: Omit<InputOf<typeof auth.apiSettings>, 'actor'>) =>
  kith.ask(auth.apiSettings, { actor, ...fields });
const accessOf = ({ userId }: Actor) => kith.ask(auth.modelAccess, { userId });
const apiSettingsOf = async (actor: Actor) => (await kith.ask(auth.user, { actor })).apiSettings;

describe('a pasted API key', () => {
  it('is tested at the chosen provider and stored with the result', async () => {
    const { actor } = await kith.signUp();
    const seen = await save(actor, { apiKey: ANTHROPIC_KEY, defaultModelProvider: 'claude' });
    expect(seen.apiSettings).toMatchObject({ hasApiKey: true, apiKeyProvider: 'claude', apiKeyState: 'working' });
    expect(tested).toEqual([{ provider: 'claude', key: ANTHROPIC_KEY }]);
    expect(JSON.stringify(seen)).not.toContain('CANARY');
  });

  it.each([
    ['wrong', /does not accept your API key/],
    ['expired', /has expired/],
  ] as const)('that is %s is refused with a sentence, and the stored one stays', async (result, sentence) => {
    const { actor } = await kith.signUp();
    await save(actor, { apiKey: OPENAI_KEY });
    state = result;
    await expect(save(actor, { apiKey: 'sk-another-key-that-is-bad' })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringMatching(sentence),
      details: { fields: { apiKey: expect.stringMatching(sentence) } },
    });
    expect((await accessOf(actor)).key?.value).toBe(OPENAI_KEY);
  });

  it.each(['untested', 'out_of_quota'] as const)('that is %s is stored, and the settings say so', async (result) => {
    const { actor } = await kith.signUp();
    state = result;
    expect((await save(actor, { apiKey: OPENAI_KEY })).apiSettings).toMatchObject({ hasApiKey: true, apiKeyState: result });
  });

  it.each([
    ['claude', OPENAI_KEY, /This is a key of OpenAI/],
    ['openai', ANTHROPIC_KEY, /This is a key of Anthropic/],
    ['openai', 'gsk_0123456789', /This is a key of Groq, which cannot be used here/],
    ['local', OPENAI_KEY, /The local model needs no API key/],
  ] as const)('for %s that is one of another provider is sent to none', async (defaultModelProvider, apiKey, sentence) => {
    const { actor } = await kith.signUp();
    await expect(save(actor, { apiKey, defaultModelProvider })).rejects.toMatchObject({
      message: expect.stringMatching(sentence),
    });
    expect(tested).toEqual([]);
    expect(await apiSettingsOf(actor)).toMatchObject({ hasApiKey: false, defaultModelProvider: 'openai' });
  });

  it('can be tested ten times within an hour by one user', async () => {
    const { actor } = await kith.signUp();
    state = 'wrong';
    for (let time = 0; time < 10; time += 1)
      await expect(save(actor, { apiKey: `sk-guess-${time}` })).rejects.toMatchObject({ code: 'BAD_INPUT' });
    await expect(save(actor, { apiKey: 'sk-guess-11' })).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(tested).toHaveLength(10);
    const { actor: other } = await kith.signUp();
    state = 'working';
    expect((await save(other, { apiKey: OPENAI_KEY })).apiSettings.apiKeyState).toBe('working');
  });
});

describe('the access of the chat service to models', () => {
  it('has the own key only while its provider is the chosen one, and not after its removal', async () => {
    const { actor } = await kith.signUp();
    expect(await accessOf(actor)).toEqual({ provider: 'openai', model: null, key: null });
    await save(actor, { apiKey: OPENAI_KEY });
    await save(actor, { ownModel: 'gpt-6.1-sol' });
    const key = { id: expect.any(String), provider: 'openai', value: OPENAI_KEY, state: 'working' };
    expect(await accessOf(actor)).toEqual({ provider: 'openai', model: 'gpt-6.1-sol', key });
    await save(actor, { defaultModelProvider: 'claude' });
    expect(await accessOf(actor)).toMatchObject({ provider: 'anthropic', key: null });
    await save(actor, { defaultModelProvider: 'openai', clearApiKey: true });
    expect(await accessOf(actor)).toEqual({ provider: 'openai', model: null, key: null });
  });

  it('forgets the chosen model with the key that may run it', async () => {
    const { actor } = await kith.signUp();
    await save(actor, { apiKey: OPENAI_KEY });
    await save(actor, { ownModel: 'gpt-6.1-sol' });
    expect((await save(actor, { apiKey: `${OPENAI_KEY}-new` })).apiSettings.ownModel).toBeNull();
  });

  it('ends with the account, whose key is deleted', async () => {
    const { actor, user } = await kith.signUp();
    await save(actor, { apiKey: OPENAI_KEY });
    await kith.ask(auth.removeAccount, { actor, password: PASSWORD });
    await expect(accessOf(actor)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const columns = 'api_key, api_key_hint, api_key_provider, api_key_id, api_key_state, own_model';
    const [row] = await kith.query<object>(`select ${columns} from auth."user" where id = $1`, [user.id]);
    expect(Object.values(row ?? {})).toEqual([null, null, null, null, null, null]);
  });

  it('is announced as changed when key, provider or model change, so that nobody keeps an old key', async () => {
    const { actor } = await kith.signUp();
    let announced = 0;
    const unsubscribe = await kith.runtime.events.subscribe(events.actorDropped, ({ userId }) => {
      if (userId === actor.userId) announced += 1;
    });
    for (const fields of [{ apiKey: OPENAI_KEY }, { defaultModelProvider: 'local' as const }, { clearApiKey: true }]) {
      const before = announced;
      await save(actor, fields);
      await waitFor('the announcement', () => announced > before);
    }
    unsubscribe();
  });
});

describe('a report about an own key', () => {
  it('is shown to its owner, and ignored when it is about a key that was replaced', async () => {
    const { actor } = await kith.signUp();
    await save(actor, { apiKey: OPENAI_KEY });
    const old = (await accessOf(actor)).key?.id ?? '';
    await kith.ask(auth.reportApiKey, { userId: actor.userId, keyId: old, state: 'out_of_quota' });
    expect(await apiSettingsOf(actor)).toMatchObject({ apiKeyState: 'out_of_quota' });
    await waitFor('the notification', async () => {
      const { notifications: list } = await kith.ask(notifications.list, { actor });
      return list.some(({ content }) => content.kind === 'api-key-failed' && content.state === 'out_of_quota');
    });
    await save(actor, { apiKey: `${OPENAI_KEY}-new` });
    await kith.ask(auth.reportApiKey, { userId: actor.userId, keyId: old, state: 'expired' });
    expect(await apiSettingsOf(actor)).toMatchObject({ apiKeyState: 'working' });
  });
});
