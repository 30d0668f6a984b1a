import { describe, expect, it } from '@jest/globals';
import type { Logger } from '@kith/kit';
import { ModelListings } from './model-listings.js';
import type { PlatformProviders } from './platform-providers.js';

const LOGGER = { warn: () => undefined } as unknown as Logger;

async function listingsOf(name: 'local' | 'openai', ...ids: readonly string[]): Promise<ModelListings> {
  const provider = { listing: () => Promise.resolve(ids.map((id) => ({ id, shutdownDate: null }))) };
  const listings = new ModelListings(new Map([[name, { provider }]]) as unknown as PlatformProviders, LOGGER);
  await listings.refresh();
  return listings;
}

describe('whether a provider lists a model', () => {
  it('a local server lists a model that is named without its tag as the latest one', async () => {
    const listings = await listingsOf('local', 'llama3.2:latest', 'qwen3:8b');
    expect(listings.of({ provider: 'local', model: 'llama3.2' }).isListed).toBe(true);
    expect(listings.of({ provider: 'local', model: 'qwen3:8b' }).isListed).toBe(true);
    expect(listings.of({ provider: 'local', model: 'qwen3' }).isListed).toBe(false);
  });

  it('elsewhere the names are the same to the letter', async () => {
    const listings = await listingsOf('openai', 'gpt-4o:latest');
    expect(listings.of({ provider: 'openai', model: 'gpt-4o' }).isListed).toBe(false);
  });
});
