import { describe, expect, it } from '@jest/globals';
import type { StandInModel } from '@kith/kit/testing';
import type { ChatUnderTest } from './chat-under-test.js';
import { chatWithModel } from './chat-with-model.js';
import { aPicture, attached, messagesOf, picturesOf } from './pictures-under-test.js';

let model: StandInModel;
let kith: ChatUnderTest;
chatWithModel((started) => ({ model, kith } = started));

type Bot = ReturnType<ChatUnderTest['aBot']>;

const answering = (content = 'Noted.') => model.mock.on({ predicate: () => true }, { content });
/** The model answers no request with this picture. */
function refuse(text: string): void {
  const begin = aPicture(text).toString('base64').slice(0, 20);
  model.mock.reset();
  model.mock.on(
    { predicate: (request: unknown) => JSON.stringify(request).includes(begin) },
    { error: { message: 'broken', type: 'invalid_request_error' }, status: 400 },
  );
  answering();
}
const asked = () => model.mock.getRequests().length;
/** Sends pictures that hold these texts. */
async function show(bot: Bot, pictures: readonly (readonly [name: string, text: string])[], message = 'Look!') {
  const attachments = await Promise.all(pictures.map(([name, text]) => attached(kith, bot.actor.userId, name, aPicture(text))));
  return (await kith.say({ ...bot, message, attachments })).at(-1);
}
const ask = async (bot: Bot, message = 'How are you?') => (await kith.say({ ...bot, message })).at(-1);
async function talk(bot: Bot, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) await ask(bot);
}

describe('a picture that is shown again because a message asks for it', () => {
  it('and that the model does not accept, is not taken for the new one beside it: it alone is left out and forgotten', async () => {
    answering();
    const bot = kith.aBot();
    for (const name of ['pier', 'x1', 'x2', 'x3']) await show(bot, [[`${name}.png`, name]]);
    await talk(bot, 6);
    expect(picturesOf(model)).toEqual([]);
    refuse('pier');
    const before = asked();
    expect(await show(bot, [['ship.png', 'ship']], 'Is this the ship of pier.png?')).toMatchObject({
      response: 'Noted.',
      notes: [expect.stringContaining('did not accept a picture from earlier')],
    });
    expect([asked() - before, picturesOf(model, -2), picturesOf(model)]).toEqual([2, ['ship', 'pier'], ['ship']]);
    const kept = await kith.query('select from chat.message_picture where bot_id = $1', [bot.botId]);
    expect(kept).toHaveLength(4);
    expect(await ask(bot, 'And pier.png?')).not.toHaveProperty('notes');
    expect(picturesOf(model)).toEqual(['ship']);
    await ask(bot, 'And x1.png?');
    expect(picturesOf(model)).toEqual(['ship', 'x1']);
  });

  it('stays where the new one beside it is refused alone', async () => {
    answering();
    const bot = kith.aBot();
    await show(bot, [['pier.png', 'pier']]);
    await talk(bot, 6);
    refuse('broken');
    expect(await show(bot, [['ship.png', 'broken']], 'Is this the ship of pier.png?')).toMatchObject({
      notes: [expect.stringContaining('did not accept the picture and answered')],
    });
    await ask(bot, 'And pier.png?');
    expect(picturesOf(model)).toEqual(['pier']);
  });

  it('is found by what was said with it also when that is older than the history of the prompt', async () => {
    answering();
    const bot = kith.aBot({ preferences: { contextRetention: 'minimal' } });
    await show(bot, [['a1.png', 'a heron']], 'A heron at the weir');
    await show(bot, [['a2.png', 'a cake']], 'Dessert');
    for (let n = 0; n < 10; n += 1) await ask(bot, 'It rains. '.repeat(100));
    await ask(bot, 'Show me the picture of the heron');
    expect(JSON.stringify(messagesOf(model))).not.toMatch(/weir|Dessert/);
    expect(picturesOf(model)).toEqual(['a heron']);
  });

  it('is found also when its exchange alone is longer than what is read of the conversation', async () => {
    answering();
    const bot = kith.aBot();
    await show(bot, [['a1.png', 'a heron']], 'A heron at the weir');
    await kith.query('update chat.message set tokens = 1000000 where bot_id = $1', [bot.botId]);
    await ask(bot);
    await ask(bot, 'Show me the picture of the heron');
    expect(picturesOf(model)).toEqual(['a heron']);
  });

  it('may have the name of one of the same message that is shown anyway', async () => {
    answering();
    const bot = kith.aBot();
    await show(
      bot,
      ['one', 'two', 'three', 'four'].map((text) => ['image.png', text] as const),
    );
    await ask(bot, 'What is on image.png?');
    expect(messagesOf(model).map(({ pictures }) => pictures.join())).toEqual(['', 'one,two,three', '', 'four']);
  });
});
