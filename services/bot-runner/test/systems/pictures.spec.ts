import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Config } from '@kith/kit';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { Avatars } from '../../src/systems/pictures/avatars.js';
import { Pictures } from '../../src/systems/pictures/pictures.js';

const HASH = 'a'.repeat(32);
const ID = '123456789012345678';
const logger = { info: () => undefined, warn: () => undefined, error: () => undefined } as never;
const file = (size: number): Buffer => {
  const canvas = createCanvas(size, size);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ff0000';
  context.fillRect(0, 0, size, size);
  return canvas.toBuffer('image/png');
};

let server: Server;
let answer: { readonly status: number; readonly body: Buffer; readonly location?: string } = { status: 200, body: file(128) };
let asked: string[] = [];
let avatars: Avatars;
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(answer.status, answer.location === undefined ? {} : { location: answer.location }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  avatars = new Avatars({ DISCORD_API_URL: `http://127.0.0.1:${port}/api` } as Config, logger);
});
afterAll(() => {
  server.close();
});

const member = { memberId: ID, name: 'Žofie Юлия Ἑλένη', username: 'zofie', avatar: null };
const rank = { place: 3, level: 7, gained: 40, needed: 400 };
async function pixels(data: unknown) {
  const image = await loadImage(data as Buffer);
  const canvas = createCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const at = (x: number, y: number): number[] => Array.from(context.getImageData(x, y, 1, 1).data).slice(0, 3);
  return {
    width: image.width,
    height: image.height,
    at,
    region: (x: number, y: number, w: number, h: number) => context.getImageData(x, y, w, h).data,
  };
}

describe('the picture of a member', () => {
  it('is fetched from the host of Discord by its hash, and only a small PNG is taken', async () => {
    answer = { status: 200, body: file(128) };
    expect(await avatars.fetch(ID, HASH)).toEqual(answer.body);
    expect(asked).toEqual([`/avatars/${ID}/${HASH}.png?size=128`]);
    const refused = [
      { status: 200, body: file(1024) },
      { status: 200, body: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
      { status: 200, body: Buffer.concat([file(128), Buffer.alloc(600_000)]) },
      { status: 200, body: Buffer.alloc(0) },
      { status: 404, body: file(128) },
      { status: 302, body: file(128), location: '/elsewhere' },
    ];
    for (const one of refused) {
      answer = one;
      expect(await avatars.fetch(ID, HASH)).toBeNull();
    }
    asked = [];
    for (const hash of [null, '', '../../users/@me', 'x'.repeat(32), `${HASH}?`])
      expect(await avatars.fetch(ID, hash)).toBeNull();
    expect(await avatars.fetch('../1', HASH)).toBeNull();
    expect(asked).toEqual([]);
  });
});

describe('a rank picture', () => {
  it('shows the picture of the member, and without one or with a broken one the first letter', async () => {
    const pictures = new Pictures(avatars, logger);
    answer = { status: 200, body: file(128) };
    const withAvatar = await pixels((await pictures.rank({ ...member, avatar: HASH }, rank))?.data);
    expect([withAvatar.width, withAvatar.height]).toEqual([720, 220]);
    expect(withAvatar.at(114, 60)).toEqual([255, 0, 0]);
    const without = await pixels((await pictures.rank(member, rank))?.data);
    expect(without.at(114, 50)).not.toEqual([255, 0, 0]);
    const broken = file(128).fill(7, 60);
    answer = { status: 200, body: broken };
    expect(await pictures.rank({ ...member, avatar: HASH }, rank)).not.toBeNull();
  });

  it('draws names in Latin, Cyrillic, Greek, Vietnamese and Devanagari letters, each as itself', async () => {
    const pictures = new Pictures(avatars, logger);
    const drawn = new Set<string>();
    const names = ['Ann', 'Žofie', 'Юлия', 'Ґалаґан', 'Ελένη', 'Ἀθήνα', 'Nguyễn', 'हिन्दी'];
    for (const name of names) {
      const { region } = await pixels((await pictures.welcome({ ...member, name }, ''))?.data);
      drawn.add(Buffer.from(region(220, 96, 460, 50)).toString('base64'));
    }
    expect(drawn.size).toBe(names.length);
    const [box, other] = await Promise.all(
      ['你好', '🎉🎉'].map(async (name) => (await pictures.welcome({ ...member, name, username: 'ann' }, ''))?.data),
    );
    // Neither can be shown: both are the account name instead of different boxes.
    expect(box).toEqual(other);
  });

  it('keeps the longest and strangest names within its edges', async () => {
    const pictures = new Pictures(avatars, logger);
    for (const name of ['W'.repeat(100), `${'x\u0301'.repeat(50)}`, '<svg onload=1>&amp;', '\u202E'.repeat(50)]) {
      const { region } = await pixels((await pictures.rank({ ...member, name }, { ...rank, gained: 10_000, needed: 1 }))?.data);
      const edge = region(690, 0, 30, 220);
      expect(
        new Set(Array.from({ length: edge.length / 4 }, (_, index) => edge.slice(index * 4, index * 4 + 3).join())).size,
      ).toBe(1);
    }
  });

  it('is left out while many are drawn, instead of making members wait', async () => {
    const pictures = new Pictures(avatars, logger);
    const drawn = await Promise.all(Array.from({ length: 40 }, () => pictures.rank(member, rank)));
    expect(drawn.filter((file) => file === null)).toHaveLength(40 - 22);
  });
});
