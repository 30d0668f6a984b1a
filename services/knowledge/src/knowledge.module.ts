import { databaseModule } from '@kith/kit';
import { Module } from '@nestjs/common';
import { IngestSweep } from './ingest-sweep.js';
import { IngestWorker } from './ingest.worker.js';
import { KnowledgeController } from './knowledge.controller.js';
import { KnowledgeItem } from './knowledge-item.entity.js';
import { KnowledgeService } from './knowledge.service.js';
import { Knowledge1763712000000 } from './migrations/1763712000000-knowledge.js';
import { KnowledgeIndex1763712000001 } from './migrations/1763712000001-knowledge-index.js';
import { KnowledgeSearch1763712000002 } from './migrations/1763712000002-knowledge-search.js';
import { SearchService } from './search.service.js';

@Module({
  imports: databaseModule({
    schema: 'knowledge',
    entities: [KnowledgeItem],
    migrations: [Knowledge1763712000000, KnowledgeIndex1763712000001, KnowledgeSearch1763712000002],
  }),
  controllers: [KnowledgeController],
  providers: [KnowledgeService, SearchService, IngestWorker, IngestSweep],
})
export class KnowledgeModule {}
