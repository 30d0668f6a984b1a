import { FILES, RpcClient, type FileStore } from '@kith/kit';
import {
  AppError,
  KNOWLEDGE_ACTIVATIONS,
  knowledge,
  MAX_UPLOAD_BYTES,
  type Actor,
  type InputOf,
  type OutputOf,
} from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendDownload } from '../http/responses.js';
import { UploadSlots } from '../http/upload-slots.js';
import { isRejected, Uploads, type Form, type Upload } from '../http/uploads.js';

const RETRY_AFTER_S = 5;

interface Target {
  readonly actor: Actor;
  readonly botId: string;
}

/** Uploads and downloads of knowledge files (docs/decisions.md W2). */
@Injectable()
export class KnowledgeFiles {
  private readonly slots = new UploadSlots(RETRY_AFTER_S);

  constructor(
    private readonly rpc: RpcClient,
    private readonly uploads: Uploads,
    @Inject(FILES) private readonly store: FileStore,
  ) {}

  /** Adds the file of a form to the knowledge of a bot. Throws BAD_INPUT without a file, TOO_LARGE above 10 MB, RATE_LIMITED, REQUEST_TIMEOUT. */
  async add(target: Target, request: FastifyRequest): Promise<OutputOf<typeof knowledge.addFile>> {
    const free = this.slots.acquire(target.actor.userId, request.ip);
    try {
      const limits = { files: 1, fileBytes: MAX_UPLOAD_BYTES };
      return await this.addFile(target, await this.uploads.receive(request, target.actor.userId, limits));
    } finally {
      free();
    }
  }

  /** Sends the file of an item as a download (docs/security.md S46). Throws NOT_FOUND. */
  async send(input: InputOf<typeof knowledge.file>, reply: FastifyReply): Promise<void> {
    const { key, ...file } = await this.rpc.ask(knowledge.file, input);
    await sendDownload(reply, file, await this.store.get(key));
  }

  private async addFile(target: Target, { fields, files }: Form): Promise<OutputOf<typeof knowledge.addFile>> {
    try {
      return await this.rpc.ask(knowledge.addFile, { ...target, ...itemFields(fields), file: singleFile(files) });
    } catch (error) {
      // After any other failure the item may exist and need its file.
      if (isRejected(error)) await this.uploads.remove(files);
      throw error;
    }
  }
}

function singleFile([file]: readonly Upload[]): InputOf<typeof knowledge.addFile>['file'] {
  if (file) return { key: file.key, bytes: file.bytes, name: file.name };
  const problem = 'Please choose a file';
  throw new AppError('BAD_INPUT', problem, { fields: { file: problem } });
}

/** The other fields of the form; the service validates them. */
function itemFields({ title = [], tags = [], activation = [], keywords = [], x = [], y = [] }: Form['fields']) {
  const name = title.at(-1)?.trim();
  const chosen = KNOWLEDGE_ACTIVATIONS.find((one) => one === activation.at(-1)?.trim());
  const [left, top] = [x.at(-1), y.at(-1)];
  return {
    ...(name && { title: name }),
    tags: wordsIn(tags),
    ...(chosen && { activation: chosen }),
    keywords: wordsIn(keywords),
    ...((left || top) && { position: { x: coordinate(left, 'x'), y: coordinate(top, 'y') } }),
  };
}

const wordsIn = (lists: readonly string[]): string[] =>
  lists
    .flatMap((list) => list.split(','))
    .map((word) => word.trim())
    .filter((word) => word !== '');

function coordinate(value: string | undefined, name: string): number {
  const number = Number(value || undefined);
  if (Number.isFinite(number)) return number;
  throw new AppError('BAD_INPUT', 'Please send both x and y as numbers.', { fields: { [name]: 'Must be a number' } });
}
