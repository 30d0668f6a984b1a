import { syncBuiltinESMExports } from 'node:module';
import { DiscordAPIError, HTTPError, RateLimitError } from '@discordjs/rest';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Config, Events, Keyring, Logger } from '@kith/kit';
import { InteractionResponseType, InteractionType, RESTJSONErrorCodes, type APIInteraction } from 'discord-api-types/v10';
import type { BotTokens } from '../discord/bot-tokens.js';
import type { InvalidRequests } from '../discord/invalid-requests.js';
import type { PostedParts } from '../discord/posted-parts.js';
import type { RefusedTokens } from '../discord/refused-tokens.js';
import type { RequestSender } from '../discord/request-sender.js';
import { RestClients } from '../discord/rest-clients.js';
import { InteractionAnswers } from './interaction-answers.js';
import { messageResponse } from './interaction-responses.js';
import { LateAnswers } from './late-answers.js';

const ADDRESS = 'https://discord.com/api/v10/webhooks/1/token';
const body = { body: undefined, files: undefined };
const failed = () => new HTTPError(503, 'Service Unavailable', 'PATCH', ADDRESS, body);
const refused = (status: number, code: number) =>
  new DiscordAPIError({ code, message: 'refused' }, code, status, 'PATCH', ADDRESS, body);
const limited = (waitMs: number) =>
  new RateLimitError({
    timeToReset: waitMs,
    retryAfter: waitMs,
    sublimitTimeout: 0,
    global: false,
    hash: '',
    limit: 0,
    majorParameter: '1',
    method: 'PATCH',
    route: '',
    scope: 'user',
    url: ADDRESS,
  });
const MINUTE_MS = 60_000;
const DISCORD_EPOCH_MS = 1_420_070_400_000n;
const PUBLIC = messageResponse({ content: 'done' });
const PRIVATE = messageResponse({ content: 'done', isPrivate: true });

/** What answers interactions, with a Discord whose answers the tests decide; `given` are other clients than these. */
function underTest(given?: RestClients) {
  const request = () => jest.fn<() => Promise<unknown>>().mockResolvedValue({ id: '7' });
  const anonymous = { patch: request(), post: request(), delete: request() };
  const clients = given ?? ({ anonymous } as unknown as RestClients);
  const logger = { warn: jest.fn() };
  const decrypt = jest.fn((text: string) => text);
  const keyring = { encrypt: (text: string) => text, decrypt } as unknown as Keyring;
  const posted = {
    of: () => Promise.resolve({ parts: [], begun: null, answered: null }),
    set: () => Promise.resolve(),
  } as unknown as PostedParts;
  const interaction = { id: String((BigInt(Date.now()) - DISCORD_EPOCH_MS) << 22n), token: 'token', application_id: '1' };
  const late = new LateAnswers(clients, logger as unknown as Logger);
  const answers = new InteractionAnswers(clients, keyring, posted, logger as unknown as Logger);
  return { late, answers, interaction, logger, decrypt, ...anonymous };
}

/** The clients as they are, of a Discord that always fails, and the requests that reach it. */
function clientsOfFailingDiscord() {
  const send = jest.fn(() => Promise.resolve(new Response(null, { status: 503 })));
  const clients = new RestClients(
    { DISCORD_API_URL: 'http://127.0.0.1/api' } as Config,
    {} as BotTokens,
    {} as Events,
    {} as RefusedTokens,
    {} as InvalidRequests,
    { send } as unknown as RequestSender,
  );
  return { clients, send };
}

/** Lets the faked time pass. */
const elapse = (ms: number): Promise<unknown> =>
  (Reflect.get(setTimeout, 'clock') as { tickAsync(ms: number): Promise<unknown> }).tickAsync(ms);

/** Whether the work has ended after so many milliseconds. */
async function isOverAfter(work: Promise<void>, ms: number): Promise<boolean> {
  let isOver = false;
  void work.then(() => (isOver = true));
  await elapse(ms);
  return isOver;
}

beforeEach(() => {
  jest.useFakeTimers();
  // The imports of timers follow.
  syncBuiltinESMExports();
});
afterEach(() => {
  jest.useRealTimers();
  syncBuiltinESMExports();
});

