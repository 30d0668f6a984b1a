import type { Engine } from '@kith/proto';

/** A picture for a model that sees pictures. */
export interface PromptPicture {
  readonly mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  readonly base64: string;
}

/** What a picture takes of a prompt, in tokens: the providers reduce large ones to about this. */
export const PICTURE_TOKENS = 1600;

/** By the ids of the providers, who do not say over their API which models see pictures. */
const SEEING: Readonly<Partial<Record<Engine, RegExp>>> = {
  openai:
    /^(?:ft:)?(?:chatgpt-4o|gpt-4o(?!-audio|-realtime)|gpt-4\.\d|gpt-4-turbo|gpt-(?:[5-9]|\d\d)|o1(?!-mini|-preview)|o3(?!-mini)|o4)/,
  anthropic: /^claude-/,
  local: /vision|llava|pixtral|gemma-?3|[-_]vl\b/i,
};

/** Whether a model can be given pictures. One that is not known to see them reads their names. */
export const seesPictures = (engine: Engine, model: string): boolean => SEEING[engine]?.test(model) ?? false;
