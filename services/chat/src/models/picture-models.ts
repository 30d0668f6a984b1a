/** A picture for a model that sees pictures. */
export interface PromptPicture {
  readonly mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  readonly base64: string;
}

/** What a picture takes of a prompt, in tokens: the providers reduce large ones to about this. */
export const PICTURE_TOKENS = 1600;
