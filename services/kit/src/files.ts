import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, opendir, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@kith/proto';

/** Nest token of the process's file store. */
export const FILES = Symbol('files');

/** A stored file: messages between processes carry this, never the bytes. */
export interface StoredFile {
  /** `<owner id>/<uuid>`: whoever uses it checks the owner. */
  readonly key: string;
  readonly bytes: number;
  /** Of the content, in hex. */
  readonly sha256: string;
}

/** Uploads and generated files. Each put is a file of its own, so that removing one never takes another's content away. */
export interface FileStore {
  /**
   * Stores the stream under a new key of the owner. TOO_LARGE above `maxBytes`; nothing is left behind after any failure. Whoever puts a
   * file removes it; what a dead process left is swept by age (`olderThan`).
   */
  put(ownerId: string, content: Readable, maxBytes: number): Promise<StoredFile>;
  /** The content; the caller reads it to the end or destroys it. NOT_FOUND when there is no such file. */
  get(key: string): Promise<Readable>;
  /** Removes one file. Does nothing when it is gone. */
  remove(key: string): Promise<void>;
  /** Keys of the files that were put longer ago than `ageMs`, whole or broken off, for whoever knows which of them are still needed. */
  olderThan(ageMs: number): AsyncIterable<string>;
}

/** The store that `FILE_STORE` names: `file:<directory>`. */
export function openFileStore(location: string): FileStore {
  if (location.startsWith('file:')) return new DiskFileStore(resolve(location.slice('file:'.length)));
  throw new Error('FILE_STORE: only file:<directory> is supported');
}

const OWNER = /^[\w-]{1,64}$/;
const KEY = /^[\w-]{1,64}\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

class DiskFileStore implements FileStore {
  constructor(private readonly root: string) {}

  async put(ownerId: string, content: Readable, maxBytes: number): Promise<StoredFile> {
    const key = `${ownerId}/${randomUUID()}`;
    const path = this.path(key);
    await mkdir(dirname(path), { recursive: true });
    const hash = createHash('sha256');
    let bytes = 0;
    // Nobody knows the key before it is whole.
    const target = createWriteStream(path, { flags: 'wx' });
    try {
      await pipeline(
        content,
        async function* measure(source: AsyncIterable<Buffer>) {
          for await (const chunk of source) {
            bytes += chunk.length;
            if (bytes > maxBytes) throw new AppError('TOO_LARGE');
            hash.update(chunk);
            yield chunk;
          }
        },
        target,
      );
      return { key, bytes, sha256: hash.digest('hex') };
    } catch (error) {
      // A stream that is cut off early may still be creating its file.
      if (!target.closed) await new Promise<void>((resolve) => target.once('close', () => resolve()));
      await rm(path, { force: true });
      throw error;
    }
  }

  async get(key: string): Promise<Readable> {
    try {
      const file = await open(this.path(key));
      return file.createReadStream();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new AppError('NOT_FOUND');
      throw error;
    }
  }

  async remove(key: string): Promise<void> {
    await rm(this.path(key), { force: true });
  }

  async *olderThan(ageMs: number): AsyncGenerator<string, void> {
    for await (const owner of entriesOf(this.root)) {
      for await (const name of entriesOf(join(this.root, owner))) {
        const key = `${owner}/${name}`;
        if (KEY.test(key) && (await ageOf(join(this.root, key))) > ageMs) yield key;
      }
      await this.removeFolder(owner, ageMs);
    }
  }

  /** That of an owner who has had no file for long. */
  private async removeFolder(owner: string, ageMs: number): Promise<void> {
    const folder = join(this.root, owner);
    if (OWNER.test(owner) && (await ageOf(folder)) > ageMs) await rmdir(folder).catch(() => undefined);
  }

  private path(key: string): string {
    if (!KEY.test(key)) throw new AppError('NOT_FOUND');
    return join(this.root, key);
  }
}

/** The names in a folder; none in one that is gone, or in what is no folder. */
async function* entriesOf(folder: string): AsyncGenerator<string, void> {
  try {
    for await (const { name } of await opendir(folder)) yield name;
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** Milliseconds since it was written last; below zero when it is gone. */
const ageOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => -1,
  );
