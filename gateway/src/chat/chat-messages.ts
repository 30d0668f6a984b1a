import {
  AppError,
  badField,
  attachmentType,
  MAX_ATTACHMENT_BYTES,
  MAX_ATTACHMENTS,
  type Actor,
  type chat,
  type InputOf,
} from '@kith/proto';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { withMinimumSpeed } from '../http/body-speed.js';
import { chunksOf, parseJson } from '../http/request-body.js';
import { UploadSlots } from '../http/upload-slots.js';
import { Uploads, type FormLimits, type Upload } from '../http/uploads.js';
import { EmbeddedFiles } from './embedded-files.js';

interface ReceivedMessage {
  readonly fields: Omit<MessageFields, 'attachments'>;
  readonly files: readonly Upload[];
}

type Message = InputOf<typeof chat.say>;

interface Target {
  readonly actor: Actor;
  readonly botId: string;
}

// Five files of 10 MiB in base64, and the text of the message.
const MAX_MESSAGE_BYTES = 70 * 1_048_576;
const RETRY_AFTER_S = 3;

const Attachments = z.array(z.object({ name: z.string(), type: z.string().default(''), data: z.string() })).max(MAX_ATTACHMENTS);
const MessageFields = z
  .object({ message: z.unknown(), requestId: z.unknown(), showPrompt: z.unknown(), attachments: z.unknown() })
  .partial();
type MessageFields = z.infer<typeof MessageFields>;

/** Receives chat messages with files: JSON with data URLs, or a form (docs/decisions.md T1). */
@Injectable()
export class ChatMessages {
  private readonly slots = new UploadSlots(RETRY_AFTER_S);

  constructor(private readonly uploads: Uploads) {}

  /**
   * Reads a message and stores its files, calls `answer`, and removes the files when that has finished. Throws BAD_INPUT, MALFORMED,
   * TOO_LARGE, UNSUPPORTED_MEDIA, RATE_LIMITED or REQUEST_TIMEOUT.
   */
  async receive<T>(target: Target, request: FastifyRequest, answer: (input: Message) => Promise<T>): Promise<T> {
    const { fields, files } = await this.read(target.actor.userId, request);
    const attachments = files.map(({ name, type, key, bytes }) => ({ name, type, key, bytes }));
    try {
      // The service validates the fields.
      return await answer({ ...fields, ...target, attachments } as Message);
    } finally {
      await this.uploads.remove(files);
    }
  }

  private read(userId: string, request: FastifyRequest): Promise<ReceivedMessage> {
    return request.isMultipart() ? this.readForm(userId, request) : withMinimumSpeed(request, this.readJson(userId, request));
  }

  private async readForm(userId: string, request: FastifyRequest): Promise<ReceivedMessage> {
    const release = this.slots.acquire(userId, request.ip);
    try {
      const { fields, files } = await this.uploads.receive(request, userId, FORM_LIMITS);
      const [message, requestId, showPrompt] = [fields['message'], fields['requestId'], fields['showPrompt']].map((all) =>
        all?.at(-1),
      );
      return { fields: { message, requestId, showPrompt: showPrompt === 'true' }, files };
    } finally {
      release();
    }
  }

  private async readJson(userId: string, request: FastifyRequest): Promise<ReceivedMessage> {
    const memory = request.server.bodyMemory.open(request);
    let releaseSlot = () => undefined as void;
    const embedded = new EmbeddedFiles({
      maxFiles: MAX_ATTACHMENTS,
      store: (content) => this.uploads.store(userId, content, MAX_ATTACHMENT_BYTES),
      reserve: (bytes) => memory.reserve(bytes),
      onFirstFile: () => (releaseSlot = this.slots.acquire(userId, request.ip)),
    });
    try {
      const { attachments, ...fields } = messageFields(await readAll(request, embedded), embedded);
      const files = await embeddedFiles(attachments, embedded);
      await this.removeOthers(embedded, files);
      return { fields, files };
    } catch (error) {
      await this.removeOthers(embedded, []);
      throw error;
    } finally {
      memory.release();
      releaseSlot();
    }
  }

  /** Removes the stored files that are not attachments of the message. */
  private async removeOthers(embedded: EmbeddedFiles, files: readonly Upload[]): Promise<void> {
    const keys = await embedded.storedKeys();
    await this.uploads.remove(keys.filter((key) => !files.some((file) => file.key === key)).map((key) => ({ key })));
  }
}

const FORM_LIMITS: FormLimits = { files: MAX_ATTACHMENTS, fileBytes: MAX_ATTACHMENT_BYTES, typeOf: allowedType };

/** The JSON of a body, whose files go into the store while it arrives. */
async function readAll(request: FastifyRequest, embedded: EmbeddedFiles): Promise<unknown> {
  let bytes = 0;
  for await (const chunk of chunksOf(request)) {
    bytes += chunk.length;
    if (bytes > MAX_MESSAGE_BYTES) throw new AppError('TOO_LARGE');
    await embedded.write(chunk);
  }
  return parseJson(embedded.end(), request);
}

function messageFields(value: unknown, embedded: EmbeddedFiles): MessageFields {
  if (value === undefined) return {};
  const fields = MessageFields.safeParse(value);
  if (!fields.success) throw new AppError('BAD_INPUT', 'Please send a JSON object.');
  const { message } = fields.data;
  if (typeof message === 'string' && embedded.isLong(message)) throw badField('message', 'Must be at most 4,000 characters');
  return fields.data;
}

/** The files of a message. All of them are removed when one is refused. */
async function embeddedFiles(value: unknown, embedded: EmbeddedFiles): Promise<Upload[]> {
  const parsed = Attachments.safeParse(value === undefined ? [] : value);
  if (!parsed.success) throw badField('attachments', `Must be at most ${MAX_ATTACHMENTS} files, each with name, type and data`);
  const files: Upload[] = [];
  for (const { name, type, data } of parsed.data) {
    if (embedded.isLong(name) || embedded.isLong(type)) throw badField('attachments', 'Names have at most 255 characters');
    const file = await embedded.file(data).catch((error: unknown) => {
      throw error instanceof AppError && error.code === 'TOO_LARGE'
        ? new AppError('TOO_LARGE', 'A file is larger than 10 MB.')
        : error;
    });
    files.push({ name, key: file.key, bytes: file.bytes, type: allowedType({ name, type: type || file.type }) });
  }
  return files;
}

function allowedType(file: { readonly name: string; readonly type: string }): string {
  const type = attachmentType(file);
  if (type === undefined) throw new AppError('UNSUPPORTED_MEDIA', 'Files of this kind cannot be sent.');
  return type;
}
