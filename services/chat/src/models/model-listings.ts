import { Interval, LOGGER, errorText, type Logger } from '@kith/kit';
import type { CatalogueProvider, EditableModel } from '@kith/proto';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { ListedModel } from './model-provider.js';
import { PLATFORM_PROVIDERS, type PlatformProviders } from './platform-providers.js';

type Listing = Pick<EditableModel, 'isListed' | 'announcedShutdown'>;

const EVERY_MS = 6 * 3_600_000;
const TIMEOUT_MS = 10_000;

/** Which models the installation's providers list, asked at the start and every six hours, so that the operator learns in time that one goes. */
@Injectable()
export class ModelListings implements OnApplicationBootstrap {
  private readonly lists = new Map<CatalogueProvider, ReadonlyMap<string, ListedModel>>();

  constructor(
    @Inject(PLATFORM_PROVIDERS) private readonly providers: PlatformProviders,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Not waited for: the service starts also while a provider is down. */
  onApplicationBootstrap(): void {
    void this.refresh();
  }

  /** Asks all providers. One that does not answer keeps what it said last. */
  @Interval(EVERY_MS, 'list of models')
  async refresh(): Promise<void> {
    // What its server says of the local model is known when somebody looks.
    for (const { served, localModel } of this.providers.values()) if (served && localModel) void served.of(localModel.model);
    await Promise.all([...this.providers].map(([name, { provider }]) => this.ask(name, provider)));
  }

  /** What its provider says about a model. */
  of({ provider, model }: Pick<EditableModel, 'provider' | 'model'>): Listing {
    const list = this.lists.get(provider);
    if (!list) return { isListed: null, announcedShutdown: null };
    // Ollama lists a model that is named without a tag as the latest one.
    const listed = list.get(model) ?? (provider === 'local' ? list.get(`${model}:latest`) : undefined);
    return { isListed: listed !== undefined, announcedShutdown: listed?.shutdownDate ?? null };
  }

  private async ask(name: CatalogueProvider, provider: { listing(signal: AbortSignal): Promise<ListedModel[]> }): Promise<void> {
    try {
      const models = await provider.listing(AbortSignal.timeout(TIMEOUT_MS));
      // An empty list says nothing: some servers have none.
      if (models.length > 0) this.lists.set(name, new Map(models.map((model) => [model.id, model])));
    } catch (error) {
      const reason = errorText(error);
      this.logger.warn({ provider: name, reason }, 'the provider does not list its models');
    }
  }
}
