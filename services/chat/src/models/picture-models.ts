import { pictureTypeOf } from '../images/image-provider.js';

/** A picture for a model that sees pictures. */
export interface PromptPicture {
  /** Of an earlier message: the name of its file, written by others. */
  readonly name?: string | undefined;
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
