import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { anActor, aSnowflake } from '@kith/kit/testing';
import { AppError, bots, type Actor } from '@kith/proto';
import { aPremiumOwner, aToken, botsUnderTest, codeOf, databaseOf, impersonated, type BotsUnderTest } from './bots-under-test.js';

describe('Discord tokens', () => {
  let stack: BotsUnderTest;
  const logged: string[] = [];
  const used: string[] = [];

  const database = () => databaseOf(stack);
  const tableText = async (): Promise<string> => JSON.stringify(await database().query('select * from bots.bot'));
  const create = async (actor: Actor, discordToken: string, name = 'Nova') => {
    const { bot, warnings } = await stack.ask(bots.create, { actor, name, discordToken });
    return { ...bot, warnings };
  };
  const storedToken = async (botId: string) => (await stack.ask(bots.discordTokens, { botIds: [botId] })).tokens[botId];
  const token = (applicationId = aSnowflake()): string => {
    const text = aToken(applicationId);
    used.push(text);
    return text;
  };
  /** A token that Discord confirms. */
  const goodToken = (applicationId = aSnowflake(), hasMessageContent = true): string => {
    const text = token(applicationId);
    stack.inspections.set(text, { verdict: 'valid', applicationId, botName: 'Nova', hasMessageContent });
    return text;
  };

  beforeAll(async () => {
    jest.spyOn(process.stdout, 'write').mockImplementation((line) => {
      logged.push(String(line));
      return true;
    });
    stack = await botsUnderTest({ LOG_LEVEL: 'trace' });
  });
  afterAll(async () => {
    await stack.stop();
    jest.restoreAllMocks();
  });

  it('are stored for runners and returned in no other call', async () => {
    const actor = anActor();
    const discordToken = goodToken();
    const bot = await create(actor, discordToken);
    expect(bot).toMatchObject({ hasDiscordToken: true, discordTokenHint: discordToken.slice(-4), warnings: [] });
    expect(await storedToken(bot.id)).toBe(discordToken);
    const answers = [
      bot,
      await stack.ask(bots.get, { actor, botId: bot.id }),
      await stack.ask(bots.list, { actor }),
      await stack.ask(bots.listDesiredOnline, {}),
      await stack.ask(bots.persona, { botId: bot.id }),
    ];
    expect(JSON.stringify(answers)).not.toContain(discordToken.slice(0, 24));
  });

  it('are stored without surrounding blanks and the scheme Bot', async () => {
    const discordToken = goodToken();
    const bot = await create(anActor(), `  Bot ${discordToken}\n`);
    expect(await storedToken(bot.id)).toBe(discordToken);
  });

  it('cannot be decrypted in the row of another bot', async () => {
    const [first, second] = [await create(anActor(), goodToken()), await create(anActor(), goodToken())];
    const [row] = await database().query<{ discord_token: string }[]>('select discord_token from bots.bot where id = $1', [
      first.id,
    ]);
    await database().query('update bots.bot set discord_token = $1 where id = $2', [row?.discord_token, second.id]);
    expect(await storedToken(second.id)).toBeUndefined();
  });

  it.each(['', '  ', null, undefined])('stay when a change sends %j', async (sent) => {
    const actor = anActor();
    const discordToken = goodToken();
    const { id: botId } = await create(actor, discordToken);
    expect((await stack.ask(bots.update, { actor, botId, name: 'Stella', discordToken: sent })).bot).toMatchObject({
      name: 'Stella',
      hasDiscordToken: true,
    });
    expect(await storedToken(botId)).toBe(discordToken);
  });

  it('are deleted when the owner clears them, which frees their application', async () => {
    const actor = anActor();
    const discordToken = goodToken();
    const { id: botId } = await create(actor, discordToken);
    expect((await stack.ask(bots.update, { actor, botId, clearDiscordToken: true })).bot).toMatchObject({
      hasDiscordToken: false,
      discordTokenHint: null,
    });
    expect(await storedToken(botId)).toBeNull();
    expect(await create(anActor(), discordToken)).toMatchObject({ hasDiscordToken: true });
  });

  it('are deleted with the bot', async () => {
    const actor = anActor();
    const discordToken = goodToken();
    const { id: botId } = await create(actor, discordToken);
    await stack.ask(bots.remove, { actor, botId });
    expect(await storedToken(botId)).toBeNull();
    expect(await create(anActor(), discordToken)).toMatchObject({ hasDiscordToken: true });
  });

  describe('are inspected when they are saved', () => {
    it('and stored with a warning when Discord refuses them', async () => {
      const discordToken = token();
      stack.inspections.set(discordToken, { verdict: 'invalid' });
      const bot = await create(anActor(), discordToken);
      expect(bot.warnings).toEqual([expect.stringMatching(/Discord refused it.*Edit → Discord/)]);
      expect(await storedToken(bot.id)).toBe(discordToken);
    });

    it('and a missing intent causes a warning', async () => {
      const { warnings } = await create(anActor(), goodToken(aSnowflake(), false));
      expect(warnings).toEqual([expect.stringMatching(/^Message Content is off: .*mentioned.*commands.*Connect to Discord/)]);
      expect(warnings[0]).not.toContain('before you start');
    });

    it('and an unreachable Discord causes a warning', async () => {
      const actor = anActor();
      const {
        bot: { id: botId },
      } = await stack.ask(bots.create, { actor, name: 'Nova' });
      expect((await stack.ask(bots.update, { actor, botId, discordToken: token() })).warnings).toEqual([
        expect.stringContaining('cannot be reached'),
      ]);
    });
  });

  describe('belong to one bot per Discord application:', () => {
    it('one of two owners who save the same token concurrently gets TOKEN_IN_USE', async () => {
      for (const discordToken of [goodToken(), token(), 'no-token-of-discords-shape']) {
        const results = await Promise.allSettled([create(anActor(), discordToken), create(anActor(), discordToken)]);
        expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
        expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'TOKEN_IN_USE' } });
      }
    });

    it('a different token of the same application is refused', async () => {
      const applicationId = aSnowflake();
      await create(anActor(), goodToken(applicationId));
      const actor = anActor();
      expect(await codeOf(create(actor, token(applicationId)))).toBe('TOKEN_IN_USE');
      expect((await stack.ask(bots.list, { actor })).total).toBe(0);
    });

    it('the application that Discord confirms counts, whatever the token contains', async () => {
      const applicationId = aSnowflake();
      const discordToken = token();
      stack.inspections.set(discordToken, { verdict: 'valid', applicationId, botName: 'Nova', hasMessageContent: true });
      await create(anActor(), discordToken);
      expect(await codeOf(create(anActor(), token(applicationId)))).toBe('TOKEN_IN_USE');
    });

    it('a change that fails with TOKEN_IN_USE changes neither settings nor token', async () => {
      const applicationId = aSnowflake();
      await create(anActor(), goodToken(applicationId));
      const actor = anActor();
      const own = goodToken();
      const { id: botId } = await create(actor, own);
      expect(await codeOf(stack.ask(bots.update, { actor, botId, name: 'Stella', discordToken: token(applicationId) }))).toBe(
        'TOKEN_IN_USE',
      );
      expect(await stack.ask(bots.get, { actor, botId })).toMatchObject({ name: 'Nova', version: 1 });
      expect(await storedToken(botId)).toBe(own);
    });

    it('a token that Discord refuses does not occupy an application', async () => {
      const applicationId = aSnowflake();
      const forged = token(applicationId);
      stack.inspections.set(forged, { verdict: 'invalid' });
      await create(anActor(), forged);
      expect(await create(anActor(), goodToken(applicationId))).toMatchObject({ hasDiscordToken: true });
    });

    it('a confirmed token takes the application over from a token that Discord now refuses', async () => {
      const applicationId = aSnowflake();
      const old = goodToken(applicationId);
      await create(anActor(), old);
      stack.inspections.set(old, { verdict: 'invalid' });
      const renewed = goodToken(applicationId);
      const bot = await create(anActor(), renewed);
      expect(await storedToken(bot.id)).toBe(renewed);
      expect(await codeOf(create(anActor(), goodToken(applicationId)))).toBe('TOKEN_IN_USE');
    });
  });

  it('are not saved unchecked when their owner has had too many tokens checked', async () => {
    const discordToken = token();
    const refusal = Promise.reject(new AppError('RATE_LIMITED', 'Too many tokens.', { retryAfterS: 60 }));
    refusal.catch(() => undefined);
    stack.inspections.set(discordToken, refusal);
    const actor = anActor();
    await expect(create(actor, discordToken)).rejects.toMatchObject({ code: 'RATE_LIMITED', details: { retryAfterS: 60 } });
    expect((await stack.ask(bots.list, { actor })).total).toBe(0);
  });

  it('cannot be changed during an impersonation of the owner', async () => {
    const actor = aPremiumOwner();
    const { id: botId } = await create(actor, goodToken());
    const impersonating = impersonated(actor);
    expect(await codeOf(create(impersonating, goodToken()))).toBe('IMPERSONATING');
    expect(await codeOf(stack.ask(bots.update, { actor: impersonating, botId, discordToken: goodToken() }))).toBe(
      'IMPERSONATING',
    );
    expect(await codeOf(stack.ask(bots.update, { actor: impersonating, botId, clearDiscordToken: true }))).toBe('IMPERSONATING');
  });

  it('are saved while no runner can inspect them', async () => {
    await stack.closeNeighbour('bot-runner');
    expect((await create(anActor(), token())).warnings).toEqual([expect.stringContaining('cannot be reached')]);
  });

  it('appear in no table, log line or Redis key', async () => {
    const { redis } = stack.runtime;
    const keys = await redis.keys('*');
    const values = await Promise.all(keys.map(async (key) => JSON.stringify(await readKey(key))));
    const places = { table: await tableText(), log: logged.join(''), redis: keys.join('\n') + values.join('\n') };
    expect(used.length).toBeGreaterThan(20);
    expect(places.log).toContain('token not inspected');
    for (const [place, text] of Object.entries(places)) {
      const leaked = used.filter((secret) => text.includes(secret.split('.')[2] ?? secret));
      expect({ place, leaked }).toEqual({ place, leaked: [] });
    }

    async function readKey(key: string): Promise<unknown> {
      switch (await redis.type(key)) {
        case 'string':
          return redis.get(key);
        case 'hash':
          return redis.hgetall(key);
        case 'stream':
          return redis.xrange(key, '-', '+');
        case 'zset':
          return redis.zrange(key, '0', '-1');
        case 'list':
          return redis.lrange(key, 0, -1);
        default:
          return redis.smembers(key);
      }
    }
  });
});
