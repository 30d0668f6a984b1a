import { pictureTypeOf } from '../images/image-provider.js';

/** Where a picture of an earlier message is kept. */
export interface PicturePlace {
  readonly messageId: string;
  /** Among the pictures of the message. */
  readonly position: number;
}

/** A picture for a model that sees pictures. */
export interface PromptPicture {
  /** Of an earlier message: the name of its file, written by others. */
  readonly name?: string | undefined;
  /** Of an earlier message, also where it comes with a later one. */
  readonly keptAt?: PicturePlace | undefined;
  readonly mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  readonly base64: string;
}

/** A picture as models take it, by its first bytes; undefined for any other content. */
export function pictureIn(content: Buffer): PromptPicture | undefined {
  const mediaType = pictureTypeOf(content);
  return mediaType && { mediaType, base64: content.toString('base64') };
}

/** What a picture takes of a prompt, in tokens: the providers reduce large ones to about this. */
export const PICTURE_TOKENS = 1600;
