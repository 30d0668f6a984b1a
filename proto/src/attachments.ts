import { z } from 'zod';
import { text } from './fields.js';

/** Limits of the files of one message. */
export const MAX_ATTACHMENTS = 5;
export const MAX_ATTACHMENT_BYTES = 10 * 1024 * 1024;

/** The media types of files that a message may carry, with the file name extensions of each. */
export const ATTACHMENT_TYPES: Readonly<Record<string, readonly string[]>> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'image/svg+xml': ['svg'],
  'text/plain': ['txt', 'log'],
  'text/csv': ['csv'],
  'text/markdown': ['md', 'markdown'],
  'application/pdf': ['pdf'],
  'application/json': ['json'],
  'application/xml': ['xml'],
  'text/xml': [],
  'application/msword': ['doc'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.ms-excel': ['xls'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.ms-powerpoint': ['ppt'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx'],
  'audio/mpeg': ['mp3'],
  'audio/mp3': [],
  'audio/wav': ['wav'],
  'audio/x-wav': [],
  'audio/ogg': ['ogg'],
  'video/mp4': ['mp4'],
  'video/webm': ['webm'],
};

// What browsers send for a file whose type they do not know.
const UNKNOWN: readonly string[] = ['', 'application/octet-stream'];

/** The media type of a file: the declared one, or by the file name when none is declared. Undefined when the file may not be sent. */
export function attachmentType({ name, type }: { readonly name: string; readonly type: string }): string | undefined {
  const declared = type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (Object.hasOwn(ATTACHMENT_TYPES, declared)) return declared;
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  if (!UNKNOWN.includes(declared)) return undefined;
  return Object.keys(ATTACHMENT_TYPES).find((known) => ATTACHMENT_TYPES[known]?.includes(extension));
}

/** A file of a message, in the file store; its key begins with the id of the sender. */
export const Attachment = z.object({
  name: text(255).min(1),
  /** As the client declared it; the content decides how it is read. */
  type: z.string().max(150),
  key: z.string().max(200),
  bytes: z.number().int().min(0).max(MAX_ATTACHMENT_BYTES),
});
export type Attachment = z.infer<typeof Attachment>;
