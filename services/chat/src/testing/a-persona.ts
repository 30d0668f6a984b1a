import { randomUUID } from 'node:crypto';
import { BotTools, DailyCaps, Preferences, type Persona } from '@kith/proto';

type Fields = Partial<Omit<Persona, 'preferences'>> & { preferences?: Partial<Preferences> };

/** A persona of a bot; every field can be overridden. */
export function aPersona({ preferences = {}, ...fields }: Fields = {}): Persona {
  return {
    id: randomUUID(),
    ownerId: randomUUID(),
    ownerPlan: 'premium',
    name: 'Amber',
    description: null,
    instructions: null,
    greeting: null,
    exampleDialogues: null,
    timeZone: 'UTC',
    model: 'gpt-4o',
    responseStyle: 'balanced',
    personality: {},
    dailyCaps: DailyCaps.parse({}),
    ageRating: 'everyone',
    tools: BotTools.parse({}),
    preferences: { ...Preferences.parse({}), ...preferences },
    ...fields,
  };
}
