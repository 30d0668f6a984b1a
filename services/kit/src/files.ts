import { createHash, randomUUID } from 'node:crypto';
import { chmod, lstat, mkdir, open, opendir, rm, rmdir, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@kith/proto';

/** Nest token of the process's file store. */
export const FILES = Symbol('files');

/** A stored file. Messages between processes contain this reference instead of the bytes. */
export interface StoredFile {
  /** `<owner id>/<uuid>`; the caller must check the owner. */
  readonly key: string;
  readonly bytes: number;
  /** SHA-256 of the content in hex. */
  readonly sha256: string;
}

/** Uploads and generated files. Each put creates a separate file, so that removing one never removes the content of another. */
export interface FileStore {
  /**
   * Stores the stream under a new key of the owner. Throws TOO_LARGE above `maxBytes`; after any failure no partial file remains. The caller
   * is responsible for removing the file; files of crashed processes are found by age (`olderThan`).
   */
  put(ownerId: string, content: Readable, maxBytes: number): Promise<StoredFile>;
  /** The content as a stream, which the caller must read to its end or destroy. Throws NOT_FOUND when there is no such file. */
  get(key: string): Promise<Readable>;
  /** Removes a file. Does nothing when it does not exist. */
  remove(key: string): Promise<void>;
  /** Closes to other accounts of the machine what an earlier version left open to them. */
  closeToOthers(): Promise<void>;
  /** Keys of the files, including partial ones, that are older than `ageMs`. The caller decides which of them are still needed. */
  olderThan(ageMs: number): AsyncIterable<string>;
}

/** Opens the store at `location`, which is `file:<directory>`. Throws for other schemes. */
export function openFileStore(location: string): FileStore {
  if (location.startsWith('file:')) return new DiskFileStore(resolve(location.slice('file:'.length)));
  throw new Error('FILE_STORE: only file:<directory> is supported');
}

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const OWNER = /^[\w-]{1,64}$/;
const KEY = /^[\w-]{1,64}\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

class DiskFileStore implements FileStore {
  constructor(private readonly root: string) {}

  async put(ownerId: string, content: Readable, maxBytes: number): Promise<StoredFile> {
    const key = `${ownerId}/${randomUUID()}`;
    const path = this.path(key);
    // The key is returned after the file is complete, so that nobody reads a partial file.
    const file = await createFile(path);
    const hash = createHash('sha256');
    let bytes = 0;
    const target = file.createWriteStream();
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

  /** The root is closed last, so that a root which is closed says that everything below it is. */
  async closeToOthers(): Promise<void> {
    const mode = await modeOf(this.root);
    if (mode === undefined || mode === FOLDER_MODE) return;
    for await (const owner of entriesOf(this.root)) {
      if (!OWNER.test(owner)) continue;
      for await (const name of entriesOf(join(this.root, owner))) {
        if (KEY.test(`${owner}/${name}`)) await changeMode(join(this.root, owner, name), FILE_MODE);
      }
      await changeMode(join(this.root, owner), FOLDER_MODE);
    }
    await changeMode(this.root, FOLDER_MODE);
  }

  async *olderThan(ageMs: number): AsyncGenerator<string, void> {
    for await (const owner of entriesOf(this.root)) {
      for await (const name of entriesOf(join(this.root, owner))) {
        const key = `${owner}/${name}`;
        if (KEY.test(key) && (await ageOf(join(this.root, key))) > ageMs) yield key;
      }
      await this.removeEmptyFolder(owner, ageMs);
    }
  }

  /** Removes the folder of an owner when it is empty and old. */
  private async removeEmptyFolder(owner: string, ageMs: number): Promise<void> {
    const folder = join(this.root, owner);
    if (OWNER.test(owner) && (await ageOf(folder)) > ageMs) await rmdir(folder).catch(() => undefined);
  }

  private path(key: string): string {
    if (!KEY.test(key)) throw new AppError('NOT_FOUND');
    return join(this.root, key);
  }
}

/** Creates a file in the folder of its owner, which may be removed as empty between its creation and that of the file. */
async function createFile(path: string, isRetry = false): Promise<FileHandle> {
  await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE });
  try {
    return await open(path, 'wx', FILE_MODE);
  } catch (error) {
    if (isRetry || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return createFile(path, true);
  }
}

/** The names in a folder; nothing when it does not exist or is no folder. */
async function* entriesOf(folder: string): AsyncGenerator<string, void> {
  try {
    for await (const { name } of await opendir(folder)) yield name;
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** The permissions; undefined when it does not exist. */
const modeOf = (path: string): Promise<number | undefined> =>
  lstat(path).then(
    ({ mode }) => mode & 0o7777,
    () => undefined,
  );

/**
 * Another process may remove the file meanwhile, and what another account owns, such as the folder of a mounted volume, is the operator's.
 * A symbolic link is left alone: it could lead out of the store.
 */
async function changeMode(path: string, mode: number): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (found && !found.isSymbolicLink())
    await chmod(path, mode).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT' && error.code !== 'EPERM') throw error;
    });
}

/** Milliseconds since the last change; negative when it does not exist. */
const ageOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => -1,
  );
