import { ConcurrencyLimit } from '@kith/kit';
import {
  AppError,
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
import { MAX_JSON_BYTES, parseJson, readBody } from '../http/request-body.js';
import { Uploads, type FormLimits, type Upload } from '../http/uploads.js';
import { parseDataUrl, parseLargeJson, type DataUrl, type LargeJson } from './embedded-files.js';

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
const MAX_MESSAGE_BYTES = 70 * MAX_JSON_BYTES;
// Each large message is in memory as a whole while its files are stored.
const MAX_LARGE_MESSAGES = 3;
const MAX_PER_USER = 2;
const RETRY_AFTER_S = 3;

const Attachments = z.array(z.object({ name: z.string(), type: z.string().default(''), data: z.string() }));
const MessageFields = z.object({ message: z.unknown(), requestId: z.unknown(), attachments: z.unknown() }).partial();
type MessageFields = z.infer<typeof MessageFields>;

/** Receives chat messages with files: JSON with data URLs, or a form (docs/decisions.md T1). */
@Injectable()
export class ChatMessages {
  private readonly large = new ConcurrencyLimit(MAX_LARGE_MESSAGES, RETRY_AFTER_S);
  private readonly perUser = new ConcurrencyLimit(MAX_PER_USER, RETRY_AFTER_S);

  constructor(private readonly uploads: Uploads) {}

  /**
   * Reads a message and stores its files, calls `answer`, and removes the files when that has finished. Throws BAD_INPUT, MALFORMED,
   * TOO_LARGE, UNSUPPORTED_MEDIA or RATE_LIMITED.
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

  private async read(userId: string, request: FastifyRequest): Promise<ReceivedMessage> {
    if (request.isMultipart()) return withSlots([this.perUser.acquire(userId)], () => this.readForm(userId, request));
    const { 'content-length': contentLength, 'transfer-encoding': transferEncoding } = request.headers;
    const isSmall = transferEncoding === undefined && Number(contentLength ?? 0) <= MAX_JSON_BYTES;
    return withSlots(isSmall ? [] : this.takeLargeSlots(userId), () =>
      this.readJson(userId, request, isSmall ? MAX_JSON_BYTES : MAX_MESSAGE_BYTES),
    );
  }

  private takeLargeSlots(userId: string): (() => void)[] {
    const releaseOwn = this.perUser.acquire(userId);
    try {
      return [releaseOwn, this.large.acquire('all')];
    } catch (error) {
      releaseOwn();
      throw error;
    }
  }

  private async readForm(userId: string, request: FastifyRequest): Promise<ReceivedMessage> {
    const { fields, files } = await this.uploads.receive(request, userId, FORM_LIMITS);
    return { fields: { message: fields['message']?.at(-1), requestId: fields['requestId']?.at(-1) }, files };
  }

  private async readJson(userId: string, request: FastifyRequest, maxBytes: number): Promise<ReceivedMessage> {
    const body = await readBody(request, maxBytes);
    const json = parseLargeJson(body, (rest) => parseJson(rest, request));
    const { attachments, ...fields } = messageFields(json);
    const embedded = embeddedFiles(attachments, json);
    const files: Upload[] = [];
    try {
      // One after the other: decoded in parallel they would be in memory twice.
      for (const { name, type, data } of embedded) {
        files.push({ name, type, ...(await this.uploads.store(userId, data.read(), MAX_ATTACHMENT_BYTES)) });
      }
    } catch (error) {
      await this.uploads.remove(files);
      throw error;
    }
    return { fields, files };
  }
}

const FORM_LIMITS: FormLimits = { files: MAX_ATTACHMENTS, fileBytes: MAX_ATTACHMENT_BYTES, typeOf: allowedType };

async function withSlots<T>(releases: readonly (() => void)[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    for (const release of releases) release();
  }
}

function messageFields({ value, isLong }: LargeJson): MessageFields {
  if (value === undefined) return {};
  const fields = MessageFields.safeParse(value);
  if (!fields.success) throw new AppError('BAD_INPUT', 'Please send a JSON object.');
  const { message } = fields.data;
  if (typeof message === 'string' && isLong(message)) throw badInput('message', 'Must be at most 4000 characters');
  return fields.data;
}

/** The files of a message, all validated before the first one is stored. */
function embeddedFiles(value: unknown, json: LargeJson): { name: string; type: string; data: DataUrl }[] {
  // Counted first: validating as many entries as fit into a body takes too long.
  const isTooMany = Array.isArray(value) && value.length > MAX_ATTACHMENTS;
  const parsed = Attachments.safeParse(isTooMany ? null : value === undefined ? [] : value);
  if (!parsed.success) throw badInput('attachments', `Must be at most ${MAX_ATTACHMENTS} files, each with name, type and data`);
  return parsed.data.map(({ name, type, data }) => {
    if (json.isLong(name) || json.isLong(type)) throw badInput('attachments', 'Names have at most 255 characters');
    const url = parseDataUrl(json.bytesOf(data));
    if (url.bytes > MAX_ATTACHMENT_BYTES) throw new AppError('TOO_LARGE', 'A file is larger than 10 MB.');
    return { name, type: allowedType({ name, type: type || url.type }), data: url };
  });
}

function allowedType(file: { readonly name: string; readonly type: string }): string {
  const type = attachmentType(file);
  if (type === undefined) throw new AppError('UNSUPPORTED_MEDIA', 'Files of this kind cannot be sent.');
  return type;
}

const badInput = (field: string, problem: string): AppError =>
  new AppError('BAD_INPUT', problem, { fields: { [field]: problem } });
