import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import {
  auth,
  bots,
  ChangePasswordInput,
  ChannelSettings,
  commands,
  CreateBotInput,
  CreateCustomCommandInput,
  CreateKnowledgeInput,
  Credentials,
  customCommands,
  knowledge,
  Preferences,
  Profile,
  Registration,
  systems,
  SystemSettings,
  Trigger,
  UpdateApiSettingsInput,
} from '@kith/proto';

/** What an object may be changed to at `path` of an input. */
const shapeAt = (input: z.ZodType, ...path: readonly string[]): Readonly<Record<string, z.ZodType>> => {
  const schema = withoutDefault(input);
  if (!(schema instanceof z.ZodObject)) throw new TypeError('not an object');
  const shape = schema.shape as Readonly<Record<string, z.ZodType>>;
  const [name, ...rest] = path;
  return name === undefined ? shape : shapeAt(shape[name] ?? z.never(), ...rest);
};

/** The schema that checks a value which is there. */
function withoutDefault(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodDefault
    ? withoutDefault(schema.unwrap() as z.ZodType)
    : schema;
}

// The web app checks the fields of a form with the schema on the left; the service parses the input on the right.
describe('the service checks each field with the schema of its form', () => {
  it.each([
    ['registration', Registration.shape, shapeAt(auth.register.input)],
    ['login', Credentials.shape, shapeAt(auth.login.input)],
    ['profile', Profile.shape, shapeAt(auth.profile.input)],
    ['change of the password', ChangePasswordInput.shape, shapeAt(auth.password.input)],
    ['API settings', UpdateApiSettingsInput.shape, shapeAt(auth.apiSettings.input)],
    ['new bot', CreateBotInput.shape, shapeAt(bots.create.input)],
    ['bot', CreateBotInput.shape, shapeAt(bots.update.input)],
    ['preferences of a bot', Preferences.shape, shapeAt(bots.update.input, 'preferences')],
    ['channel settings of a bot', ChannelSettings.shape, shapeAt(bots.update.input, 'channelSettings')],
    ['new custom command', CreateCustomCommandInput.shape, shapeAt(customCommands.create.input)],
    ['custom command', CreateCustomCommandInput.shape, shapeAt(customCommands.update.input)],
    ['new knowledge', CreateKnowledgeInput.shape, shapeAt(knowledge.create.input)],
    ['settings of a system', { settings: SystemSettings }, shapeAt(systems.configure.input)],
  ])('of the form %s [S38]', (_form, fields: Readonly<Record<string, z.ZodType>>, input) => {
    expect(Object.keys(fields).length).toBeGreaterThan(0);
    for (const [name, field] of Object.entries(fields))
      expect([name, withoutDefault(input[name] ?? z.never()) === withoutDefault(field)]).toEqual([name, true]);
  });

  it.each([
    ['a trigger of two words', { customTrigger: 'two words' }],
    ['a trigger of 33 characters', { customTrigger: 'x'.repeat(33) }],
  ])('of the form learned command: %s is refused on both sides [S38]', (_what, { customTrigger }) => {
    expect(Trigger.safeParse(customTrigger).success).toBe(false);
    expect(shapeAt(commands.updateLearned.input)['customTrigger']?.safeParse(customTrigger).success).toBe(false);
  });
});
