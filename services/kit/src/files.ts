import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@kith/proto';

/** Nest token of the process's file store. */
export const FILES = Symbol('files');

/** A stored file: messages between processes carry this, never the bytes. */
export interface StoredFile {
  /** `<owner id>/<sha-256>`: whoever uses it checks the owner. */
  readonly key: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Uploads and generated files. Same content of one owner is stored once. */
export interface FileStore {
  /** Stores the stream. TOO_LARGE above `maxBytes`; nothing is left behind then. */
  put(ownerId: string, content: Readable, maxBytes: number): Promise<StoredFile>;
  /** NOT_FOUND when there is no such file. */
  get(key: string): Promise<Readable>;
  remove(key: string): Promise<void>;
}

/** The store that `FILE_STORE` names: `file:<directory>`. */
export function openFileStore(location: string): FileStore {
  if (location.startsWith('file:')) return new DiskFileStore(resolve(location.slice('file:'.length)));
  throw new Error('FILE_STORE: only file:<directory> is supported');
}

const KEY = /^[\w-]{1,64}\/[0-9a-f]{64}$/;

class DiskFileStore implements FileStore {
  constructor(private readonly root: string) {}

  async put(ownerId: string, content: Readable, maxBytes: number): Promise<StoredFile> {
    const partial = join(this.root, 'incoming', randomUUID());
    await mkdir(dirname(partial), { recursive: true });
    const hash = createHash('sha256');
    let bytes = 0;
    const target = createWriteStream(partial);
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
      const sha256 = hash.digest('hex');
      const key = `${ownerId}/${sha256}`;
      const path = this.path(key);
      await mkdir(dirname(path), { recursive: true });
      await rename(partial, path);
      return { key, bytes, sha256 };
    } catch (error) {
      // A stream that is cut off early may still be creating its file.
      if (!target.closed) await new Promise<void>((resolve) => target.once('close', () => resolve()));
      await rm(partial, { force: true });
      throw error;
    }
  }

  async get(key: string): Promise<Readable> {
    const path = this.path(key);
    await stat(path).catch(() => {
      throw new AppError('NOT_FOUND');
    });
    return createReadStream(path);
  }

  async remove(key: string): Promise<void> {
    await rm(this.path(key), { force: true });
  }

  private path(key: string): string {
    if (!KEY.test(key)) throw new AppError('NOT_FOUND');
    return join(this.root, key);
  }
}