describe('an answer that comes late', () => {
  it('is repeated while Discord fails or does not answer, and given once', async () => {
    const { late, interaction, patch } = underTest();
    const timeout = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
    patch.mockRejectedValueOnce(failed()).mockRejectedValueOnce(timeout).mockRejectedValueOnce(failed());
    expect(await isOverAfter(late.give('bot', interaction, 'private', PRIVATE), 10_000)).toBe(true);
    expect(patch).toHaveBeenCalledTimes(4);
    await elapse(MINUTE_MS);
    expect(patch).toHaveBeenCalledTimes(4);
  });

  it('holds its event for a minute at most, and is still given afterwards, until Discord takes it no longer', async () => {
    const { late, interaction, patch, logger } = underTest();
    patch.mockRejectedValue(failed());
    expect(await isOverAfter(late.give('bot', interaction, 'public', PUBLIC), MINUTE_MS)).toBe(true);
    const calls = patch.mock.calls.length;
    await elapse(MINUTE_MS);
    expect(patch.mock.calls.length).toBeGreaterThan(calls);
    expect(logger.warn).not.toHaveBeenCalled();
    await elapse(14 * MINUTE_MS);
    expect(logger.warn).toHaveBeenCalledTimes(1);
    const all = patch.mock.calls.length;
    expect(all).toBeLessThan(50);
    await elapse(MINUTE_MS);
    expect(patch).toHaveBeenCalledTimes(all);
  });

  it('waits for limits', async () => {
    const { late, interaction, patch } = underTest();
    patch.mockRejectedValueOnce(limited(90_000));
    expect(await isOverAfter(late.give('bot', interaction, 'public', PUBLIC), 89_000)).toBe(true);
    expect(patch).toHaveBeenCalledTimes(1);
    await elapse(2000);
    expect(patch).toHaveBeenCalledTimes(2);
  });

  it('is not repeated when Discord refuses it', async () => {
    const { late, interaction, patch, logger } = underTest();
    patch.mockRejectedValue(refused(400, 50_035));
    expect(await isOverAfter(late.give('bot', interaction, 'public', PUBLIC), MINUTE_MS)).toBe(true);
    expect(patch).toHaveBeenCalledTimes(1);
    expect(logger.warn).toHaveBeenCalledTimes(1);
  });

  it.each<[string, unknown]>([
    ['a timeout of the client', new DOMException('This operation was aborted', 'AbortError')],
    ['the network', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })],
    ['undici', Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' })],
    ['a lost connection', Object.assign(new TypeError('terminated'), { cause: Object.assign(new Error(), { code: 'EPIPE' }) })],
    ['Redis, which is away', new Error("Stream isn't writeable and enableOfflineQueue options is false")],
    ['Redis, whose connection closed', new Error('Connection is closed.')],
  ])('is repeated after an error of %s', async (_what, error) => {
    const { late, interaction, patch, logger } = underTest();
    patch.mockRejectedValueOnce(error);
    expect(await isOverAfter(late.give('bot', interaction, 'private', PRIVATE), 5000)).toBe(true);
    expect(patch).toHaveBeenCalledTimes(2);
    expect(logger.warn).not.toHaveBeenCalled();
  });

  it.each<[string, unknown]>([
    ['a bug', new TypeError("Cannot read properties of undefined (reading 'id')")],
    ['an answer of Discord that is no JSON', new SyntaxError('Unexpected token < in JSON')],
    ['a refused command of Redis', new Error('WRONGTYPE Operation against a key holding the wrong kind of value')],
    ['no error at all', 'a text'],
  ])('is given up at once after %s', async (_what, error) => {
    const { late, interaction, patch, logger } = underTest();
    patch.mockRejectedValue(error);
    expect(await isOverAfter(late.give('bot', interaction, 'private', PRIVATE), 0)).toBe(true);
    await elapse(MINUTE_MS);
    expect(patch).toHaveBeenCalledTimes(1);
    expect(logger.warn).toHaveBeenCalledTimes(1);
  });

  it.each<[string, 'update' | 'public']>([
    ['beside the message of a component', 'update'],
    ['in the place of what was announced to all', 'public'],
  ])('is sent twice at most where it is a new message %s, which may be there', async (_what, deferral) => {
    const { clients, send } = clientsOfFailingDiscord();
    if (deferral === 'public') send.mockResolvedValueOnce(new Response(null, { status: 204 }));
    const { late, interaction, logger } = underTest(clients);
    expect(await isOverAfter(late.give('bot', interaction, deferral, PRIVATE), MINUTE_MS)).toBe(true);
    expect(send).toHaveBeenCalledTimes(deferral === 'public' ? 3 : 2);
    expect(logger.warn).toHaveBeenCalledTimes(1);
    clients.onModuleDestroy();
  });

  it('takes the place of what was announced to all, also where Discord deleted that and its answer was lost', async () => {
    const { late, interaction, post, delete: remove } = underTest();
    remove.mockRejectedValueOnce(failed()).mockRejectedValueOnce(refused(404, RESTJSONErrorCodes.UnknownMessage));
    expect(await isOverAfter(late.give('bot', interaction, 'public', PRIVATE), 10_000)).toBe(true);
    expect(remove).toHaveBeenCalledTimes(2);
    expect(post).toHaveBeenCalledTimes(1);
  });

  it('changes the message of a component as often as it must', async () => {
    const { late, interaction, patch, post } = underTest();
    patch.mockRejectedValueOnce(failed()).mockRejectedValueOnce(failed());
    const update = { type: InteractionResponseType.UpdateMessage, data: { content: 'changed' } } as const;
    expect(await isOverAfter(late.give('bot', interaction, 'update', update), 10_000)).toBe(true);
    expect(patch).toHaveBeenCalledTimes(3);
    expect(post).not.toHaveBeenCalled();
  });
});

