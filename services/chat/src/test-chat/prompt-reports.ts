import type { ModelEntry, PromptReport } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { ModelCatalogueService } from '../models/model-catalogue.service.js';
import type { ToolRound, Usage } from '../models/model-provider.js';
import { truncate } from '../replies/attachments.js';
import type { AskedModel } from '../replies/reply-writer.js';
import type { StreamedReply } from '../replies/streamed-reply.js';

/** Longer prompts are shown in part: one answer of a service has at most a megabyte. */
const MAX_SHOWN_CHARS = 200_000;

/** What a reply of the test chat was made of, for its owner (docs/decisions.md T9). Nothing of it is stored. */
@Injectable()
export class PromptReports {
  constructor(private readonly catalogue: ModelCatalogueService) {}

  /** Undefined for a reply that no language model wrote. */
  async of({
    asked,
    reply: { engine },
    usage,
  }: Pick<StreamedReply, 'asked' | 'reply' | 'usage'>): Promise<PromptReport | undefined> {
    if (asked === undefined) return undefined;
    // The reply was written and is shown, also when the catalogue cannot be read.
    const catalogue = await this.catalogue.list().catch(() => undefined);
    const priced = catalogue?.models.find(({ provider, model }) => provider === engine && model === asked.model);
    return {
      model: asked.name,
      ...shown(asked),
      toolCalls: [...asked.toolCalls],
      promptTokens: usage?.promptTokens ?? null,
      cachedTokens: usage?.cachedTokens ?? null,
      completionTokens: usage?.completionTokens ?? null,
      costDollars: usage && priced ? costOf(usage, priced) : null,
    };
  }
}

/** In US dollars. Where the catalogue names no price for cached tokens they count as others, so that the cost is rather too high. */
function costOf(
  { promptTokens, cachedTokens = 0, completionTokens }: Usage,
  { inputPrice, cachedPrice, outputPrice }: Pick<ModelEntry, 'inputPrice' | 'cachedPrice' | 'outputPrice'>,
): number | null {
  if (inputPrice === null || outputPrice === null) return null;
  const prompt = (promptTokens - cachedTokens) * inputPrice + cachedTokens * (cachedPrice ?? inputPrice);
  return (prompt + completionTokens * outputPrice) / 1000;
}

type Shown = Pick<PromptReport, 'messages' | 'tools' | 'isCut'>;

function shown({ messages, tools }: Pick<AskedModel, 'messages' | 'tools'>): Shown {
  let left = MAX_SHOWN_CHARS;
  let isCut = false;
  const cut = (text: string): string => {
    const kept = truncate(text, left);
    left -= kept.length;
    isCut ||= kept.length < text.length;
    return kept;
  };
  const sent = [
    ...messages.map(({ role, content, pictures = [] }) => ({ role, content, pictures: pictures.length })),
    ...(tools?.rounds ?? []).flatMap(messagesOf),
  ];
  return {
    messages: sent.map((message) => ({ ...message, content: cut(message.content) })),
    tools: (tools?.specs ?? []).map(({ name, description, parameters }) => ({
      name,
      description: cut(description),
      parameters: cut(JSON.stringify(parameters, null, 2)),
    })),
    isCut,
  };
}

const messagesOf = ({ text, calls, results }: ToolRound): Shown['messages'] => [
  {
    role: 'call',
    content: [text, ...calls.map(({ name, arguments: given }) => `${name} ${given}`)].filter(Boolean).join('\n'),
    pictures: 0,
  },
  ...results.map((content) => ({ role: 'result' as const, content, pictures: 0 })),
];
