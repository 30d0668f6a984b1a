import { describe, expect, it } from '@jest/globals';
import { COMMANDS, TOOL_COMMANDS, type RunnableCommand, type TriedCommand } from '@kith/proto';
import { catalogueTools } from './catalogue-tools.js';

const signal = new AbortController().signal;
const LEARNED = COMMANDS.map(({ id, trigger }): RunnableCommand => ({ commandId: id, trigger, custom: null }));
const DONE: TriedCommand = { kind: 'text', text: 'Done.' };

function toolsOf(commands = LEARNED, isOnDiscord = true, answers: TriedCommand[] = []) {
  const runs: [string, string, boolean][] = [];
  const tools = catalogueTools(commands, {
    isOnDiscord,
    run: ({ commandId }, args, isHere) => {
      runs.push([commandId, args, isHere]);
      return Promise.resolve(answers.shift() ?? DONE);
    },
  });
  return { runs, tools, named: (name: string) => tools.find((tool) => tool.name === `command_${name}`) };
}

describe('the commands of the catalogue as tools', () => {
  it('are those that the contract names, of a bot that learned all, and none that moderates or posts', () => {
    const { tools } = toolsOf();
    expect(tools.map(({ name }) => name).toSorted()).toEqual(TOOL_COMMANDS.map((id) => `command_${id}`).toSorted());
    const moderating = COMMANDS.filter(({ category }) => category === 'moderation').map(({ id }) => id);
    expect(TOOL_COMMANDS.filter((id) => [...moderating, 'poll'].includes(id))).toEqual([]);
  });

  it('are none that the bot did not learn, that has a role or a cooldown, or that acts on Discord in the test chat', () => {
    expect(toolsOf([]).tools).toEqual([]);
    const limits = { cooldownS: 60, requiredRoleId: null };
    expect(toolsOf(LEARNED.map((command) => ({ ...command, limits }))).tools).toEqual([]);
    expect(toolsOf(LEARNED, false).named('remind')).toBeUndefined();
    expect(toolsOf(LEARNED, false).tools.some(({ isOutward }) => isOutward)).toBe(false);
  });

  it('pass on what a person would write behind the trigger, and where it is to act', async () => {
    const { named, runs } = toolsOf();
    await named('roll')?.run({ dice: '2d6+1' }, signal);
    await named('roll')?.run({}, signal);
    await named('coinflip')?.run({}, signal);
    await named('8ball')?.run({ question: 'Will it rain?' }, signal);
    await named('remind')?.run({ when: 'in 10m', text: 'tea' }, signal);
    expect(runs).toEqual([
      ['roll', '2d6+1', false],
      ['roll', '', false],
      ['coinflip', '', false],
      ['8ball', 'Will it rain?', false],
      ['remind', 'in 10m tea', true],
    ]);
  });

  it.each([
    { when: 'list', text: 'x' },
    { when: 'Cancel 1', text: 'x' },
    { when: 'delete', text: '1' },
    { when: 'remove #1', text: 'x' },
    { when: 'remove', text: '#1' },
    { when: 'me cancel', text: '1' },
    { when: 'ME  delete', text: '#1' },
    { when: 'me list', text: 'x' },
    { when: 'me', text: 'list' },
    { when: '\u00a0me\u00a0remove', text: '1' },
    { when: 'インライン', text: 'お茶' },
    { when: 'in 10m' },
    { text: 'tea' },
    { when: 'x'.repeat(61), text: 'tea' },
    { when: 'in 10m', text: 'x'.repeat(501) },
  ])('neither show nor delete reminders, nor set one without time and text: %j', async (given) => {
    const { named, runs } = toolsOf();
    await expect(named('remind')?.run(given, signal)).rejects.toMatchObject({ name: 'ToolFailure' });
    expect(runs).toEqual([]);
  });

  it.each([
    '10m',
    '2 hours',
    'In 3d',
    'me in 10m',
    'at 18:30',
    'on 2027-01-31 9:00',
    '2027-01-31 9:00',
    'Tomorrow',
    'today at 7 pm',
  ])('set a reminder for what begins like a time: %s', async (when) => {
    const { named, runs } = toolsOf();
    await named('remind')?.run({ when, text: 'delete 1' }, signal);
    expect(runs).toEqual([['remind', `${when} delete 1`, true]]);
  });

  it('set one reminder for a message, also when two are asked for at once, and another one after a refusal', async () => {
    const refused: TriedCommand = { kind: 'text', text: 'That time is over already.', isRefusal: true };
    const { named, runs } = toolsOf(LEARNED, true, [refused]);
    const remind = (when: string) => named('remind')?.run({ when, text: 'tea' }, signal);
    await expect(remind('today at 0:00')).rejects.toThrow('That time is over already.');
    const both = await Promise.allSettled([remind('in 10m'), remind('in 20m')]);
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(runs).toHaveLength(2);
  });
});
