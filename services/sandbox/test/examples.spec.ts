import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { COMMAND_EXAMPLES, CreateCustomCommandInput, type CommandContext } from '@kith/proto';
import { StandInHost } from './stand-in-host.js';
import { sandboxUnderTest, type SandboxUnderTest } from './sandbox-under-test.js';

let kith: SandboxUnderTest;
beforeAll(async () => {
  kith = await sandboxUnderTest();
});
afterAll(() => kith.stack.stop());

const codeOf = (name: string): string => COMMAND_EXAMPLES.find((one) => one.name === name)?.code ?? '';
async function resultOf(name: string, context: Partial<CommandContext>, host = new StandInHost()) {
  const { result, error } = await kith.run(codeOf(name), { args: [], ...context }, host);
  expect(error).toBeNull();
  return result;
}

describe('the examples of custom commands', () => {
  it('are seven, can be saved as they are, and differ in their triggers', () => {
    expect(COMMAND_EXAMPLES).toHaveLength(7);
    for (const example of COMMAND_EXAMPLES) expect(CreateCustomCommandInput.parse(example)).toEqual(example);
    expect(new Set(COMMAND_EXAMPLES.map(({ trigger }) => trigger)).size).toBe(7);
  });

  it('choose between what was named, after a first message', async () => {
    const { posts } = (await resultOf('Choose', { args: ['pizza,', 'pasta'] })) ?? {};
    expect(posts?.map(({ content }) => content)).toEqual([
      'Let me think…',
      expect.stringMatching(/^I choose \*\*(pizza|pasta)\*\*\.$/),
    ]);
    expect(await resultOf('Choose', { args: ['pizza'] })).toMatchObject({ response: expect.stringContaining('at least two') });
  });

  it('roll dice with a button that rolls the same dice again in its message', async () => {
    const first = await resultOf('Dice', { args: ['20'] });
    expect(first).toMatchObject({ response: expect.stringMatching(/^🎲 \d+ of 20$/) });
    const [button] = first?.posts?.[0]?.buttons ?? [];
    expect(button).toEqual({ label: 'Roll again', value: '20', answer: 'update' });
    expect(await resultOf('Dice', { value: '20' })).toMatchObject({ response: expect.stringContaining('of 20') });
  });

  it('count points of members, not of oneself, and list the best', async () => {
    const host = new StandInHost();
    const give = (id: string) => resultOf('Points', { args: [`<@${id}>`] }, host);
    expect(await give('200000000000000002')).toMatchObject({ response: '<@200000000000000002> has 1 point now.' });
    await give('200000000000000003');
    expect(await give('200000000000000003')).toMatchObject({ response: '<@200000000000000003> has 2 points now.' });
    expect(await give('100000000000000001')).toMatchObject({ response: expect.stringContaining('yourself') });
    expect((await resultOf('Points', {}, host))?.posts?.[0]?.embeds).toMatchObject([
      { description: '1. <@200000000000000003>: 2\n2. <@200000000000000002>: 1' },
    ]);
  });

  it('tell a fortune once a day', async () => {
    const host = new StandInHost();
    expect(await resultOf('Fortune', {}, host)).toMatchObject({ response: expect.stringMatching(/^🔮 /) });
    expect(await resultOf('Fortune', {}, host)).toMatchObject({ response: expect.stringMatching(/^You had .*<t:\d+:R>\.$/) });
  });

  it('offer cities, ask the website about the chosen one, and say why it could not be read', async () => {
    const host = new StandInHost();
    expect((await resultOf('Weather', {}, host))?.posts?.[0]?.selects[0]?.options).toHaveLength(3);
    const answer = await resultOf('Weather', { value: 'city', values: ['berlin'] }, host);
    expect(answer).toMatchObject({ response: 'I could not ask about the weather: This website is not allowed.' });
    expect(host.requests).toMatchObject([{ kind: 'fetch', url: expect.stringContaining('https://api.open-meteo.com/') }]);
  });

  it('cheer for a member, as often and with what the options say', async () => {
    const member = { id: '200000000000000002', name: 'Ann' };
    expect(await resultOf('Cheer', { options: { member } })).toMatchObject({ response: '👏 for Ann!' });
    expect(await resultOf('Cheer', { options: { member, how: 'hearts', times: 3 } })).toMatchObject({
      response: '❤️❤️❤️ for Ann!',
    });
  });

  it('open a form and keep what was written into it', async () => {
    const host = new StandInHost();
    expect((await resultOf('Feedback', {}, host))?.form).toMatchObject({ title: 'Feedback', value: 'feedback' });
    await resultOf('Feedback', { value: 'feedback', fields: { text: 'more cake' } }, host);
    expect(host.stored.get('feedback:1:100000000000000001')).toBe('more cake');
  });
});
