import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anActor } from '@kith/kit/testing';
import { bots, commands, customCommands } from '@kith/proto';
import { botsUnderTest, codeOf, databaseOf, type BotsUnderTest } from './bots-under-test.js';

let stack: BotsUnderTest;
beforeAll(async () => {
  stack = await botsUnderTest();
});
afterAll(() => stack.stop());

const owner = () => anActor({ plan: 'basic' });

describe('a shared custom command', () => {
  const FIELDS = { name: 'Greet', trigger: '!greet', description: 'Says hello', code: 'mine', icon: '👋' };
  const shared = async () => {
    const author = owner();
    const { id: commandId } = await stack.ask(customCommands.create, { actor: author, ...FIELDS });
    const { shareCode } = await stack.ask(customCommands.share, { actor: author, commandId });
    return { author, commandId, shareCode: shareCode ?? '' };
  };

  it('is copied by whoever has its code, and cannot be switched on before its new owner has looked at it', async () => {
    const { author, commandId, shareCode } = await shared();
    expect(shareCode).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/);
    expect(await stack.ask(customCommands.share, { actor: author, commandId })).toEqual({ shareCode });
    const reader = owner();
    const typed = ` ${shareCode.toLowerCase().replace('-', ' ')} `;
    expect(await stack.ask(customCommands.lookUp, { actor: reader, shareCode: typed })).toEqual({ ...FIELDS, options: [] });
    const copy = await stack.ask(customCommands.importShared, { actor: reader, shareCode: typed });
    expect(copy).toMatchObject({ ...FIELDS, needsReview: true });
    await stack.ask(customCommands.update, { actor: author, commandId, code: 'changed' });
    const { bot } = await stack.ask(bots.create, { actor: reader, name: 'Nova' });
    const row = await stack.ask(commands.learn, { actor: reader, botId: bot.id, commandId: copy.id });
    expect(row.isEnabled).toBe(false);
    const switchOn = () =>
      stack.ask(commands.updateLearned, { actor: reader, botId: bot.id, botCommandId: row.id, isEnabled: true });
    expect(await codeOf(switchOn())).toBe('BAD_INPUT');
    await databaseOf(stack).query('update bots.learned_command set is_enabled = true where id = $1', [row.id]);
    const context = { message: '!greet', userId: '100000000000000004', channelId: '5', guildId: '6', args: [] };
    const run = stack.ask(customCommands.run, { botId: bot.id, commandId: copy.id, callId: randomUUID(), context });
    expect(await codeOf(run)).toBe('NOT_FOUND');
    expect((await stack.ask(bots.testChat, { actor: reader, botId: bot.id })).commands).toEqual([]);
    expect(await codeOf(stack.ask(customCommands.share, { actor: reader, commandId: copy.id }))).toBe('BAD_INPUT');
    expect(await codeOf(stack.ask(customCommands.approve, { actor: author, commandId: copy.id }))).toBe('NOT_FOUND');
    expect(await stack.ask(customCommands.approve, { actor: reader, commandId: copy.id })).toMatchObject({
      code: 'mine',
      needsReview: false,
    });
    expect((await switchOn()).isEnabled).toBe(true);
  });

  it('is found no longer when its owner withdraws the code or deletes it, and copies stay', async () => {
    const { author, commandId, shareCode } = await shared();
    const reader = owner();
    const copy = await stack.ask(customCommands.importShared, { actor: reader, shareCode, trigger: '!hi' });
    expect(copy.trigger).toBe('!hi');
    for (const call of [customCommands.shared, customCommands.share, customCommands.unshare] as const)
      expect(await codeOf(stack.ask(call, { actor: reader, commandId }))).toBe('NOT_FOUND');
    expect(await stack.ask(customCommands.unshare, { actor: author, commandId })).toEqual({ shareCode: null });
    expect(await codeOf(stack.ask(customCommands.lookUp, { actor: reader, shareCode }))).toBe('NOT_FOUND');
    const { shareCode: next } = await stack.ask(customCommands.share, { actor: author, commandId });
    expect(next).not.toBe(shareCode);
    await stack.ask(customCommands.remove, { actor: author, commandId });
    expect(await codeOf(stack.ask(customCommands.importShared, { actor: reader, shareCode: next ?? '' }))).toBe('NOT_FOUND');
    expect(await stack.ask(customCommands.get, { actor: reader, commandId: copy.id })).toMatchObject({ code: 'mine' });
  });

  it('is not found by guessing: thirty codes a minute are looked up, and what is no code at all is refused', async () => {
    const actor = owner();
    expect(await codeOf(stack.ask(customCommands.lookUp, { actor, shareCode: "' or 1=1" }))).toBe('BAD_INPUT');
    const codes: string[] = [];
    for (let guess = 0; guess < 31; guess += 1)
      codes.push(await codeOf(stack.ask(customCommands.lookUp, { actor, shareCode: String(1_000_000_000 + guess) })));
    expect(codes).toEqual([...Array.from({ length: 30 }, () => 'NOT_FOUND'), 'RATE_LIMITED']);
  });
});
