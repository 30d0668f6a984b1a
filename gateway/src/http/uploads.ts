import { Readable } from 'node:stream';
import type { Multipart } from '@fastify/multipart';
import { FILES, NOT_EXECUTED, type FileStore } from '@kith/kit';
import { AppError } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { BodyPace } from './body-pace.js';
import { withMinimumSpeed } from './body-speed.js';

/** A received file, stored in the file store under the id of the user who sent it. */
export interface Upload {
  readonly name: string;
  /** As stated by the client. */
  readonly type: string;
  readonly key: string;
  readonly bytes: number;
}

export interface Form {
  /** The values of each text field, in the order they were sent. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly files: readonly Upload[];
}

export interface FormLimits {
  readonly files: number;
  readonly fileBytes: number;
  /** The media type to record; throws when files of this type are not allowed. Default: as stated by the client. */
  readonly typeOf?: (file: { readonly name: string; readonly type: string }) => string;
}

const FIELD_LIMITS = { fields: 20, fieldSize: 32_768, fieldNameSize: 100, headerPairs: 50 };

/** Receives files into the file store. A failed request leaves no files behind. */
@Injectable()
export class Uploads {
  private readonly pace = new BodyPace();

  constructor(@Inject(FILES) private readonly files: FileStore) {}

  /** Reads a form to its end. Throws BAD_INPUT, TOO_LARGE, REQUEST_TIMEOUT when it arrives too slowly, MALFORMED for an incomplete form. */
  receive(request: FastifyRequest, userId: string, limits: FormLimits): Promise<Form> {
    return withMinimumSpeed(request, this.readParts(request, userId, limits));
  }

  private async readParts(
    request: FastifyRequest,
    userId: string,
    { files: maxFiles, fileBytes, typeOf = statedType }: FormLimits,
  ): Promise<Form> {
    const fields: Record<string, string[]> = Object.create(null);
    const files: Upload[] = [];
    // One byte above the maximum, so that the file store can tell a file that is too large from one that just fits.
    const limits = { ...FIELD_LIMITS, files: maxFiles, fileSize: fileBytes + 1, parts: FIELD_LIMITS.fields + maxFiles };
    try {
      for await (const part of request.parts({ limits })) {
        if (part.type === 'field') (fields[part.fieldname] ??= []).push(textOf(part));
        // Browsers send a file input without a file as a part without a file name.
        else if (!part.filename) part.file.resume();
        else {
          const type = typeOf({ name: part.filename, type: part.mimetype });
          files.push({ name: part.filename, type, ...(await this.store(userId, part.file, fileBytes)) });
        }
      }
    } catch (error) {
      request.raw.unpipe();
      await this.remove(files);
      throw toUploadError(error, maxFiles);
    }
    return { fields, files };
  }

  /** Stores one file under the id of its sender, at the pace of all files of that sender. Throws TOO_LARGE. */
  async store(userId: string, content: AsyncIterable<Buffer>, maxBytes: number): Promise<Pick<Upload, 'key' | 'bytes'>> {
    const { key, bytes } = await this.files.put(userId, Readable.from(this.paced(userId, content)), maxBytes);
    return { key, bytes };
  }

  private async *paced(userId: string, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
    for await (const chunk of content) {
      await this.pace.take(userId, chunk.length);
      yield chunk;
    }
  }

  /** Removes files that are not needed any more. */
  async remove(files: readonly Pick<Upload, 'key'>[]): Promise<void> {
    await Promise.all(files.map(({ key }) => this.files.remove(key)));
  }
}

/** Whether a call that was to take over files surely did not: otherwise they may be in use and have to stay. */
export const isRejected = (error: unknown): boolean =>
  error instanceof AppError && ((error.status < 500 && error.code !== 'CANCELLED') || NOT_EXECUTED.has(error.code));

const statedType = ({ type }: { readonly type: string }): string => type;

function textOf({ fieldname, value, valueTruncated }: Extract<Multipart, { type: 'field' }>): string {
  if (typeof value === 'string' && !valueTruncated) return value;
  const problem = valueTruncated ? 'This is too long.' : 'Please send plain text.';
  throw new AppError('BAD_INPUT', problem, { fields: { [fieldname]: problem } });
}

const TOO_MANY = new Set(['FST_FILES_LIMIT', 'FST_FIELDS_LIMIT', 'FST_PARTS_LIMIT']);
// The form parser has no error codes for incomplete or invalid forms.
const INVALID_FORM = /multipart|terminated early|boundary|malformed|headers/i;

function toUploadError(error: unknown, maxFiles: number): unknown {
  if (error instanceof AppError) return error;
  const { code = '', message = '' } = error as { readonly code?: string; readonly message?: string };
  if (TOO_MANY.has(code))
    return new AppError('BAD_INPUT', `Please send at most ${maxFiles} ${maxFiles === 1 ? 'file' : 'files'}.`);
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new AppError('TOO_LARGE');
  if (code === 'FST_MP_PREMATURE_CLOSE' || code === 'ECONNRESET') return new AppError('CANCELLED');
  const isInvalidForm = code.startsWith('FST_') || (code === '' && INVALID_FORM.test(message));
  return isInvalidForm ? new AppError('MALFORMED', 'The form is not complete or not well-formed.') : error;
}
