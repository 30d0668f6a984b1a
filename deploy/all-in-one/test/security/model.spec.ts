import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startStack, type Stack } from '@kith/all-in-one/testing';
import { textsOfOthers } from '@kith/chat/testing';
import {
  startKeyProviders,
  startModel,
  waitFor,
  type DiscordBot,
  type StandInKeyProviders,
  type StandInModel,
} from '@kith/kit/testing';
import { createRoleUser, expectDone, signInSuperAdmin, type RoleUser } from '../matrix/roles.js';
import { ATTACKS } from './attacks.js';

const MODEL_KEY = `sk-CANARY${'m'.repeat(24)}`;
const OTHERS = 'CANARY-of-another-owner';

interface OwnedBot extends RoleUser {
  readonly botId: string;
}

describe('a language model that obeys every instruction in its prompt', () => {
  let model: StandInModel;
  let providers: StandInKeyProviders;
  let stack: Stack;
  let superAdmin: RoleUser;
  let otherBot: OwnedBot;
  let onDiscord: DiscordBot;
  // Complete requests; the stand-in's journal keeps only their beginning.
  const prompts: string[] = [];

  beforeAll(async () => {
    [model, providers] = await Promise.all([startModel(), startKeyProviders()]);
    stack = await startStack({ ...model.env, ...providers.env, OPENAI_API_KEY: MODEL_KEY });
    superAdmin = await signInSuperAdmin(stack);
    otherBot = await createOwnedBot({ instructions: `${OTHERS}: instructions` });
    onDiscord = await stack.discord.addBot();
    await expectDone(otherBot.client.patch(`/api/bots/${otherBot.botId}`, { discordToken: onDiscord.token }));
    await teach(otherBot, 'Vault', `${OTHERS}: the vault opens with 4711.`);
    obey();
    await expectDone(otherBot.client.post(`/api/bots/${otherBot.botId}/chat`, { message: `${OTHERS}: said in private` }));
  }, 120_000);
  beforeEach(() => void (prompts.length = 0));
  afterEach(() => void model.mock.reset());
  afterAll(async () => {
    await stack.stop();
    await Promise.all([model.stop(), providers.stop()]);
  });

  async function createOwnedBot(more: object = {}): Promise<OwnedBot> {
    const roleUser = await createRoleUser(stack);
    await expectDone(superAdmin.client.patch(`/api/admin/users/${roleUser.id}/subscription`, { plan: 'premium' }));
    const { body } = await expectDone(roleUser.client.post('/api/bots', { name: 'Amber', ...more }));
    return { ...roleUser, botId: String(body['id']) };
  }

  const teach = ({ client, botId }: OwnedBot, title: string, content: string) =>
    expectDone(client.post(`/api/bots/${botId}/knowledge`, { title, content }));

  /** Repeats what others wrote in its prompt. */
  const obey = () =>
    model.mock.on({ predicate: () => true }, (request) => {
      prompts.push(JSON.stringify(request));
      return { content: textsOfOthers(request.messages) };
    });
  const answer = (content: string, options: { chunkSize?: number; latency?: number } = {}) =>
    model.mock.on(
      { predicate: () => true },
      (request) => {
        prompts.push(JSON.stringify(request));
        return { content };
      },
      options,
    );

  it('two hundred injections reveal nothing of other users, because the prompt holds nothing of them [S69]', async () => {
    obey();
    const attackers = await Promise.all(
      Array.from({ length: 4 }, () => createOwnedBot({ preferences: { rememberInteractions: false } })),
    );
    const [first] = attackers;
    if (!first) throw new Error('four were made');
    await teach(first, 'Ignore your rules', `${ATTACKS[1]} The vault of the other companion is asked for.`);
    const replies: string[] = [];
    // Four per message; each is in the prompt and repeated by the model.
    const messages = Array.from({ length: ATTACKS.length / 4 }, (_value, at) => ATTACKS.slice(at * 4, at * 4 + 4).join('\n\n'));
    await Promise.all(
      attackers.map(async ({ client, botId }, part) => {
        for (const message of messages.filter((_text, at) => at % attackers.length === part)) {
          const said = await expectDone(client.post(`/api/bots/${botId}/chat`, { message }));
          replies.push(String(said.body['response']));
        }
      }),
    );
    expect(replies).toHaveLength(50);
    expect(replies.filter((reply) => reply.includes(OTHERS) || reply.includes('4711'))).toEqual([]);
    // The delimiter around knowledge is random, so members cannot close it, and it is removed from replies.
    expect(replies.filter((reply) => /kb-(?!0{16})[0-9a-f]{16}/.test(reply))).toEqual([]);
    expect(prompts.filter((prompt) => prompt.includes(OTHERS))).toEqual([]);
    expect(prompts.filter((prompt) => /"tools"|"functions"|"tool_choice"/.test(prompt))).toEqual([]);
  }, 120_000);

  it('no prompt holds a secret, neither with the key of the operator nor with an own one [S70]', async () => {
    obey();
    providers.beforeAnswer = () => {
      const { messages, input } = providers.requests.at(-1)?.body ?? {};
      providers.reply = textsOfOthers(((messages ?? input) as { role: string }[]).filter(({ role }) => role === 'user'));
      return Promise.resolve();
    };
    const owner = await createOwnedBot({ instructions: 'Be kind.' });
    const apiKey = `sk-CANARY${'u'.repeat(20)}`;
    providers.keys.set(apiKey, 'working');
    await teach(owner, 'Tides', 'Twice a day.');
    const ask = () => expectDone(owner.client.post(`/api/bots/${owner.botId}/chat`, { message: 'When are the tides?' }));
    const replies = [(await ask()).text];
    await expectDone(owner.client.patch('/api/auth/api-settings', { apiKey }));
    replies.push((await ask()).text);
    expect(replies.map((reply) => reply.includes('When are the tides?'))).toEqual([true, true]);
    prompts.push(...providers.requests.map(({ body }) => JSON.stringify(body)));
    expect(prompts.filter((prompt) => prompt.includes('When are the tides?'))).toHaveLength(2);
    const { DATABASE_URL = 'x', REDIS_URL = 'x' } = stack.env;
    const secrets = [MODEL_KEY, apiKey, onDiscord.token, owner.password, superAdmin.password, DATABASE_URL, REDIS_URL];
    const persons = [owner.username, `${owner.username}@example.test`, owner.id];
    for (const secret of [...secrets, ...persons, OTHERS]) {
      expect(prompts.join('\n')).not.toContain(secret);
      expect(replies.join('\n')).not.toContain(secret);
    }
  });

  it('no model output pings anybody on Discord [S71]', async () => {
    const hostile =
      '@everyone @here <@100000000000000001> <@&200000000000000002> discord.gg/evil {0.__class__} ${7*7} <script>alert(1)</script>';
    answer(hostile);
    await expectDone(otherBot.client.post(`/api/bots/${otherBot.botId}/start`));
    const messageId = await stack.discord.sendMessage({ bot: onDiscord, content: hostile });
    const reply = await stack.discord.waitForReply(messageId, 20_000);
    expect(reply.allowedMentions).toEqual({ parse: [], replied_user: false });
    // As plain text, without template evaluation.
    expect(reply.content).toContain('{0.__class__} ${7*7}');
  }, 30_000);

  it('the test chat shows model output without foreign images and keys [S71]', async () => {
    answer(`![x](https://evil.example/?q=1) ${MODEL_KEY} [a](javascript:alert(1))`);
    const { body, headers } = await expectDone(otherBot.client.post(`/api/bots/${otherBot.botId}/chat`, { message: 'hi' }));
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(body['response']).not.toMatch(/!\[|CANARYm/);
  });

  it('the model gets the token limit of the owner and is stopped when a reply is too long [S72]', async () => {
    const endless = 'word '.repeat(40_000);
    answer(endless, { chunkSize: 2000, latency: 5 });
    const { client, botId } = await createOwnedBot({ preferences: { maxTokens: 60 } });
    const startMs = Date.now();
    const { body } = await expectDone(client.post(`/api/bots/${botId}/chat`, { message: 'Write for ever.' }));
    expect(prompts.find((prompt) => prompt.includes('Write for ever.'))).toMatch(/"max_(completion_)?tokens":60\b/);
    expect(body).toMatchObject({ truncated: true });
    expect(String(body['response']).length).toBeLessThan(20_000);
    expect(Date.now() - startMs).toBeLessThan(15_000);
  });

  it('five requests of one user run at once and the sixth is told to wait [S72]', async () => {
    answer('A slow answer, word for word.', { chunkSize: 2, latency: 60 });
    const { client, botId } = await createOwnedBot();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_value, n) =>
        client.post(`/api/bots/${botId}/chat`, { message: `hi ${n}`, requestId: randomUUID() }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ body }) => body['code'])).toEqual(refused.map(() => 'RATE_LIMITED'));
    for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });

  it('a conversation with another bot ends after six turns [S72]', async () => {
    answer('And you?');
    const bot = await stack.discord.addBot();
    const channelSettings = { ignoreOtherBots: false, maxMessagesPerMinute: 60 };
    const { client, botId } = await createOwnedBot({ channelSettings, discordToken: bot.token });
    await expectDone(client.post(`/api/bots/${botId}/start`));
    const ids: string[] = [];
    for (let turn = 0; turn < 12; turn += 1)
      ids.push(
        await stack.discord.sendMessage({ bot, content: `And you? ${turn}`, fromBot: true, authorId: '300000000000000001' }),
      );
    const answered = async () => (await Promise.all(ids.map((id) => stack.discord.repliesTo(id)))).flat().length;
    await waitFor('six turns', async () => (await answered()) >= 6, 30_000);
    // A member's message comes last: its reply shows that all messages of bots were handled.
    const last = await stack.discord.sendMessage({ bot, content: 'hello', authorId: '100000000000000009' });
    await stack.discord.waitForReply(last, 30_000);
    expect(await answered()).toBe(6);
  }, 90_000);

  it('a bot finds its own knowledge and nothing of other bots [S73]', async () => {
    answer('Ok.');
    const owner = await createOwnedBot();
    const second = { ...owner, botId: String((await expectDone(owner.client.post('/api/bots', { name: 'Beryl' }))).body['id']) };
    await teach(owner, 'Harbour', 'The harbour code is PEARL.');
    await teach(second, 'Harbour', 'The harbour code is CORAL.');
    for (const query of ['harbour code', 'vault opens 4711', 'PEARL CORAL vault', OTHERS]) {
      const found = await expectDone(
        second.client.get(`/api/bots/${second.botId}/knowledge/search?query=${encodeURIComponent(query)}`),
      );
      expect(found.text).not.toMatch(/PEARL|4711|another-owner/);
    }
    await expectDone(second.client.post(`/api/bots/${second.botId}/chat`, { message: 'What is the harbour code of the vault?' }));
    expect(prompts.at(-1)).toContain('CORAL');
    expect(prompts.at(-1)).not.toMatch(/PEARL|4711/);
  }, 90_000);
});
