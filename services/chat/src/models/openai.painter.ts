import type { Painter } from '../images/painter.js';
import { isOpenAi, openClient, type OpenAiOptions } from './openai.client.js';
import { failureOf, ModelFailure } from './provider.js';

export interface PainterOptions extends OpenAiOptions {
  /** The provider's id of the image model. */
  readonly model: string;
  /** Until the picture is there, repeats included; below what a message may take. */
  readonly timeoutMs?: number;
}

/** The Images API of OpenAI and of servers compatible with it. */
export class OpenAiPainter implements Painter {
  constructor(private readonly options: PainterOptions) {}

  async paint(description: string, signal: AbortSignal): Promise<Buffer> {
    const limit = AbortSignal.timeout(this.options.timeoutMs ?? 90_000);
    try {
      const client = await openClient(this.options);
      // OpenAI's models answer bytes and refuse the parameter; other servers answer an address without it.
      const format = isOpenAi(this.options) ? {} : { response_format: 'b64_json' as const };
      const { data } = await client.images.generate(
        { model: this.options.model, prompt: description, n: 1, ...format },
        { signal: AbortSignal.any([signal, limit]) },
      );
      const content = data?.[0]?.b64_json;
      // An address is never fetched: whoever answers would choose where we call (W4).
      if (!content) throw new ModelFailure('garbled', 'no bytes');
      return Buffer.from(content, 'base64');
    } catch (error) {
      throw signal.aborted ? error : limit.aborted ? new ModelFailure('silent') : failureOf(error);
    }
  }
}
