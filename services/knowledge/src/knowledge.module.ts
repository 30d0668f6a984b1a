import { CONFIG, databaseModule, FILES, LOGGER, warnAboutIsolation, type Config, type Logger } from '@kith/kit';
import { Module } from '@nestjs/common';
import { database } from './database.js';
import { EmbeddingWorker } from './embeddings/embedding.worker.js';
import { EmbeddingsClient } from './embeddings/embeddings-client.js';
import { MeaningSearch } from './embeddings/meaning-search.js';
import { Extractor } from './extraction/extractor.js';
import { AttachmentsService } from './files/attachments.service.js';
import { DiscardedFiles, OrphanedFileSweep } from './files/file-cleanup.js';
import { UploadsService } from './files/uploads.service.js';
import { IngestSweep, IngestWorker } from './ingest/ingest.worker.js';
import { PictureDescriptions } from './ingest/picture-descriptions.js';
import { PageSweep } from './ingest/page-sweep.js';
import { ItemStore } from './items/item-store.js';
import { KnowledgeController } from './knowledge.controller.js';
import { BotDeletion } from './items/bot-deletion.js';
import { ItemsService } from './items/items.service.js';
import { ItemListsService } from './items/item-lists.service.js';
import { McpClient } from './pages/mcp-client.js';
import { McpController } from './pages/mcp.controller.js';
import { PageFetcher, PUBLIC_INTERNET } from './pages/page-fetcher.js';
import { webRequestsProvider } from './pages/web-requests.service.js';
import { ActivatedPassages } from './search/activated-passages.js';
import { OwnerSearches } from './search/owner-searches.js';
import { QuestionRuns } from './search/question-runs.js';
import { SavedQuestionsController } from './search/saved-questions.controller.js';
import { SavedQuestionsService } from './search/saved-questions.service.js';
import { SearchService } from './search/search.service.js';
import { ScanQueue } from './ingest/scan-queue.js';
import { SourceReader } from './ingest/source-reader.js';

@Module({
  imports: databaseModule(database),
  controllers: [KnowledgeController, SavedQuestionsController, McpController],
  providers: [
    BotDeletion,
    ItemsService,
    ItemListsService,
    ItemStore,
    ActivatedPassages,
    EmbeddingsClient,
    EmbeddingWorker,
    MeaningSearch,
    OwnerSearches,
    SavedQuestionsService,
    QuestionRuns,
    SearchService,
    UploadsService,
    AttachmentsService,
    DiscardedFiles,
    OrphanedFileSweep,
    IngestWorker,
    IngestSweep,
    PageSweep,
    ScanQueue,
    PictureDescriptions,
    // One for all, so that they share their queue.
    {
      provide: Extractor,
      inject: [LOGGER],
      useFactory: (logger: Logger) => {
        warnAboutIsolation(logger);
        return new Extractor();
      },
    },
    {
      provide: PageFetcher,
      inject: [CONFIG],
      useFactory: ({ HTTPS_PROXY }: Config) => new PageFetcher(PUBLIC_INTERNET, HTTPS_PROXY),
    },
    {
      provide: SourceReader,
      inject: [FILES, PageFetcher, Extractor, PictureDescriptions],
      useFactory: (...sources: ConstructorParameters<typeof SourceReader>) => new SourceReader(...sources),
    },
    { provide: McpClient, inject: [PageFetcher], useFactory: (pages: PageFetcher) => new McpClient(pages) },
    webRequestsProvider,
  ],
})
export class KnowledgeModule {}
