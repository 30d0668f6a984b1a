import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { AVATAR_COLORS, UpdateBotInput, CreateBotInput } from '@kith/proto';
import { aBot } from '../../testing/bots.js';
import { asSliders, asSwitches, changesOf, creationOf, isSame, newBot, rebase, valuesOf } from './bot-values.js';

afterEach(() => {
  jest.restoreAllMocks();
});

describe('what the form sends', () => {
  it('has null for every optional field that is empty, and fits the contract', () => {
    const sent = creationOf({ ...newBot(() => 0), name: '  Ada ' }, 'free');
    expect(sent).toMatchObject({ name: 'Ada', description: null, discordToken: null, serverId: null, instructions: null });
    expect(CreateBotInput.safeParse(sent).success).toBe(true);
  });

  it('begins with the time zone of the browser', () => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    expect(newBot(() => 0).timeZone).toBe(timeZone);
    jest
      .spyOn(Intl, 'DateTimeFormat')
      .mockReturnValueOnce({ resolvedOptions: () => ({ timeZone: 'Asia/Tokyo' }) } as Intl.DateTimeFormat);
    expect(newBot(() => 0).timeZone).toBe('Asia/Tokyo');
    // What Chromium answers where the system has none.
    jest
      .spyOn(Intl, 'DateTimeFormat')
      .mockReturnValueOnce({ resolvedOptions: () => ({ timeZone: 'Etc/Unknown' }) } as Intl.DateTimeFormat);
    expect(newBot(() => 0).timeZone).toBe('UTC');
  });

  it('picks its first colour from the whole palette', () => {
    const picked = Array.from({ length: AVATAR_COLORS.length }, (_, at) => newBot(() => at / AVATAR_COLORS.length).avatarColor);
    expect(picked).toEqual([...AVATAR_COLORS]);
    expect(newBot(() => 0.999_999).avatarColor).toBe(AVATAR_COLORS.at(-1));
  });

  it('holds only the traits that the plan allows', () => {
    const values = { ...newBot(() => 0), name: 'Ada' };
    const traits = (plan: 'free' | 'basic' | 'premium') => Object.keys(creationOf(values, plan).personality).length;
    expect([traits('free'), traits('basic'), traits('premium')]).toEqual([6, 12, 19]);
  });

  it('keeps slider values that still mean the same, and traits that the form does not show', () => {
    const bot = aBot({ personality: { humor: 80, friendliness: 20, roleplay: 60 } });
    const values = valuesOf(bot);
    const sent = changesOf({ ...values, personality: { ...values.personality, friendliness: true } }, bot, 'free');
    expect(sent.personality).toMatchObject({ humor: 80, friendliness: true, roleplay: 60 });
    expect(UpdateBotInput.safeParse(sent).success).toBe(true);
  });

  it('removes the token only when asked to', () => {
    const bot = aBot();
    expect(changesOf(valuesOf(bot), bot, 'free')).toMatchObject({ discordToken: null, expectedVersion: 3 });
    expect(changesOf(valuesOf(bot), bot, 'free')).not.toHaveProperty('clearDiscordToken');
    expect(changesOf({ ...valuesOf(bot), clearDiscordToken: true }, bot, 'free')).toHaveProperty('clearDiscordToken', true);
  });
});

describe('the traits of a new companion on their way between switches and sliders', () => {
  const start = newBot(() => 0);
  const SLIDERS = { friendliness: 75, humor: 60, helpfulness: 85, creativity: 70 };

  it('begin where the sliders begin while nobody touched them', () => {
    expect(asSliders(start, start).personality).toMatchObject(SLIDERS);
    expect(creationOf({ ...asSliders(start, start), name: 'Ada' }, 'premium').personality).toEqual(SLIDERS);
  });

  it('keep what was switched, and what has no slider', () => {
    const touched = { ...start, personality: { ...start.personality, humor: false, emojis: true, witty: true } };
    expect(asSliders(touched, start).personality).toMatchObject({ ...SLIDERS, humor: 25, emojis: 75, witty: true });
  });

  it('keep what was moved, and come back as they went', () => {
    const sliders = asSliders(start, start);
    const moved = { ...sliders, personality: { ...sliders.personality, humor: 10, roleplay: 80 } };
    expect(asSwitches(moved, sliders).personality).toMatchObject({ friendliness: true, humor: 10, roleplay: 80, formal: false });
    expect(isSame(asSwitches(sliders, sliders).personality, start.personality)).toBe(true);
  });
});

describe('an edit on top of a newer state', () => {
  it('keeps what was typed, and takes over everything else', () => {
    const start = valuesOf(aBot());
    const latest = valuesOf(aBot({ name: 'Juno', model: 'gpt-4', personality: { humor: true, emojis: true } }));
    const typed = {
      ...start,
      description: 'New words',
      personality: { ...start.personality, humor: false },
      preferences: { ...start.preferences, maxTokens: 500 },
    };
    expect(rebase(typed, start, latest)).toMatchObject({
      name: 'Juno',
      model: 'gpt-4',
      description: 'New words',
      personality: { humor: false, emojis: true },
      preferences: { maxTokens: 500 },
    });
  });
});
