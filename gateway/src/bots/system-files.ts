import { RpcClient } from '@kith/kit';
import { AppError, MAX_SYSTEM_FILE_BYTES, systemPages, type Actor, type OutputOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { UploadSlots } from '../http/upload-slots.js';
import { isRejected, Uploads, type Form } from '../http/uploads.js';

const RETRY_AFTER_S = 5;

export interface SystemFileTarget {
  readonly actor: Actor;
  readonly botId: string;
  readonly systemId: string;
}

/** Uploads for systems, music for example. */
@Injectable()
export class SystemFiles {
  private readonly slots = new UploadSlots(RETRY_AFTER_S);

  constructor(
    private readonly rpc: RpcClient,
    private readonly uploads: Uploads,
  ) {}

  /** Gives a system the file of a form, which is deleted when it is refused. Throws BAD_INPUT without a file, TOO_LARGE, RATE_LIMITED, REQUEST_TIMEOUT. */
  async add(target: SystemFileTarget, request: FastifyRequest): Promise<OutputOf<typeof systemPages.addFile>> {
    const free = this.slots.acquire(target.actor.userId, request.ip);
    try {
      const limits = { files: 1, fileBytes: MAX_SYSTEM_FILE_BYTES };
      return await this.addFile(target, await this.uploads.receive(request, target.actor.userId, limits));
    } finally {
      free();
    }
  }

  private async addFile(target: SystemFileTarget, { fields, files }: Form): Promise<OutputOf<typeof systemPages.addFile>> {
    const [file] = files;
    const problem = 'Please choose a file';
    if (!file) throw new AppError('BAD_INPUT', problem, { fields: { file: problem } });
    const title = fields['title']?.at(-1)?.trim();
    const { key, bytes, name } = file;
    try {
      return await this.rpc.ask(systemPages.addFile, { ...target, ...(title && { title }), file: { key, bytes, name } });
    } catch (error) {
      if (isRejected(error)) await this.uploads.remove(files);
      throw error;
    }
  }
}
