import { randomUUID } from 'node:crypto';
import fs, {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { openFileStore } from '@kith/kit';

const place = mkdtempSync(join(tmpdir(), 'kith-files-'));
afterAll(() => rmSync(place, { recursive: true }));

const open = () => {
  const root = join(mkdtempSync(join(place, 'store-')), 'files');
  return { root, store: openFileStore(`file:${root}`) };
};
const bytes = (...parts: string[]) => Readable.from(parts.map((part) => Buffer.from(part)));
const keysOf = async (keys: AsyncIterable<string>) => {
  const found: string[] = [];
  for await (const key of keys) found.push(key);
  return found.toSorted();
};

describe('the disk file store', () => {
  it('returns the stored content, and its size and hash', async () => {
    const { store } = open();
    const file = await store.put('owner-1', bytes('hello ', 'world'), 100);
    expect(file).toEqual({
      key: expect.stringMatching(/^owner-1\/[0-9a-f-]{36}$/),
      bytes: 11,
      sha256: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
    });
    expect(await text(await store.get(file.key))).toBe('hello world');
    await store.remove(file.key);
    await store.remove(file.key);
    await expect(store.get(file.key)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('stores files of equal content separately: removing one keeps the other', async () => {
    const { store } = open();
    const [one, two] = await Promise.all([store.put('owner-1', bytes('same'), 100), store.put('owner-1', bytes('same'), 100)]);
    expect(one.sha256).toBe(two.sha256);
    expect(one.key).not.toBe(two.key);
    await store.remove(one.key);
    expect(await text(await store.get(two.key))).toBe('same');
  });

  it('lists old files, and removes folders that have been empty for as long', async () => {
    const { root, store } = open();
    const put = async (ownerId: string, ageS: number) => {
      const { key } = await store.put(ownerId, bytes('x'), 100);
      utimesSync(join(root, key), new Date(), new Date(Date.now() - ageS * 1000));
      return key;
    };
    const old = [await put('owner-1', 100), await put('owner-2', 100)];
    const fresh = await put('owner-1', 10);
    writeFileSync(join(root, 'owner-1', 'no key'), 'x');
    writeFileSync(join(root, 'no-folder'), 'x');
    for (const ownerId of ['owner-3', 'owner-4']) mkdirSync(join(root, ownerId));
    utimesSync(join(root, 'owner-3'), 0, 0);
    expect(await keysOf(store.olderThan(60_000))).toEqual(old.toSorted());
    expect(readdirSync(root).toSorted()).toEqual(['no-folder', 'owner-1', 'owner-2', 'owner-4']);
    for (const key of old) await store.remove(key);
    expect(await keysOf(store.olderThan(60_000))).toEqual([]);
    expect(await text(await store.get(fresh))).toBe('x');
  });

  it('stores a file although the empty folder of its owner is removed at the same moment', async () => {
    const { store } = open();
    const { mkdir } = fs.promises;
    const removed: string[] = [];
    const mock = jest.spyOn(fs.promises, 'mkdir').mockImplementationOnce(async (path, options) => {
      const made = await mkdir(path, options);
      rmdirSync(path);
      removed.push(String(path));
      return made;
    });
    // The functions that modules have imported by name follow the object only then.
    syncBuiltinESMExports();
    try {
      const { key } = await store.put('owner-1', bytes('x'), 100);
      expect(removed).toHaveLength(1);
      expect(await text(await store.get(key))).toBe('x');
    } finally {
      mock.mockRestore();
      syncBuiltinESMExports();
    }
  });

  it('lists no old files before the first one is stored', async () => {
    expect(await keysOf(open().store.olderThan(0))).toEqual([]);
  });

  it.each(Array.from({ length: 20 }, (_value, n) => n))(
    'rejects content above the limit and leaves no partial file (%i)',
    async () => {
      const { root, store } = open();
      await expect(store.put('owner-1', Readable.from([Buffer.alloc(60), Buffer.alloc(60)]), 100)).rejects.toMatchObject({
        code: 'TOO_LARGE',
      });
      expect(readdirSync(join(root, 'owner-1'))).toEqual([]);
    },
  );

  it('leaves no partial file when the sender aborts', async () => {
    const { root, store } = open();
    async function* breaksOff() {
      yield Buffer.alloc(10);
      throw new Error('gone');
    }
    await expect(store.put('owner-1', Readable.from(breaksOff()), 100)).rejects.toThrow('gone');
    expect(readdirSync(join(root, 'owner-1'))).toEqual([]);
  });

  it.each([
    '../../etc/passwd',
    '/etc/passwd',
    'owner/../../x',
    'owner-1/short',
    `../${randomUUID()}`,
    `./${randomUUID()}`,
    `.incoming/${randomUUID()}`,
    `a/b/${randomUUID()}`,
    `a/${randomUUID()}/../x`,
    `a/${randomUUID()}\n`,
    `a\\..\\${randomUUID()}`,
    `a/%2e%2e/${randomUUID()}`,
    'a/'.concat('0'.repeat(64)),
  ])('rejects a key outside of its folder: %s [S45]', async (key) => {
    const { store } = open();
    await expect(store.get(key)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(store.remove(key)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it.each(['..', '.', '', '../outside', 'a/b', '.incoming', 'x'.repeat(65)])(
    'rejects an owner id that is no plain name: %j [S45]',
    async (ownerId) => {
      const { root, store } = open();
      const outside = join(root, '..', 'outside');
      writeFileSync(outside, 'stays');
      await expect(store.put(ownerId, bytes('x'), 100)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      expect(existsSync(outside)).toBe(true);
    },
  );
});

describe('the files and folders of the store', () => {
  const modeOf = (...parts: string[]) => (statSync(join(...parts)).mode & 0o777).toString(8);

  it('are closed to other accounts of the machine, whatever the umask of the process [S45]', async () => {
    const { root, store } = open();
    await store.closeToOthers();
    const { key } = await store.put('owner-1', bytes('x'), 10);
    expect([modeOf(root), modeOf(root, 'owner-1'), modeOf(root, key)]).toEqual(['700', '700', '600']);
  });

  it('that an earlier version left open are closed at the start, and can still be read and removed [S45]', async () => {
    const { root, store } = open();
    const { key } = await store.put('owner-1', bytes('kept'), 10);
    const outside = join(place, 'outside');
    writeFileSync(outside, 'x', { mode: 0o644 });
    symlinkSync(outside, join(root, 'owner-1', randomUUID()));
    chmodSync(join(root, key), 0o644);
    chmodSync(join(root, 'owner-1'), 0o755);
    chmodSync(root, 0o755);
    await Promise.all([store.closeToOthers(), openFileStore(`file:${root}`).closeToOthers()]);
    expect([modeOf(root), modeOf(root, 'owner-1'), modeOf(root, key)]).toEqual(['700', '700', '600']);
    expect(modeOf(outside)).toBe('644');
    expect(await text(await store.get(key))).toBe('kept');
    await store.remove(key);
    await expect(store.get(key)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
