import type { Engine, ModelEntry } from '@kith/proto';

/** What a model can do beside reading and writing texts. */
export interface ModelAbilities {
  /** Whether it can be given pictures. */
  readonly seesPictures: boolean;
  /** Whether it can be given tools. */
  readonly usesTools: boolean;
  /** Room for tokens that it spends before it writes and that are no text. */
  readonly reasoningTokens: number;
}

type NamedModel = Pick<ModelEntry, 'model'> & Partial<Pick<ModelEntry, 'seesPictures' | 'usesTools' | 'reasoningTokens'>>;
type ByEngine = Readonly<Partial<Record<Engine, RegExp>>>;

/** For models of which the catalogue says nothing: the providers do not say over their API which of them see pictures. */
const SEEING: ByEngine = {
  openai:
    /^(?:ft:)?(?:chatgpt-4o|gpt-4o(?!-audio|-realtime)|gpt-4\.\d|gpt-4-turbo|gpt-(?:[5-9]|\d\d)|o1(?!-mini|-preview)|o3(?!-mini)|o4)/,
  anthropic: /^claude-/,
  local: /vision|llava|pixtral|gemma-?3|[-_]vl\b/i,
};
/** Models that think before they write. Those of Anthropic do, apart from earlier ones; it can be switched off on none of the newest. */
const REASONING: ByEngine = {
  openai: /^(?:ft:)?(?:gpt-(?:[5-9]|\d\d)(?!.*-chat)|o\d)/,
  anthropic: /^(?!claude-(?:3|(?:haiku|sonnet|opus)-4))/,
  local: /deepseek-r|qwq|qwen-?3|gpt-oss|thinking|reasoning/i,
};
/** Models that were trained to call tools. */
const TOOL_USING: ByEngine = {
  openai:
    /^(?:ft:)?(?:chatgpt-4o|gpt-3\.5-turbo(?!-instruct)|gpt-4(?!-vision|o-audio|o-realtime)|gpt-(?:[5-9]|\d\d)|o1(?!-mini|-preview)|o3|o4)/,
  anthropic: /^claude-(?!2|instant)/,
  local: /llama-?3\.[1-9]|llama-?4|qwen-?[23]|mistral|ministral|gpt-oss|hermes|command-r|granite|nemotron|glm-?4/i,
};
export const REASONING_TOKENS = 4096;

/** As the catalogue says; where it says nothing as the model's name tells. */
export const abilitiesOf = (engine: Engine, { model, seesPictures, usesTools, reasoningTokens }: NamedModel): ModelAbilities => ({
  seesPictures: seesPictures ?? SEEING[engine]?.test(model) ?? false,
  usesTools: usesTools ?? TOOL_USING[engine]?.test(model) ?? false,
  reasoningTokens: reasoningTokens ?? (REASONING[engine]?.test(model) ? REASONING_TOKENS : 0),
});
