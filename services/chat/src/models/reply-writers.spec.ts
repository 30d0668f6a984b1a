import { describe, expect, it } from '@jest/globals';
import type { Persona } from '@kith/proto';
import { ReplyWriters } from './reply-writers.js';
import type { ServedModel } from './served-models.js';

type Parts = ConstructorParameters<typeof ReplyWriters>;
const SERVED: ServedModel = { seesPictures: true, usesTools: true, reasoningTokens: 4096, maxWindow: 32_768, window: 16_384 };
const PERSONA = { ownerId: 'o', ownerPlan: 'free', model: 'latest' } as unknown as Persona;

/** With the operator's own server, which the owner chose. */
function modelOf(served: ServedModel | null, fields: object = {}) {
  const localModel = {
    model: 'mine',
    name: 'mine',
    contextWindow: 4096,
    seesPictures: null,
    usesTools: null,
    reasoningTokens: null,
    ...fields,
  };
  const local = {
    provider: { engine: 'local' },
    access: { of: () => ({}) },
    served: { of: (model: string) => Promise.resolve(model === 'mine' ? served : null) },
    localModel,
  };
  const writers = new ReplyWriters(
    { of: () => Promise.resolve({ key: null, provider: 'local', model: null }) } as unknown as Parts[0],
    {} as Parts[1],
    {} as Parts[2],
    {} as Parts[3],
    new Map([['local', local]]) as unknown as Parts[4],
    {} as Parts[5],
  );
  return writers.modelOf(PERSONA);
}

describe("what a model of the operator's own server can do", () => {
  it('is what the server says where the catalogue says nothing', async () => {
    expect(await modelOf(SERVED)).toMatchObject({
      seesPictures: true,
      usesTools: true,
      reasoningTokens: 4096,
      contextWindow: 16_384,
    });
  });

  it('is what its name tells where the server says nothing', async () => {
    expect(await modelOf(null, { model: 'llava' })).toMatchObject({ seesPictures: true, usesTools: false, contextWindow: 4096 });
  });

  it('is what the catalogue says before that', async () => {
    const said = { seesPictures: false, usesTools: false, reasoningTokens: 100 };
    expect(await modelOf(SERVED, said)).toMatchObject(said);
  });

  it.each([
    [8192, SERVED, 8192],
    [64_000, SERVED, 16_384],
    [64_000, { ...SERVED, window: null }, 32_768],
    [4096, { ...SERVED, window: null }, 4096],
    [4096, { ...SERVED, maxWindow: 2048, window: null }, 2048],
  ])('has the window of the settings (%s) as far as server and model have it', async (contextWindow, served, expected) => {
    expect(await modelOf(served, { contextWindow })).toMatchObject({ contextWindow: expected });
  });
});

describe('the models that answer when the chosen one does not', () => {
  it("are known without waiting for the operator's own server, which is perhaps not asked at all", async () => {
    const entry = { provider: 'openai', model: 'text-only', name: 'Text', contextWindow: 64_000, seesPictures: false };
    const asked: string[] = [];
    const local = {
      provider: { engine: 'local' },
      access: { of: () => ({}) },
      served: {
        of: (model: string) => {
          asked.push(model);
          return new Promise<never>(() => undefined);
        },
        known: (model: string) => (model === 'mine' ? SERVED : null),
      },
      localModel: { model: 'mine', name: 'mine', contextWindow: 4096, seesPictures: null, usesTools: null },
    };
    const openai = { provider: { engine: 'openai' }, access: { of: () => ({}) } };
    const writers = new ReplyWriters(
      { of: () => Promise.resolve({ key: null, provider: null, model: null }) } as unknown as Parts[0],
      {} as Parts[1],
      { entryFor: () => Promise.resolve(entry), entriesFor: () => Promise.resolve([entry]) } as unknown as Parts[2],
      {} as Parts[3],
      new Map<string, unknown>([
        ['openai', openai],
        ['local', local],
      ]) as unknown as Parts[4],
      {} as Parts[5],
    );
    // The chosen model sees none; the server said that its own does.
    expect(await writers.of(PERSONA)).toMatchObject({ engine: 'openai', seesPictures: true, needsPictureTexts: true });
    expect(asked).toEqual([]);
  });
});
