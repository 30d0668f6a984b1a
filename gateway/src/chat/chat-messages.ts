import { Slots } from '@kith/kit';
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
import { BODY_BYTES, parseJson, readBody } from '../http/json-body.js';
import { Uploads, type FormLimits, type Upload } from '../http/uploads.js';
import { readDataUrl, type DataUrl } from './data-url.js';
import { parseLongJson, type LongJson } from './long-json.js';

interface ReadMessage {
  readonly said: Omit<Said, 'attachments'>;
  readonly files: readonly Upload[];
}

type Message = InputOf<typeof chat.say>;

interface Where {
  readonly actor: Actor;
  readonly botId: string;
}

// Five files of 10 MiB in base64, and what is said with them.
const MESSAGE_BYTES = 70 * BODY_BYTES;
// Each of them takes its size in memory while its files are stored.
const LARGE_AT_ONCE = 3;
const PER_USER = 2;
const RETRY_AFTER_S = 3;

const Attached = z.array(z.object({ name: z.string(), type: z.string().default(''), data: z.string() }));
const Said = z.object({ message: z.unknown(), requestId: z.unknown(), attachments: z.unknown() }).partial();
type Said = z.infer<typeof Said>;

/** Messages as they come in: JSON that carries its files as data URLs (specification 2, section 7), or a form (decision T1). */
@Injectable()
export class ChatMessages {
  private readonly large = new Slots(LARGE_AT_ONCE, RETRY_AFTER_S);
  private readonly perUser = new Slots(PER_USER, RETRY_AFTER_S);

  constructor(private readonly uploads: Uploads) {}

  /**
   * Reads a message to its end, stores its files for as long as `answer` works, and removes them then. BAD_INPUT, MALFORMED, TOO_LARGE,
   * UNSUPPORTED_MEDIA, RATE_LIMITED.
   */
  async with<T>(where: Where, request: FastifyRequest, answer: (input: Message) => Promise<T>): Promise<T> {
    const { said, files } = await this.read(where.actor.userId, request);
    const attachments = files.map(({ name, type, key, bytes }) => ({ name, type, key, bytes }));
    try {
      // The service checks what was said.
      return await answer({ ...said, ...where, attachments } as Message);
    } finally {
      await this.uploads.remove(files);
    }
  }

  private async read(userId: string, request: FastifyRequest): Promise<ReadMessage> {
    if (request.isMultipart()) return withSlots([this.perUser.take(userId)], () => this.readForm(userId, request));
    const { 'content-length': bytes, 'transfer-encoding': coding } = request.headers;
    const isSmall = coding === undefined && Number(bytes ?? 0) <= BODY_BYTES;
    return withSlots(isSmall ? [] : this.takeLarge(userId), () =>
      this.readJson(userId, request, isSmall ? BODY_BYTES : MESSAGE_BYTES),
    );
  }

  private takeLarge(userId: string): (() => void)[] {
    const own = this.perUser.take(userId);
    try {
      return [own, this.large.take('all')];
    } catch (error) {
      own();
      throw error;
    }
  }

  private async readForm(userId: string, request: FastifyRequest): Promise<ReadMessage> {
    const { fields, files } = await this.uploads.receive(request, userId, FORM);
    return { said: { message: fields['message']?.at(-1), requestId: fields['requestId']?.at(-1) }, files };
  }

  private async readJson(userId: string, request: FastifyRequest, maxBytes: number): Promise<ReadMessage> {
    const body = await readBody(request, maxBytes);
    const json = parseLongJson(body);
    const { attachments, ...said } = saidIn(json);
    const sent = attachedTo(attachments, json, body);
    const files: Upload[] = [];
    try {
      // One after the other: together they would be in memory twice.
      for (const { name, type, data } of sent) {
        files.push({ name, type, ...(await this.uploads.store(userId, data.read(), MAX_ATTACHMENT_BYTES)) });
      }
    } catch (error) {
      await this.uploads.remove(files);
      throw error;
    }
    return { said, files };
  }
}

const FORM: FormLimits = { files: MAX_ATTACHMENTS, fileBytes: MAX_ATTACHMENT_BYTES, typeOf: allowedType };

async function withSlots<T>(taken: readonly (() => void)[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    for (const free of taken) free();
  }
}

function saidIn({ value, longText }: LongJson): Said {
  if (value === undefined) return {};
  const said = Said.safeParse(value);
  if (!said.success) throw new AppError('BAD_INPUT', 'Please send a JSON object.');
  const { message } = said.data;
  if (typeof message === 'string' && longText(message)) throw refused('message', 'Must be at most 4000 characters');
  return said.data;
}

/** Everything is checked before the first file is stored. */
function attachedTo(value: unknown, json: LongJson, body: Buffer): { name: string; type: string; data: DataUrl }[] {
  // Counted first: the schema would look at each of as many as fit into a body.
  const isTooMany = Array.isArray(value) && value.length > MAX_ATTACHMENTS;
  const attached = Attached.safeParse(isTooMany ? null : value === undefined ? [] : value);
  if (!attached.success) throw refused('attachments', `Must be at most ${MAX_ATTACHMENTS} files, each with name, type and data`);
  return attached.data.map(({ name, type, data }) => {
    if (json.longText(name) || json.longText(type)) throw refused('attachments', 'Names have at most 255 characters');
    const url = readDataUrl(bytesOf(data, json, body));
    if (url.bytes > MAX_ATTACHMENT_BYTES) throw new AppError('TOO_LARGE', 'A file is larger than 10 MB.');
    return { name, type: allowedType({ name, type: type || url.type }), data: url };
  });
}

function bytesOf(data: string, { longText }: LongJson, body: Buffer): Buffer {
  const long = longText(data);
  if (!long) return Buffer.from(data);
  const bytes = body.subarray(long.start, long.end);
  // Some programs write each slash as \\/.
  return bytes.includes(0x5c) ? Buffer.from(String(parseJson(body.subarray(long.start - 1, long.end + 1)))) : bytes;
}

function allowedType(file: { readonly name: string; readonly type: string }): string {
  const type = attachmentType(file);
  if (type === undefined) throw new AppError('UNSUPPORTED_MEDIA', 'Files of this kind cannot be sent.');
  return type;
}

const refused = (field: string, problem: string): AppError =>
  new AppError('BAD_INPUT', problem, { fields: { [field]: problem } });
