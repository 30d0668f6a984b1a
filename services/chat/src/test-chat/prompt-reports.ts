import type { ModelEntry, PromptReport } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { ModelCatalogueService } from '../models/model-catalogue.service.js';
import type { Usage } from '../models/model-provider.js';
import { truncate } from '../replies/attachments.js';
import type { AskedModel } from '../replies/reply-writer.js';
import type { StreamedReply } from '../replies/streamed-reply.js';

/** Longer prompts are shown in part: one answer of a service has at most a megabyte. */
const MAX_SHOWN_CHARS = 200_000;

/** Of one result of a tool; a reply has eight of them at most. */
const MAX_SHOWN_RESULT = 20_000;

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
      ...shownMessages(asked.messages),
      toolCalls: asked.toolCalls.map((call) => ({ ...call, result: truncate(call.result, MAX_SHOWN_RESULT) })),
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

function shownMessages(messages: AskedModel['messages']): Pick<PromptReport, 'messages' | 'isCut'> {
  let left = MAX_SHOWN_CHARS;
  const shown = messages.map(({ role, content, pictures = [] }) => {
    const text = truncate(content, left);
    left -= text.length;
    return { role, content: text, pictures: pictures.length };
  });
  return { messages: shown, isCut: messages.some(({ content }, at) => content.length > (shown[at]?.content.length ?? 0)) };
}
