import { databaseModule, FILES, type FileStore } from '@kith/kit';
import { Module } from '@nestjs/common';
import { Extractor } from './extraction/extractor.js';
import { AttachmentsService } from './files/attachments.service.js';
import { DiscardedFiles } from './files/discarded-files.js';
import { OrphanedFiles } from './files/orphaned-files.js';
import { UploadsService } from './files/uploads.service.js';
import { IngestSweep } from './ingest-sweep.js';
import { IngestWorker } from './ingest.worker.js';
import { ItemStore } from './item-store.js';
import { KnowledgeController } from './knowledge.controller.js';
import { KnowledgeItem } from './knowledge-item.entity.js';
import { KnowledgeService } from './knowledge.service.js';
import { ListService } from './list.service.js';
import { Knowledge1763712000000 } from './migrations/1763712000000-knowledge.js';
import { KnowledgeIndex1763712000001 } from './migrations/1763712000001-knowledge-index.js';
import { KnowledgeSearch1763712000002 } from './migrations/1763712000002-knowledge-search.js';
import { KnowledgeSources1763712000003 } from './migrations/1763712000003-knowledge-sources.js';
import { KnowledgePurged1763712000004 } from './migrations/1763712000004-knowledge-purged.js';
import { PageFetcher } from './pages/page-fetcher.js';
import { SearchService } from './search.service.js';
import { SourceReader } from './source-reader.js';

@Module({
  imports: databaseModule({
    schema: 'knowledge',
    entities: [KnowledgeItem],
    migrations: [
      Knowledge1763712000000,
      KnowledgeIndex1763712000001,
      KnowledgeSearch1763712000002,
      KnowledgeSources1763712000003,
      KnowledgePurged1763712000004,
    ],
  }),
  controllers: [KnowledgeController],
  providers: [
    KnowledgeService,
    ListService,
    ItemStore,
    SearchService,
    UploadsService,
    AttachmentsService,
    DiscardedFiles,
    OrphanedFiles,
    IngestWorker,
    IngestSweep,
    // One for all, so that they share their turns.
    { provide: Extractor, useFactory: () => new Extractor() },
    {
      provide: SourceReader,
      inject: [FILES, Extractor],
      useFactory: (files: FileStore, extractor: Extractor) => new SourceReader(files, new PageFetcher(), extractor),
    },
  ],
})
export class KnowledgeModule {}
