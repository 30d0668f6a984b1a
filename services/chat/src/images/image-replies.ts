import { LOGGER, type Logger } from '@kith/kit';
import { AppError, GENERATED_IMAGE_ALT, generatedImagePath } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { CircuitBreaker } from '../models/circuit-breaker.js';
import { ModelFailure } from '../models/provider.js';
import { roughTokens } from '../prompt/tokens.js';
import type { Reply } from '../replies/draft.js';
import type { ReplyRequest } from '../replies/reply-pipeline.js';
import type { ReplyPart, Turn, Writer } from '../writer.js';
import { imageRequest } from './image-request.js';
import { ImagesService } from './images.service.js';
import { PAINTER, pictureType, type Painter } from './painter.js';

type Asked = Pick<ReplyRequest, 'channel' | 'question' | 'persona'>;

const NOT_CONFIGURED = 'No image model is configured on this instance, so I cannot draw. Ask the operator to set one up.';
const NO_DESCRIPTION =
  'Tell me what to draw: `/generate image` and a description, for example `/generate image a lighthouse at dusk`.';
const SWITCHED_OFF = 'Pictures are switched off for me: my owner can allow them with “Send media” in my settings.';

/** Answers `/generate image` in the test chat. */
@Injectable()
export class ImageReplies {
  private readonly engine;
  private readonly breaker = new CircuitBreaker();

  constructor(
    @Inject(PAINTER) private readonly painter: Painter | null,
    private readonly images: ImagesService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.engine = painter ? ('openai' as const) : ('builtin' as const);
  }

  /** What is wanted of a picture; undefined for messages that want none. On Discord nobody could fetch it. */
  wanted({ channel, question }: Pick<Asked, 'channel' | 'question'>): string | undefined {
    return channel === 'web' ? imageRequest(question) : undefined;
  }

  /** Why there can be no picture, as the companion says it; it is not charged. Undefined where there can be one, or none is wanted. */
  refusal(asked: Asked): Reply | undefined {
    const description = this.wanted(asked);
    if (description === undefined) return undefined;
    const words = !this.painter
      ? NOT_CONFIGURED
      : !asked.persona.preferences.sendMedia
        ? SWITCHED_OFF
        : description === ''
          ? NO_DESCRIPTION
          : undefined;
    return words === undefined ? undefined : { reply: words, engine: this.engine, sources: [], truncated: false };
  }

  /** Draws instead of writing. `epoch` as in the request. */
  writer(epoch: number): Writer {
    return { engine: this.engine, write: (turn, signal) => this.draw(turn, epoch, signal) };
  }

  private async *draw({ persona, question }: Turn, epoch: number, signal: AbortSignal): AsyncGenerator<ReplyPart, void> {
    const content = await this.paint(imageRequest(question) ?? '', signal);
    const mediaType = pictureType(content);
    if (!mediaType) throw this.explain(new ModelFailure('garbled', 'no picture'), signal);
    const imageId = await this.images.keep({ botId: persona.id, ownerId: persona.ownerId, epoch }, content, mediaType);
    yield { kind: 'image', markdown: `![${GENERATED_IMAGE_ALT}](${generatedImagePath(persona.id, imageId)})` };
    yield { kind: 'end', isTruncated: false, sources: [], usage: null, tokens: roughTokens(question) };
  }

  private async paint(description: string, signal: AbortSignal): Promise<Buffer> {
    // The request was refused before where there is none.
    if (!this.painter) throw new AppError('NOT_CONFIGURED');
    try {
      return await this.attempt(this.painter, description, signal);
    } catch (error) {
      throw this.explain(error, signal);
    }
  }

  private async attempt(painter: Painter, description: string, signal: AbortSignal): Promise<Buffer> {
    this.breaker.enter();
    let outcome: 'succeeded' | 'failed' | 'abandoned' = 'abandoned';
    try {
      const content = await painter.paint(description, signal);
      outcome = 'succeeded';
      return content;
    } catch (error) {
      // A picture that was refused says nothing about the next one, and a caller that leaves nothing at all.
      const isRefusal = error instanceof ModelFailure && error.reason === 'refused';
      if (isRefusal) outcome = 'succeeded';
      else if (!signal.aborted) outcome = 'failed';
      throw error;
    } finally {
      this.breaker[outcome]();
    }
  }

  private explain(error: unknown, signal: AbortSignal): unknown {
    if (signal.aborted) return new AppError('CANCELLED');
    if (!(error instanceof ModelFailure)) return error;
    this.logger.warn({ reason: error.message }, 'the image model failed');
    if (error.reason === 'missing') return new AppError('NOT_CONFIGURED', 'No image model is configured on this instance.');
    return new AppError(
      'MODEL_UNAVAILABLE',
      error.reason === 'refused'
        ? 'The image model refused to draw this. Nothing was charged. Please describe it differently.'
        : 'The image model does not answer right now. Nothing was charged. Please try again in a minute.',
    );
  }
}
