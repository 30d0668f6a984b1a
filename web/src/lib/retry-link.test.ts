import { describe, expect, it } from '@jest/globals';
import { AppError, ERRORS } from '@kith/proto';
import { BOT } from '../features/bots/bots.graphql.js';
import { STOP_BOT } from '../shared/bot-power.graphql.js';
import { aBot } from '../testing/bots.js';
import { fakeServer, graphqlAnswers, refusal, type Answer } from '../testing/fake-server.js';
import { createApollo } from './apollo.js';
import { readError } from './read-error.js';
import { request } from './request.js';

const { id } = aBot();
const BUSY = refusal(503, 'OVERLOADED', ERRORS.OVERLOADED.text);
const DOWN: Answer = graphqlAnswers({
  Bot: () => {
    throw new AppError('UNAVAILABLE');
  },
  StopBot: () => {
    throw new AppError('UNAVAILABLE');
  },
});
const UP: Answer = graphqlAnswers({ Bot: () => ({ bot: aBot() }) });

/** A server that gives these answers one after the other, the last one again and again. */
function answering(endpoint: string, ...answers: readonly Answer[]) {
  let asked = 0;
  return fakeServer({ [endpoint]: (call) => (answers[asked++] ?? answers.at(-1) ?? UP)(call) });
}

const query = () => createApollo().query({ query: BOT, variables: { id } });
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => readError(error).code,
  );

describe('a query', () => {
  it.each([
    ['says that a service is not running', DOWN],
    ['refuses the request with 503', BUSY],
  ])('is sent once more when the server %s', async (_case, first) => {
    const calls = answering('POST /graphql', first, UP);
    expect((await query()).data?.bot?.name).toBe('Juniper');
    expect(calls).toHaveLength(2);
  });

  it.each([
    ['the same', DOWN, DOWN],
    ['another failure', BUSY, DOWN],
    ['another failure the other way round', DOWN, BUSY],
  ])('is sent no third time when the second answer is %s', async (_case, first, second) => {
    const calls = answering('POST /graphql', first, second, UP);
    expect(['UNAVAILABLE', 'OVERLOADED']).toContain(await codeOf(query()));
    expect(calls).toHaveLength(2);
  });

  it('is sent once when it fails in another way', async () => {
    const calls = answering('POST /graphql', refusal(500, 'INTERNAL', ERRORS.INTERNAL.text));
    expect(await codeOf(query())).toBe('INTERNAL');
    expect(calls).toHaveLength(1);
  });
});

describe('a mutation', () => {
  it.each([
    ['a service is not running', DOWN],
    ['the server is too busy', BUSY],
  ])('is sent once when %s', async (_case, answer) => {
    const calls = answering('POST /graphql', answer);
    expect(['UNAVAILABLE', 'OVERLOADED']).toContain(
      await codeOf(createApollo().mutate({ mutation: STOP_BOT, variables: { id } })),
    );
    expect(calls).toHaveLength(1);
  });
});

describe('a REST call that is answered with 503', () => {
  it('is sent once more when it reads', async () => {
    const calls = answering('GET /api/auth/user', BUSY, () => ({ body: { id } }));
    expect(await request('GET', '/api/auth/user')).toEqual({ id });
    expect(calls).toHaveLength(2);
  });

  it('is sent no third time', async () => {
    const calls = answering('GET /api/auth/user', BUSY);
    expect(await codeOf(request('GET', '/api/auth/user'))).toBe('OVERLOADED');
    expect(calls).toHaveLength(2);
  });

  it.each(['POST', 'PATCH', 'DELETE'] as const)('is sent once when it is a %s', async (method) => {
    const calls = answering(`${method} /api/bots`, BUSY);
    expect(await codeOf(request(method, '/api/bots', {}))).toBe('OVERLOADED');
    expect(calls).toHaveLength(1);
  });
});
