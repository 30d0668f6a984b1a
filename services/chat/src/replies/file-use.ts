import type { FileUse } from './attachments.js';
import type { ReplyRequest, ReplyWriter } from './reply-writer.js';

/** So long a reply waits for the texts of all pictures that are too large to be seen, in milliseconds (docs/decisions.md C34). */
export const LARGE_PICTURES_MS = 20_000;

/** For what the files of a message are read, by who writes the reply. The time for large pictures begins now. */
export function fileUseOf(writer: ReplyWriter, { question, isAddressed }: ReplyRequest): FileUse {
  const withPictures = writer.seesPictures ?? false;
  const needsTexts = writer.needsPictureTexts ?? !withPictures;
  // The built-in companion hardly answers where nobody spoke to it.
  if (writer.engine === 'builtin' && isAddressed === false) return { question, withPictures, withPictureTexts: 'none' };
  if (needsTexts) return { question, withPictures, withPictureTexts: 'all' };
  return { question, withPictures, withPictureTexts: 'large', textsUntil: AbortSignal.timeout(LARGE_PICTURES_MS) };
}
