import { FILES, RpcClient, Slots, NOT_EXECUTED, type FileStore } from '@kith/kit';
import { AppError, knowledge, MAX_UPLOAD_BYTES, type Actor, type InputOf, type OutputOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendDownload } from '../http/download.js';
import { Uploads, type Form, type Upload } from '../http/uploads.js';

const UPLOADS_PER_USER = 2;
const RETRY_AFTER_S = 5;

interface Where {
  readonly actor: Actor;
  readonly botId: string;
}

/** Files that a companion learns (decision W2), on their way in and out. */
@Injectable()
export class KnowledgeFiles {
  private readonly slots = new Slots(UPLOADS_PER_USER, RETRY_AFTER_S);

  constructor(
    private readonly rpc: RpcClient,
    private readonly uploads: Uploads,
    @Inject(FILES) private readonly store: FileStore,
  ) {}

  /** Teaches the file of a form. BAD_INPUT without one, TOO_LARGE above 10 MB, RATE_LIMITED. */
  async add(where: Where, request: FastifyRequest): Promise<OutputOf<typeof knowledge.addFile>> {
    const free = this.slots.take(where.actor.userId);
    try {
      const limits = { files: 1, fileBytes: MAX_UPLOAD_BYTES };
      return await this.teach(where, await this.uploads.receive(request, where.actor.userId, limits));
    } finally {
      free();
    }
  }

  /** Sends the file of an item, to be saved and never shown (S46). NOT_FOUND. */
  async send(asked: InputOf<typeof knowledge.file>, reply: FastifyReply): Promise<void> {
    const { key, ...file } = await this.rpc.ask(knowledge.file, asked);
    await sendDownload(reply, file, await this.store.get(key));
  }

  private async teach(where: Where, { fields, files }: Form): Promise<OutputOf<typeof knowledge.addFile>> {
    try {
      return await this.rpc.ask(knowledge.addFile, { ...where, ...accompanying(fields), file: only(files) });
    } catch (error) {
      // Where it is not known whether there is an item now, that item may need its file.
      if (isRefused(error)) await this.uploads.remove(files);
      throw error;
    }
  }
}

const isRefused = (error: unknown): boolean =>
  error instanceof AppError && ((error.status < 500 && error.code !== 'CANCELLED') || NOT_EXECUTED.has(error.code));

function only([file]: readonly Upload[]): InputOf<typeof knowledge.addFile>['file'] {
  if (file) return { key: file.key, bytes: file.bytes, name: file.name };
  const problem = 'Please choose a file';
  throw new AppError('BAD_INPUT', problem, { fields: { file: problem } });
}

/** What the form says besides the file; the service checks it. */
function accompanying({ title = [], tags = [], x = [], y = [] }: Form['fields']) {
  const name = title.at(-1)?.trim();
  const words = tags.flatMap((list) => list.split(',')).map((tag) => tag.trim());
  const [left, top] = [x.at(-1), y.at(-1)];
  return {
    ...(name && { title: name }),
    tags: words.filter((tag) => tag !== ''),
    ...((left || top) && { position: { x: coordinate(left, 'x'), y: coordinate(top, 'y') } }),
  };
}

function coordinate(value: string | undefined, name: string): number {
  const number = Number(value || undefined);
  if (Number.isFinite(number)) return number;
  throw new AppError('BAD_INPUT', 'Please send both x and y as numbers.', { fields: { [name]: 'Must be a number' } });
}
