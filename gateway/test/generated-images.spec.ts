import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { generatedImagePath, type GeneratedImage } from '@kith/proto';
import { gatewayUnderTest, type Client, type GatewayUnderTest } from './gateway-under-test.js';

const PICTURE = Buffer.from('89504e470d0a1a0a00', 'hex');

describe('generated images', () => {
  let world: GatewayUnderTest;
  let kim: Client;
  const botId = randomUUID();

  beforeAll(async () => {
    world = await gatewayUnderTest();
    kim = world.client();
  });
  afterAll(() => world.close());

  async function aPicture(mediaType: GeneratedImage['mediaType'] = 'image/png'): Promise<string> {
    const { key, bytes } = await world.runtime.files.put(kim.actor.userId, Readable.from([PICTURE]), 100);
    const imageId = randomUUID();
    world.stubs.images.set(imageId, { key, mediaType, bytes });
    return imageId;
  }

  it.each(['image/png', 'image/jpeg', 'image/webp'] as const)(
    'of type %s are sent as downloads that only our pages can embed [S46]',
    async (type) => {
      const imageId = await aPicture(type);
      const answer = await kim.ask('GET', generatedImagePath(botId, imageId));
      const name = `generated-image.${type.slice(6)}`;
      expect([answer.status, answer.headers]).toMatchObject([
        200,
        {
          'content-type': type,
          'content-length': '9',
          'content-disposition': `attachment; filename="${name}"; filename*=UTF-8''${name}`,
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
          'cross-origin-resource-policy': 'same-origin',
          'cache-control': 'no-store',
        },
      ]);
      const asked = world.stubs.calls.findLast((call) => call.name === 'chat.image')?.input;
      expect(asked).toEqual({ actor: kim.actor, botId, imageId });
    },
  );

  it('answer NOT_FOUND both without a record and without a file [S30]', async () => {
    const missing = await kim.ask('GET', generatedImagePath(botId, randomUUID()));
    expect([missing.status, missing.body]).toMatchObject([404, { code: 'NOT_FOUND' }]);
    const imageId = await aPicture();
    await world.runtime.files.remove(world.stubs.images.get(imageId)?.key ?? '');
    const lost = await kim.ask('GET', generatedImagePath(botId, imageId));
    expect([lost.status, lost.body]).toMatchObject([404, { code: 'NOT_FOUND' }]);
  });

  it('require authentication [S28]', async () => {
    const imageId = await aPicture();
    const answer = await world.send('GET', generatedImagePath(botId, imageId), {});
    expect([answer.status, answer.body]).toMatchObject([401, { code: 'UNAUTHENTICATED' }]);
  });

  it.each(['x', '..%2f..%2fetc%2fpasswd', '%00'])('cannot be addressed by the file path %s [S47]', async (name) => {
    const answer = await kim.ask('GET', `/api/bots/${botId}/images/${name}`);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });
});
