import { LOGGER, type Logger } from '@kith/kit';
import { AppError, GENERATED_IMAGE_ALT, generatedImagePath, parseImageCommand, type Persona } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { ReplyFailure, waitInWords, type FailureTexts } from '../models/failure-texts.js';
import { ModelFailure } from '../models/model-provider.js';
import { roughTokens } from '../prompt/tokens.js';
import type { Reply, ReplyContext, ReplyPart, ReplyRequest, ReplyWriter } from '../replies/reply-writer.js';
import { ImageModels, type ImageModelInUse } from './image-models.js';
import { imageMediaType } from './image-provider.js';
import { ImagesService } from './images.service.js';

type ImageRequest = Pick<ReplyRequest, 'question' | 'task' | 'persona'>;

const NO_DESCRIPTION =
  'Tell me what to draw: `/generate image` and a description, for example `/generate image a lighthouse at dusk`.';
const SWITCHED_OFF = 'Pictures are switched off for me: my owner can allow them with “Send media” in my settings.';

/** Answers `/generate image`, in the test chat and on Discord. */
@Injectable()
export class ImageReplies {
  constructor(
    private readonly models: ImageModels,
    private readonly images: ImagesService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The description of a requested image; undefined for other messages. */
  requestedDescription({ task, question }: Pick<ImageRequest, 'task' | 'question'>): string | undefined {
    return task ? undefined : parseImageCommand(question);
  }

  /** Whether bots of this owner that may send pictures would draw a description. Throws as `ImageModels.of`. */
  async canDraw(owner: Pick<Persona, 'ownerId' | 'ownerPlan'>): Promise<boolean> {
    return typeof (await this.models.of(owner)) !== 'string';
  }

  /** The free reply that says why there is no image; undefined when an image can be generated or none is requested. */
  async refusal(request: ImageRequest): Promise<Reply | undefined> {
    const description = this.requestedDescription(request);
    if (description === undefined) return undefined;
    const use = await this.models.of(request.persona);
    const engine = typeof use === 'string' ? ('builtin' as const) : use.engine;
    const text = typeof use === 'string' ? use : refusalText(request.persona, description);
    return text === undefined ? undefined : { reply: text, engine, sources: [], truncated: false };
  }

  /** A writer whose reply is the requested image. Throws NOT_CONFIGURED when nobody can draw any more, else as `ImageModels.of`. */
  async writer({ persona, epoch }: Pick<ReplyRequest, 'persona' | 'epoch'>): Promise<ReplyWriter> {
    const use = await this.models.of(persona);
    if (typeof use === 'string') throw new AppError('NOT_CONFIGURED', use);
    const { engine, isCharged } = use;
    return { engine, isCharged, write: (context, signal) => this.writeImage(use, context, epoch, signal) };
  }

  private async *writeImage(
    use: ImageModelInUse,
    context: ReplyContext,
    epoch: number,
    signal: AbortSignal,
  ): AsyncGenerator<ReplyPart, void> {
    const { persona, question } = context;
    const content = await this.generate(use, context, signal);
    const mediaType = imageMediaType(content);
    if (!mediaType) throw this.toAppError(new ModelFailure('malformed', 'not an image'), signal);
    const imageId = await this.images.store({ botId: persona.id, ownerId: persona.ownerId, epoch }, content, mediaType);
    yield { kind: 'image', markdown: `![${GENERATED_IMAGE_ALT}](${generatedImagePath(persona.id, imageId)})` };
    yield { kind: 'end', isTruncated: false, sources: [], usage: null, tokens: roughTokens(question) };
  }

  private async generate(
    { provider, access, model }: ImageModelInUse,
    context: ReplyContext,
    signal: AbortSignal,
  ): Promise<Buffer> {
    const description = parseImageCommand(context.question) ?? '';
    try {
      const images = access.request(context, signal, async function* () {
        yield await provider.generate({ model, description, signal });
      });
      let image: Buffer | undefined;
      for await (const each of images) image = each;
      if (!image) throw new ModelFailure('empty');
      return image;
    } catch (error) {
      throw this.toAppError(error, signal);
    }
  }

  private toAppError(error: unknown, signal: AbortSignal): unknown {
    if (signal.aborted) return new AppError('CANCELLED');
    if (!(error instanceof ModelFailure)) return error;
    this.logger.warn({ reason: error.message }, 'image model failed');
    if (error.reason === 'missing') return new AppError('NOT_CONFIGURED', 'No image model is configured on this instance.');
    return new ReplyFailure(error, textsOf(error));
  }
}

/** What people read about a picture that was not drawn. */
function textsOf({ reason, origin, explanation, retryAfterMs }: ModelFailure): FailureTexts {
  const wait = waitInWords(retryAfterMs);
  if (reason === 'too_long')
    return {
      owner: 'The description is too long for the image model. Nothing was charged. Please shorten it.',
      member: 'The description is too long for my image model. Please shorten it.',
    };
  if (origin === 'message')
    return {
      owner: 'The image model refused to draw this. Nothing was charged. Please describe it differently.',
      member: 'My image model refused to draw this. Please describe it differently.',
    };
  return {
    owner: explanation ?? `The image model does not answer right now. Nothing was charged. Please try again in ${wait}.`,
    member: `I cannot reach my image model right now. Please try again in ${wait}.`,
  };
}

function refusalText({ preferences }: ImageRequest['persona'], description: string): string | undefined {
  if (!preferences.sendMedia) return SWITCHED_OFF;
  return description === '' ? NO_DESCRIPTION : undefined;
}
