import { describe, expect, it } from '@jest/globals';
import {
  AppError,
  UpdateBotInput,
  CreateBotInput,
  ChannelSettings,
  Credentials,
  Personality,
  Profile,
  Registration,
  snowflake,
  text,
} from '@kith/proto';

const problem = (
  schema: { safeParse(value: unknown): { success: boolean; error?: { issues: { message: string }[] } } },
  value: unknown,
): string | undefined => schema.safeParse(value).error?.issues[0]?.message;

describe('validation messages of the specification', () => {
  it.each([
    [CreateBotInput, { name: 'ab' }, 'Bot name must be at least 3 characters'],
    [CreateBotInput, { name: '  a ' }, 'Bot name must be at least 3 characters'],
    [Credentials, { username: 'ab', password: 'secret' }, 'Username must be at least 3 characters'],
    [Credentials, { username: 'abc', password: '12345' }, 'Password must be at least 6 characters'],
    [Registration, { username: 'abc', password: '123456', email: 'nobody' }, 'Please enter a valid email address'],
  ])('%#: the input is rejected with the message of the specification', (schema, value, message) => {
    expect(problem(schema, value)).toBe(message);
  });
});

describe('the name of a bot or user', () => {
  const INVISIBLE = 'Must not contain invisible characters or text direction marks';
  const user = { password: 'secret', email: 'nova@example.test' };

  it.each([
    ['a zero-width space', 'No\u200Bva'],
    ['a zero-width joiner between letters', 'No\u200Dva'],
    ['a non-joiner between letters', 'No\u200Cva'],
    ['a non-joiner at the end of a Persian word', 'می\u200C'],
    ['a non-joiner before a Persian word', 'نور \u200Cخواهم'],
    ['two non-joiners between Persian letters', 'می\u200C\u200Cخواهم'],
    ['a joiner between Persian letters', 'می\u200Dخواهم'],
    ['a non-joiner between letters of two scripts', 'می\u200Cva'],
    ['a joiner at the end of a Hindi word without a virama', 'हिन्दी\u200D'],
    ['two joiners after a virama', 'ക്\u200D\u200D'],
    ['a joiner between Devanagari digits', '१\u200D२३'],
    ['a word joiner', 'No\u2060va'],
    ['a soft hyphen', 'No\u00ADva'],
    ['a Hangul filler', 'No\u3164va'],
    ['a blank Braille pattern', 'No\u2800va'],
    ['a variation selector after a letter', 'Nova\uFE0F'],
    ['a joiner after the last emoji', 'Nova 🦊\u200D'],
    ['tag characters after a letter', 'Nova\u{E0061}\u{E0062}\u{E0063}\u{E007F}'],
    ['a right-to-left override', '\u202EavoN'],
    ['an isolate', 'No\u2066va'],
    ['an Arabic letter mark', 'No\u061Cva'],
    ['a line break', 'No\nva'],
    ['a line separator', 'No\u2028va'],
    ['a bell', 'No\u0007va'],
    ['an interlinear annotation', 'No\uFFF9va'],
  ])('must not contain %s [S10]', (_what, name) => {
    expect(problem(CreateBotInput, { name })).toBe(INVISIBLE);
    expect(problem(UpdateBotInput, { name })).toBe(INVISIBLE);
    expect(problem(Registration, { ...user, username: name })).toBe(INVISIBLE);
    expect(problem(Profile, { ...user, username: name })).toBe(INVISIBLE);
  });

  it.each([
    'Nova',
    'Zoë ♥ 猫',
    'سارة',
    'דנה כהן',
    'हिन्दी',
    'می\u200Cخواهم',
    'کتاب\u200Cها ۲',
    'मराठी क्\u200Dष',
    'क्\u200Cष त्र',
    'শুভ র\u200D্যাব',
    'ശ്രീ അവന്\u200D',
    'ශ්\u200Dරී ලංකා',
    'ខ្ញុំ\u200Cទៅ',
    'ತ್\u200Cನ ಕನ್ನಡ',
    '👩🏽‍🚀 Ada',
    '👨‍👩‍👧 bot',
    '🏳️‍🌈 pride',
    '❤️‍🔥 fire',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿 bot',
    '1️⃣ one',
    '☎️ line',
  ])('may be %s', (name) => {
    expect(CreateBotInput.parse({ name }).name).toBe(name);
    expect(Registration.parse({ ...user, username: name }).username).toBe(name);
  });

  it('may be typed with invisible characters at a login, which compares it with the names that exist', () => {
    expect(problem(Credentials, { username: 'No\u200Bva', password: 'secret' })).toBeUndefined();
  });
});

