import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ChatMessage } from './chat-message.js';
import { deleteChat, saveChat, loadChat } from './saved-chat.js';

const PLACE = { userId: 'u', botId: 'b' };
const KEY = 'kith.chat.u.b';
const aMessage = (id: number, fields: Partial<ChatMessage> = {}): ChatMessage => ({
  id: String(id),
  content: `message ${id}`,
  isUser: true,
  timestamp: id,
  ...fields,
});

describe('a saved chat', () => {
  let warned: ReturnType<typeof jest.spyOn>;
  beforeEach(() => {
    localStorage.clear();
    warned = jest.spyOn(console, 'warn').mockReturnValue();
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('is loaded as it was saved, for the same user and bot only', () => {
    const messages = [
      aMessage(1, { attachments: [{ name: 'a.txt', type: 'text/plain', size: 3 }] }),
      aMessage(2, { cut: 'stopped' }),
    ];
    expect(loadChat(PLACE)).toBeUndefined();
    expect(saveChat(PLACE, messages)).toBe(true);
    expect(loadChat(PLACE)).toEqual(messages);
    expect(loadChat({ ...PLACE, userId: 'v' })).toBeUndefined();
    expect(loadChat({ ...PLACE, botId: 'c' })).toBeUndefined();
    deleteChat(PLACE);
    expect(localStorage.getItem(KEY)).toBeNull();
  });

  it.each(['{', 'null', '7', '[{"id":1}]', '[null]', '{"__proto__":{}}'])(
    'that contains %s is loaded as empty, with a warning in the console',
    (text) => {
      localStorage.setItem(KEY, text);
      expect(loadChat(PLACE)).toEqual([]);
      expect(warned).toHaveBeenCalledTimes(1);
    },
  );

  it('contains the newest five hundred messages', () => {
    saveChat(
      PLACE,
      Array.from({ length: 700 }, (_, at) => aMessage(at)),
    );
    expect(loadChat(PLACE)?.map(({ id }) => Number(id))).toEqual(Array.from({ length: 500 }, (_, at) => at + 200));
  });

  it('contains the newest messages that fit, and saving reports when none do', () => {
    const set = jest.spyOn(Storage.prototype, 'setItem');
    const room = { bytes: 2000 };
    const kept: string[] = [];
    set.mockImplementation((_key, value) => {
      if (value.length > room.bytes) throw new DOMException('full', 'QuotaExceededError');
      kept.push(value);
    });
    expect(
      saveChat(
        PLACE,
        Array.from({ length: 400 }, (_, at) => aMessage(at)),
      ),
    ).toBe(true);
    expect((JSON.parse(kept[0] ?? '[]') as ChatMessage[]).at(-1)?.id).toBe('399');
    room.bytes = 0;
    expect(saveChat(PLACE, [aMessage(1)])).toBe(false);
  });
});
