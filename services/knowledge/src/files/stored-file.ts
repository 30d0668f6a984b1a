import type { FileStore } from '@kith/kit';
import { AppError, MAX_UPLOAD_BYTES } from '@kith/proto';

/** The content of a file in the store. NOT_FOUND when it does not exist, TOO_LARGE above the upload limit (docs/decisions.md W2). */
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

/** A key begins with the user's id. NOT_FOUND for a file of another user (docs/security.md S28). */
export function requireOwnKey(key: string, userId: string): void {
  if (!key.startsWith(`${userId}/`)) throw new AppError('NOT_FOUND');
}
