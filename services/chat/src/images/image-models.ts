import {
  BUILT_IN_IMAGE_MODEL,
  isShutDown,
  PLAN_CATALOGUE,
  planRank,
  type Engine,
  type ImageModel,
  type Persona,
  type PersonalKey,
} from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { ModelAccessCache } from '../models/model-access-cache.js';
import { ModelCatalogueService } from '../models/model-catalogue.service.js';
import { OwnKeys } from '../models/own-keys.js';
import { PLATFORM_PROVIDERS, type PlatformProviders } from '../models/platform-providers.js';
import type { RequestSender } from '../models/provider-access.js';
import type { ImageProvider } from './image-provider.js';

/** An image model and how it is asked. */
export interface ImageModelInUse {
  readonly provider: ImageProvider;
  readonly access: RequestSender;
  /** The provider's id of the model. */
  readonly model: string;
  readonly engine: Engine;
  readonly isCharged: boolean;
}

const NOT_CONFIGURED = 'No image model is configured on this instance, so I cannot draw. Ask the operator to set one up.';
const KEY_CANNOT_DRAW =
  'I cannot draw: my owner uses an own API key whose provider has no models that draw. With a key of OpenAI, or without one, I can.';

/** Chooses who draws the pictures of a bot: its owner's own key, or the image model of this installation. */
@Injectable()
export class ImageModels {
  constructor(
    private readonly access: ModelAccessCache,
    private readonly ownKeys: OwnKeys,
    private readonly catalogue: ModelCatalogueService,
    @Inject(PLATFORM_PROVIDERS) private readonly providers: PlatformProviders,
  ) {}

  /**
   * Who draws; else why nobody does, as a sentence of the bot. An own key is replaced by no other (docs/decisions.md A22). Throws UNAVAILABLE
   * while it cannot be known whether the owner brings a key.
   */
  async of({ ownerId, ownerPlan }: Pick<Persona, 'ownerId' | 'ownerPlan'>): Promise<ImageModelInUse | string> {
    const [{ key }, image] = await Promise.all([this.access.of(ownerId), this.catalogue.imageModel()]);
    if (isShutDown(image, new Date().toISOString())) return NOT_CONFIGURED;
    const use = key ? this.ofKey(ownerId, key, image) : this.ofPlatform(image);
    // What is drawn is stored here, so that the plan decides with an own key, too (docs/decisions.md D3).
    const isAbovePlan = typeof use !== 'string' && planRank(image.plan) > planRank(ownerPlan);
    return isAbovePlan ? `Drawing pictures needs the ${PLAN_CATALOGUE[image.plan].label} plan of my owner.` : use;
  }

  private ofKey(ownerId: string, key: PersonalKey, image: ImageModel): ImageModelInUse | string {
    const own = this.ownKeys.ofImages(ownerId, key);
    if (!own) return KEY_CANNOT_DRAW;
    // The operator's own server may draw with a model that the provider of the key does not know.
    const { model } = image.provider === 'openai' ? image : BUILT_IN_IMAGE_MODEL;
    return { provider: own.provider, access: own.access.of(model), model, engine: 'openai', isCharged: false };
  }

  private ofPlatform(image: ImageModel): ImageModelInUse | string {
    const pictures = this.providers.get(image.provider)?.pictures;
    if (!pictures) return NOT_CONFIGURED;
    const { provider, model } = image;
    return { provider: pictures.provider, access: pictures.access.of(model), model, engine: provider, isCharged: true };
  }
}
