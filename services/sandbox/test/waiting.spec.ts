import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sandbox, type AnsweredRound, type InputOf } from '@kith/proto';
import { StandInHost } from './stand-in-host.js';
import { aContext, sandboxUnderTest, type SandboxUnderTest } from './sandbox-under-test.js';

let kith: SandboxUnderTest;
beforeAll(async () => {
  kith = await sandboxUnderTest();
});
afterAll(() => kith.stack.stop());

const respond = (body: string) => `export default async (context) => { ${body} }`;
const pass = (code: string, fields: Partial<InputOf<typeof sandbox.run>> = {}) =>
  kith.stack.ask(sandbox.run, { userId: randomUUID(), plan: 'free', code, context: aContext(), ...fields });
const answer = (value: unknown) => ({ isError: false, text: JSON.stringify(value) });
const BEGUN = { seed: '00112233445566ff', startedAtMs: 1_800_000_000_000 };

describe('code that waits', () => {
  it('says what it waits for, all of it at once, and goes on with the answers', async () => {
    const code = respond(
      'const [a, b] = await Promise.all([kv.get("a"), kv.increment("n", 2)]); await kv.set("c", { a }); return a + b',
    );
    const first = await pass(code);
    expect(first).toMatchObject({
      result: null,
      error: null,
      requests: [
        { kind: 'kv-get', key: 'a' },
        { kind: 'kv-increment', key: 'n', by: 2 },
      ],
    });
    const rounds: AnsweredRound[] = [{ atMs: 1, answers: [answer('x'), answer(7)] }];
    expect(await pass(code, { rounds })).toMatchObject({ requests: [{ kind: 'kv-set', key: 'c', value: '{"a":"x"}' }] });
    rounds.push({ atMs: 2, answers: [answer(null)] });
    expect(await pass(code, { rounds })).toMatchObject({ result: { response: 'x7' } });
  });

  it('gets an answer that is an error as an error', async () => {
    const code = respond('try { await kv.set("a", 1) } catch (error) { return error.constructor.name + error.message }');
    const rounds = [{ atMs: 1, answers: [{ isError: true, text: 'full' }] }];
    expect(await pass(code, { rounds })).toMatchObject({ result: { response: 'Errorfull' } });
  });

  it('has the same random numbers and the clock of its rounds in each pass, and others with another seed', async () => {
    const code = respond(
      'const a = [random.number(), Date.now()]; await sleep(5); return JSON.stringify([...a, random.number(), Date.now()])',
    );
    const rounds = [{ atMs: BEGUN.startedAtMs + 5000, answers: [answer(null)] }];
    const drawn = async (seed: string) =>
      JSON.parse((await pass(code, { ...BEGUN, seed, rounds })).result?.response ?? '') as number[];
    const first = await drawn(BEGUN.seed);
    expect([first[1], first[3]]).toEqual([BEGUN.startedAtMs, BEGUN.startedAtMs + 5000]);
    expect(await drawn(BEGUN.seed)).toEqual(first);
    expect((await drawn('ff112233445566ff'))[0]).not.toBe(first[0]);
  });

  it('does what it asked for without waiting, before it ends', async () => {
    const host = new StandInHost();
    expect(await kith.run(respond('kv.set("a", 1); kv.increment("a").catch(() => {}); return "x"'), {}, host)).toMatchObject({
      result: { response: 'x' },
    });
    expect(host.stored.get('a')).toBe(2);
  });

  it('gets the same answers in the same order when several of its parts wait at once', async () => {
    const code = respond(
      `const part = async (name, steps) => { const seen = []; for (let i = 0; i < steps; i += 1) seen.push(await kv.increment("n")); return name + seen };
      return (await Promise.all([part("a", 3), part("b", 1), part("c", 2)])).join(" ")`,
    );
    expect(await kith.response(code)).toBe('a1,4,6 b2 c3,5');
  });

  it('may declare names of its own that are those of the functions', async () => {
    const code = `const sleep = () => 1;\nfunction reply() { return 2 }\nlet random = 3;\nexport default async () => String(sleep() + reply() + random);`;
    expect(await kith.response(code)).toBe('6');
  });

  it('counts as one run for the limit of its user, however often it waits', async () => {
    const userId = randomUUID();
    const code = respond('await sleep(1); return "x"');
    const rounds = [{ atMs: 1, answers: [answer(null)] }];
    for (let n = 0; n < 70; n += 1) expect(await pass(code, { userId, rounds })).toMatchObject({ error: null });
  });

  it.each([
    [
      'a text of fetched bytes and its status',
      'const r = await fetch("https://x.test", { headers: { Accept: 1 } }); return r.status + String(r.ok) + (await r.json()).a',
      '404false5',
    ],
    ['the frozen answer', 'const r = await fetch("https://x.test"); r.status = 1; return String(r.status)', '404'],
  ])('reads %s', async (_what, body, expected) => {
    const rounds = [{ atMs: 1, answers: [answer({ status: 404, contentType: 'application/json', body: '{"a":5}' })] }];
    expect(await pass(respond(body), { rounds })).toMatchObject({ result: { response: expected } });
  });
});
