import { queues } from '@kith/proto';

/** The queue of the jobs of an item. */
export const ingestQueueOf = ({ wholeSite }: { readonly wholeSite: boolean }) => (wholeSite ? queues.siteIngest : queues.ingest);
