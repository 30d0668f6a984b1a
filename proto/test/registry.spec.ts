import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { CALLS, ERRORS, hasTrait, normalisePlan, queues, SERVICES } from '@kith/proto';

describe('the contracts', () => {
  it('give every call a name of its own', () => {
    const names = CALLS.map((call) => call.name);
    expect(new Set(names).size).toBe(names.length);
  });

  it('declare at least one call or queue for every service', () => {
    const answering = new Set<string>([
      ...CALLS.map((call) => call.service),
      ...Object.values(queues).map((queue) => queue.service),
    ]);
    expect([...SERVICES].filter((service) => !answering.has(service))).toEqual([]);
  });

  it('mark every call that takes a password or token as secret [S76]', () => {
    const unsealed = CALLS.filter((call) => !call.secret && /password|discordToken|"token"|apiKey/i.test(fieldNames(call.input)));
    expect(unsealed.map((call) => call.name)).toEqual([]);
  });

  it('have a doc comment on every call', () => {
    for (const area of [
      'auth',
      'admin',
      'audit',
      'bots',
      'systems',
      'commands',
      'custom-commands',
      'billing',
      'chat',
      'knowledge',
      'runner',
      'sandbox',
    ]) {
      const source = readFileSync(new URL(`../src/${area}.ts`, import.meta.url), 'utf8');
      const verbs = CALLS.filter((call) => call.name.startsWith(`${area}.`)).map((call) => call.name.split('.')[1]);
      const documented = verbs.filter((verb) => new RegExp(`\\*/\\s*\\n\\s+${verb}: \\{`).test(source));
      expect(verbs.filter((verb) => !documented.includes(verb)).map((verb) => `${area}.${verb}`)).toEqual([]);
    }
  });

  it('give every error code a message for people and a sentence on when it happens', () => {
    for (const error of Object.values(ERRORS)) {
      expect(error.text).toMatch(/\w.*[.)\w]$/);
      expect(error.when.length).toBeGreaterThan(20);
    }
  });
});

describe('the queues with turns', () => {
  it('pass on the plan of the owner where the producer of a job knows it', () => {
    const [ownerId = '', botId = '', itemId = ''] = Array.from({ length: 3 }, () => randomUUID());
    const delivery = { ownerId, ownerPlan: 'premium', botId, messageId: '1', channelId: '2', text: '', kind: 'reply' } as const;
    expect(queues.deliveries.turns?.of(delivery)).toEqual({ ownerId, ownerPlan: 'premium', botId, lane: '2' });
    const ingest = { ownerId, ownerPlan: 'basic', botId, itemId, version: 1 } as const;
    expect(queues.ingest.turns?.of(ingest)).toEqual({ ownerId, ownerPlan: 'basic', botId, lane: itemId });
  });
});

describe('the plan catalogue', () => {
  it('reads standard and basic as one plan, anything unknown as free', () => {
    expect(['basic', 'standard', 'premium', 'free', 'gold', undefined].map(normalisePlan)).toEqual([
      'basic',
      'basic',
      'premium',
      'free',
      'free',
      'free',
    ]);
  });

  it('unlocks 6, 12 and 19 of the traits of the form on the free, standard and premium plan', () => {
    const traits = [
      'friendliness',
      'humor',
      'helpfulness',
      'creativity',
      'enthusiasm',
      'emojis',
      'formal',
      'detailed',
      'casual',
      'analytical',
      'supportive',
      'patient',
      'witty',
      'philosophical',
      'storytelling',
      'technical',
      'empathetic',
      'adventurous',
      'mysterious',
    ];
    const unlocked = (plan: 'free' | 'basic' | 'premium') => traits.filter((trait) => hasTrait(plan, trait)).length;
    expect([unlocked('free'), unlocked('basic'), unlocked('premium')]).toEqual([6, 12, 19]);
  });

  it('unlocks no unknown trait [S41]', () => {
    expect(hasTrait('premium', 'constructor')).toBe(false);
  });
});

function fieldNames(schema: (typeof CALLS)[number]['input']): string {
  return JSON.stringify('shape' in schema ? Object.keys(schema.shape as object) : []);
}

describe('the table of error codes in the README', () => {
  it('lists every error code with its status, and nothing else', () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    const documented = [...readme.matchAll(/^\| `([A-Z_]+)` +\| (\d+) /gm)].map(([, code, status]) => `${code} ${status}`);
    expect(documented.sort()).toEqual(
      Object.entries(ERRORS)
        .map(([code, { status }]) => `${code} ${status}`)
        .sort(),
    );
  });
});
