import { Readable } from 'node:stream';
import type { Multipart } from '@fastify/multipart';
import { FILES, type FileStore } from '@kith/kit';
import { AppError } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** A file that lies in the file store under the id of whoever sent it. */
export interface Upload {
  readonly name: string;
  /** As the client says. */
  readonly type: string;
  readonly key: string;
  readonly bytes: number;
}

export interface Form {
  /** Each text by name, as often as it was sent. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly files: readonly Upload[];
}

export interface FormLimits {
  readonly files: number;
  readonly fileBytes: number;
  /** What a file is taken for; throws when its kind may not be sent. Default: what the client says. */
  readonly typeOf?: (file: { readonly name: string; readonly type: string }) => string;
}

const FIELDS = { fields: 20, fieldSize: 32_768, fieldNameSize: 100, headerPairs: 50 };

/** Takes files in: from forms and from what else carries them. What fails on the way leaves nothing behind. */
@Injectable()
export class Uploads {
  constructor(@Inject(FILES) private readonly files: FileStore) {}

  /** Reads a form to its end. BAD_INPUT, MALFORMED for one that is broken off, TOO_LARGE. */
  async receive(
    request: FastifyRequest,
    userId: string,
    { files: most, fileBytes, typeOf = saidType }: FormLimits,
  ): Promise<Form> {
    const fields: Record<string, string[]> = Object.create(null);
    const files: Upload[] = [];
    // One byte more than allowed: the file store tells a file that is too large from one that just fits.
    const limits = { ...FIELDS, files: most, fileSize: fileBytes + 1, parts: FIELDS.fields + most };
    try {
      for await (const part of request.parts({ limits })) {
        if (part.type === 'field') (fields[part.fieldname] ??= []).push(textOf(part));
        // What a browser sends for a file input without a file.
        else if (!part.filename) part.file.resume();
        else {
          const type = typeOf({ name: part.filename, type: part.mimetype });
          files.push({ name: part.filename, type, ...(await this.store(userId, part.file, fileBytes)) });
        }
      }
    } catch (error) {
      await this.remove(files);
      // What still comes is read and thrown away: cutting it off would hide the answer from the client.
      request.raw.unpipe();
      request.raw.resume();
      throw explain(error, most);
    }
    return { fields, files };
  }

  /** Stores one file under the id of whoever sent it. TOO_LARGE. */
  async store(userId: string, content: AsyncIterable<Buffer>, maxBytes: number): Promise<Pick<Upload, 'key' | 'bytes'>> {
    const { key, bytes } = await this.files.put(userId, Readable.from(content), maxBytes);
    return { key, bytes };
  }

  /** Removes files that nobody needs any more. */
  async remove(files: readonly Pick<Upload, 'key'>[]): Promise<void> {
    await Promise.all(files.map(({ key }) => this.files.remove(key)));
  }
}

const saidType = ({ type }: { readonly type: string }): string => type;

function textOf({ fieldname, value, valueTruncated }: Extract<Multipart, { type: 'field' }>): string {
  if (typeof value === 'string' && !valueTruncated) return value;
  const problem = valueTruncated ? 'This is too long.' : 'Please send plain text.';
  throw new AppError('BAD_INPUT', problem, { fields: { [fieldname]: problem } });
}

const TOO_MANY = new Set(['FST_FILES_LIMIT', 'FST_FIELDS_LIMIT', 'FST_PARTS_LIMIT']);
// The parser of forms has no codes for what is broken off or garbled.
const GARBLED = /multipart|terminated early|boundary|malformed|headers/i;

function explain(error: unknown, most: number): unknown {
  if (error instanceof AppError) return error;
  const { code = '', message = '' } = error as { readonly code?: string; readonly message?: string };
  if (TOO_MANY.has(code)) return new AppError('BAD_INPUT', `Please send at most ${most} ${most === 1 ? 'file' : 'files'}.`);
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new AppError('TOO_LARGE');
  if (code === 'FST_MP_PREMATURE_CLOSE' || code === 'ECONNRESET') return new AppError('CANCELLED');
  const isGarbled = code.startsWith('FST_') || (code === '' && GARBLED.test(message));
  return isGarbled ? new AppError('MALFORMED', 'The form is not complete or not well-formed.') : error;
}
