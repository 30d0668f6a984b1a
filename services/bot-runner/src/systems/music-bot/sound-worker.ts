// A worker thread: turns uploaded files and radio stations into packets, and changes the volume of packets, so that neither takes time from the connections of the bots.
import { parentPort } from 'node:worker_threads';
import type { SoundAnswer, SoundRequest } from './sound-threads.js';
import type { SoundConverter, VolumeChange as Change } from './sound.js';

const siblingUrl = (name: string): string => new URL(`./${name}${import.meta.url.slice(-3)}`, import.meta.url).href;
const { CostlySound, joinPackets, NOT_PLAYABLE, SoundProblem, splitPackets } = (await import(
  siblingUrl('packets')
)) as typeof import('./packets.js');
const { convert, newStationConverter, VolumeChange } = (await import(siblingUrl('sound'))) as typeof import('./sound.js');

/** By the player. */
const changes = new Map<number, Change>();
let station: Promise<SoundConverter> | null = null;

parentPort?.on('message', (request: SoundRequest) => void answer(request));

async function answer(request: SoundRequest): Promise<void> {
  if (request.kind === 'end') {
    changes.get(request.player)?.end();
    changes.delete(request.player);
    return;
  }
  const { id } = request;
  try {
    reply({ id, ...(await answerTo(request)) });
  } catch (error) {
    const problem = error instanceof SoundProblem ? error.message : NOT_PLAYABLE;
    reply({ id, problem, isCostly: error instanceof CostlySound });
  }
}

function answerTo(request: Exclude<SoundRequest, { kind: 'end' }>) {
  if (request.kind === 'convert') return converted(request.file);
  return request.kind === 'piece' ? received(request) : changed(request);
}

async function converted(file: Uint8Array): Promise<{ readonly packets: Buffer; readonly count: number }> {
  const packets = await convert(file);
  return { packets: joinPackets(packets), count: packets.length };
}

async function received({ sound, bytes }: Extract<SoundRequest, { kind: 'piece' }>) {
  station ??= newStationConverter(sound);
  const packets = (await station).push(bytes);
  return { packets: joinPackets(packets), count: packets.length };
}

function changed({ player, packets, percent }: Extract<SoundRequest, { kind: 'volume' }>) {
  const change = changes.get(player) ?? new VolumeChange();
  changes.set(player, change);
  const all = splitPackets(Buffer.from(packets)).packets.map((packet) => change.apply(packet, percent));
  return { packets: joinPackets(all), count: all.length };
}

const reply = (message: SoundAnswer): void => parentPort?.postMessage(message);