describe('the schemas of bots', () => {
  it('count the characters of a name after trimming', () => {
    expect(CreateBotInput.parse({ name: ` ${'a'.repeat(100)} ` }).name).toBe('a'.repeat(100));
    expect(problem(CreateBotInput, { name: 'a'.repeat(101) })).toBe('Must be at most 100 characters');
    expect(Credentials.parse({ username: `${'a'.repeat(32)} `, password: 'secret' }).username).toBe('a'.repeat(32));
    expect(problem(CreateBotInput, { name: 'No\0va' })).toBe('Contains characters that cannot be stored');
  });

  it('read an empty optional text as null and leave out an absent one', () => {
    expect(UpdateBotInput.parse({ description: '  ', discordToken: '', serverId: '' })).toEqual({
      description: null,
      discordToken: null,
      serverId: null,
    });
    expect(UpdateBotInput.parse({})).toEqual({});
  });

  it('drop fields that a client may not set [S32]', () => {
    const parsed = CreateBotInput.parse({ name: 'Nova', userId: 1, id: 'x', status: 'online', messageCount: 9, isAdmin: true });
    expect(Object.keys(parsed)).toEqual(['name']);
  });

  it('accept traits as switches or numbers, and never a prototype [S41]', () => {
    const parsed = Personality.parse(JSON.parse('{"humor": true, "creativity": 80, "__proto__": {"polluted": true}}'));
    expect(parsed).toEqual({ humor: true, creativity: 80 });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(problem(Personality, { humor: 101 })).toBeDefined();
  });

  it('leave out settings that a change does not name, instead of filling in defaults', () => {
    expect(UpdateBotInput.parse({ channelSettings: { mentionOnly: true }, preferences: {} })).toEqual({
      channelSettings: { mentionOnly: true },
      preferences: {},
    });
    expect(problem(UpdateBotInput, { channelSettings: { timeoutDuration: 0 } })).toBeDefined();
  });

  it('fill in the defaults of the specification for channel settings', () => {
    expect(ChannelSettings.parse({})).toMatchObject({
      autoReply: true,
      mentionOnly: false,
      ignoreOtherBots: true,
      maxMessagesPerMinute: 10,
      customPrefix: '!',
      timeoutDuration: 10,
      warningThreshold: 3,
    });
  });
});

describe('the schemas of texts and ids', () => {
  it.each(['a\0b', '\ud800', 'x'.repeat(11)])('reject the text %j', (value) => {
    expect(text(10).safeParse(value).success).toBe(false);
  });

  it.each(['1234567890123456', '123456789012345678901', '12345678901234567a', '１２３４５６７８９０１２３４５６７'])(
    'reject the Discord id %s',
    (value) => {
      expect(snowflake.safeParse(value).success).toBe(false);
    },
  );
});

describe('AppError', () => {
  it('can be restored from its JSON', () => {
    const error = new AppError('DAILY_LIMIT', undefined, { resetsAt: '2026-11-21T00:00:00.000Z' });
    const back = AppError.from(JSON.parse(JSON.stringify({ code: error.code, message: error.message, details: error.details })));
    expect(back.toBody()).toEqual({
      statusCode: 429,
      code: 'DAILY_LIMIT',
      message: error.message,
      error: error.message,
      resetsAt: '2026-11-21T00:00:00.000Z',
    });
  });

  it('hides the message of an unknown error [S61]', () => {
    expect(AppError.from(new Error('select * from secrets')).toBody().message).toBe('Something went wrong on our side.');
  });
});