describe('what ends an interaction that nobody answers', () => {
  const deferredBy = ({ answers, interaction }: ReturnType<typeof underTest>) => {
    const used = { ...interaction, type: InteractionType.MessageComponent } as APIInteraction;
    return { botId: 'bot', interactionId: interaction.id, sealed: answers.seal(used, false) };
  };

  it.each([
    ['a limit', () => limited(3000)],
    ['a failure', () => failed()],
  ])('waits for the end of %s of Discord', async (_what, error) => {
    const parts = underTest();
    parts.patch.mockRejectedValueOnce(error());
    expect(await isOverAfter(parts.answers.end(deferredBy(parts), 'stopped'), 5000)).toBe(true);
    expect(parts.patch).toHaveBeenCalledTimes(2);
    expect(parts.logger.warn).not.toHaveBeenCalled();
  });

  it('tells the member of a component after a limit, and twice at most where Discord fails', async () => {
    const parts = underTest();
    parts.post.mockRejectedValueOnce(limited(3000));
    expect(await isOverAfter(parts.answers.end(deferredBy(parts), 'stopped', { isUpdate: true }), 5000)).toBe(true);
    expect(parts.post).toHaveBeenCalledTimes(2);
    expect(parts.logger.warn).not.toHaveBeenCalled();
    const { clients, send } = clientsOfFailingDiscord();
    const failing = underTest(clients);
    expect(await isOverAfter(failing.answers.end(deferredBy(failing), 'stopped', { isUpdate: true }), 10_000)).toBe(true);
    await elapse(MINUTE_MS);
    expect(send).toHaveBeenCalledTimes(2);
    expect(failing.logger.warn).toHaveBeenCalledTimes(1);
    clients.onModuleDestroy();
  });

  it('is given up at once where the token of the interaction cannot be decrypted', async () => {
    const parts = underTest();
    parts.decrypt.mockImplementation(() => {
      throw new Error('Unsupported state or unable to authenticate data');
    });
    expect(await isOverAfter(parts.answers.end(deferredBy(parts), 'stopped'), 0)).toBe(true);
    await elapse(MINUTE_MS);
    expect(parts.decrypt).toHaveBeenCalledTimes(1);
    expect(parts.patch).not.toHaveBeenCalled();
    expect(parts.logger.warn).toHaveBeenCalledTimes(1);
  });

  it('keeps its job no longer than ten seconds', async () => {
    const parts = underTest();
    parts.patch.mockRejectedValueOnce(limited(30_000));
    expect(await isOverAfter(parts.answers.end(deferredBy(parts), 'stopped'), 10_000)).toBe(true);
    expect(parts.patch).toHaveBeenCalledTimes(1);
    await elapse(30_000);
    expect(parts.patch).toHaveBeenCalledTimes(2);
  });
});
