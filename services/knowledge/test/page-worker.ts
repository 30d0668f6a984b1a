import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRepositoryToken } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Extractor } from '../src/extraction/extractor.js';
import { IngestWorker } from '../src/ingest/ingest.worker.js';
import { ScanQueue } from '../src/ingest/scan-queue.js';
import { SiteReader } from '../src/ingest/site-reader.js';
import { SourceReader } from '../src/ingest/source-reader.js';
import { KnowledgeItemEntity } from '../src/items/knowledge-item.entity.js';
import { PUBLIC_INTERNET, PageFetcher } from '../src/pages/page-fetcher.js';
import type { KnowledgeUnderTest } from './knowledge-under-test.js';

export interface PageWorker {
  /** Of a server that `answer` is called by. */
  readonly address: string;
  /** Runs the job for the current version of an item, with the real worker, except that this server counts as public. */
  ingest(itemId: string, isLastAttempt?: boolean): Promise<void>;
  stop(): Promise<void>;
}

/** Its queue must have no other worker: `stopWork` ends that of the service. */
export async function pageWorker(
  kith: KnowledgeUnderTest,
  answer: RequestListener,
  timeoutMs = PUBLIC_INTERNET.timeoutMs,
): Promise<PageWorker> {
  const web = createServer(answer);
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  const { port } = web.address() as AddressInfo;
  const network = {
    ...PUBLIC_INTERNET,
    timeoutMs,
    unreachableAfterMs: 1,
    ports: [port],
    isAllowed: (ip: string) => ip === '127.0.0.1',
    lookup: (_host: string, found: (error: null, addresses: { address: string; family: number }[]) => void) =>
      found(null, [{ address: '127.0.0.1', family: 4 }]),
  };
  const app = kith.services.get('knowledge')?.app;
  const items = app?.get<Repository<KnowledgeItemEntity>>(getRepositoryToken(KnowledgeItemEntity), { strict: false });
  const scans = app?.get(ScanQueue);
  if (!items || !scans) throw new Error('knowledge does not run');
  const [fetcher, extractor] = [new PageFetcher(network), new Extractor()];
  const sites = new SiteReader(fetcher, extractor, { pauseMs: 0, timeoutMs: 60_000, maxPages: 6 });
  const descriptions = { of: () => Promise.resolve({ isDescribed: false, why: 'seesNone' } as const) };
  const worker = new IngestWorker(items, new SourceReader(kith.runtime.files, fetcher, extractor, descriptions, sites), scans);
  return {
    address: `http://public.test:${port}`,
    ingest: async (itemId, isLastAttempt = false) => {
      const [row] = await kith.query<{ version: number }>('select version from knowledge.item where id = $1', [itemId]);
      await worker.ingest({ itemId, version: row?.version ?? 0 }, { isLastAttempt }).catch(() => undefined);
    },
    stop: async () => {
      web.closeAllConnections();
      await new Promise((resolve) => web.close(resolve));
    },
  };
}
