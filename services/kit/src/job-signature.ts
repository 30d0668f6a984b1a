import { PROCESSES, type QueueContract } from '@kith/proto';
import type { ServiceKeys } from './service-keys.js';

/** The field that a job has in Redis besides its data: the process that added it and its MAC. */
const FIELD = 'signed';

type SignedData = Readonly<Record<string, unknown>>;

/**
 * The data of a job with the name and the MAC of the process that adds it. The MAC covers queue, job id and data, so that it fits no other
 * job. Throws a TypeError when proto does not list this process among the producers of the queue.
 */
export function signJob(keys: ServiceKeys, queue: QueueContract, jobId: string, data: unknown): SignedData {
  const producer = queue.producers.find((name) => keys.isOwn(name));
  const channel = producer && keys.channel('job', producer, queue.service);
  if (!channel) throw new TypeError(`${keys.names.join(', ')} may not add jobs to ${queue.name}`);
  return { ...(data as object), [FIELD]: `${producer} ${channel.mac(signedText(queue, jobId, data))}` };
}

/** The data of a job without the signature; undefined unless a producer of its queue signed it for this id. */
export function verifyJob(keys: ServiceKeys, queue: QueueContract, jobId: string, signed: unknown): unknown {
  const data = dataOf(signed);
  const signature = signatureOf(signed);
  const [from, mac = ''] = typeof signature === 'string' ? signature.split(' ') : [];
  const producer = PROCESSES.find((name) => name === from);
  if (!producer || !queue.producers.includes(producer)) return undefined;
  const isAuthentic = keys.channel('job', producer, queue.service)?.isMac(mac, signedText(queue, jobId, data)) === true;
  return isAuthentic ? data : undefined;
}

/** The data of a job as Redis has it, without the signature and unverified. */
export function dataOf(signed: unknown): unknown {
  if (typeof signed !== 'object' || signed === null) return signed;
  const { [FIELD]: _signature, ...data } = signed as SignedData;
  return data;
}

const signatureOf = (signed: unknown): unknown =>
  typeof signed === 'object' && signed !== null ? (signed as SignedData)[FIELD] : undefined;

// BullMQ stores the data as JSON too, which keeps the order of the fields.
const signedText = (queue: QueueContract, jobId: string, data: unknown): string => JSON.stringify([queue.name, jobId, data]);
