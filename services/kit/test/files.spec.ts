import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { openFileStore } from '@kith/kit';

const open = () => {
  const root = mkdtempSync(join(tmpdir(), 'kith-files-'));
  return { root, store: openFileStore(`file:${root}`) };
};

describe('the file store on disk', () => {
  it('gives back what was put, under the hash of its content', async () => {
    const { store } = open();
    const file = await store.put('owner-1', Readable.from([Buffer.from('hello '), Buffer.from('world')]), 100);
    expect(file).toMatchObject({ bytes: 11, key: `owner-1/${file.sha256}` });
    expect(await text(await store.get(file.key))).toBe('hello world');
    await store.remove(file.key);
    await expect(store.get(file.key)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it.each(Array.from({ length: 20 }, (_value, n) => n))('stops at the limit and leaves nothing behind (%i)', async () => {
    const { root, store } = open();
    await expect(store.put('owner-1', Readable.from([Buffer.alloc(60), Buffer.alloc(60)]), 100)).rejects.toMatchObject({
      code: 'TOO_LARGE',
    });
    expect(readdirSync(join(root, 'incoming'))).toEqual([]);
  });

  it.each(['../../etc/passwd', '/etc/passwd', 'owner/../../x', 'owner-1/short', 'a/'.concat('0'.repeat(64), '/../x')])(
    'never leaves its folder: %s',
    async (key) => {
      await expect(open().store.get(key)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    },
  );
});
