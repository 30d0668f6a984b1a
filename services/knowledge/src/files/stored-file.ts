import type { FileStore } from '@kith/kit';
import { AppError, MAX_UPLOAD_BYTES } from '@kith/proto';

/** A file of the store as a whole. NOT_FOUND without it, TOO_LARGE above what may be uploaded (decision W2). */
export async function readStoredFile(files: FileStore, key: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of (await files.get(key)) as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > MAX_UPLOAD_BYTES) throw new AppError('TOO_LARGE', 'This file is larger than 10 MB.');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** The key begins with whose file it is: anybody else's is as good as none (S28). */
export function refuseForeignKey(key: string, userId: string): void {
  if (!key.startsWith(`${userId}/`)) throw new AppError('NOT_FOUND');
}
