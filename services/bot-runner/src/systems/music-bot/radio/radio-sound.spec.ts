import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { waitFor } from '@kith/kit/testing';
import { createLogger } from '@kith/kit';
import type { SoundThreads } from '../sound-threads.js';
import type { RadioConnections } from './radio-connections.js';
import { MAX_STATIONS_PER_OWNER, MAX_STATIONS_PER_PROCESS, RadioSound } from './radio-sound.js';
import { STATION_TEXTS, StationProblem } from './station-problem.js';
import type { StationStore } from './station-store.js';

function aRadio(connect: () => Readable | StationProblem = () => new Readable({ read: () => undefined })) {
  const open = { connections: 0, threads: 0 };
  const connections = {
    open: (_address: string, signal: AbortSignal) => {
      const body = connect();
      if (body instanceof StationProblem) return Promise.reject(body);
      open.connections += 1;
      body.on('error', () => undefined).once('close', () => (open.connections -= 1));
      signal.addEventListener('abort', () => body.destroy());
      return Promise.resolve({ kind: 'ogg', body });
    },
  };
  const threads = {
    newPlayer: () => 1,
    endPlayer: () => undefined,
    changeVolume: (_player: number, packets: Buffer[], percent: number) =>
      Promise.resolve(packets.map(() => Buffer.from([percent]))),
    newStation: () => {
      open.threads += 1;
      return { push: (bytes: Buffer) => Promise.resolve([bytes]), end: () => (open.threads -= 1) };
    },
  };
  // The name of a bot begins with that of its owner.
  const stations = {
    sourceOf: (botId: string, id: string) =>
      Promise.resolve(id === 'gone' ? null : { address: 'https://radio.test/', ownerId: botId.split('-')[0] ?? '' }),
  };
  const radio = new RadioSound(
    stations as unknown as StationStore,
    connections as unknown as RadioConnections,
    threads as unknown as SoundThreads,
    createLogger('silent'),
  );
  const problems: string[] = [];
  const listen = async (botId: string, volume = () => 100) => {
    const sound = await radio.open({ botId, stationId: 'a' }, { volume, onProblem: (problem) => problems.push(problem) });
    if (!sound) throw new Error('no sound');
    return sound;
  };
  return { radio, listen, open, problems };
}

describe('the sound of radio stations', () => {
  it('has the volume that is wanted when it is played, and silence instead of an end while nothing comes', async () => {
    const body = new Readable({ read: () => undefined });
    const { listen } = aRadio(() => body);
    let percent = 30;
    const sound = await listen('bot', () => percent);
    const packets = sound[Symbol.asyncIterator]();
    body.push(Buffer.from([1]));
    expect((await packets.next()).value).toEqual(Buffer.from([30]));
    percent = 50;
    // Silence passes the change of volume as well.
    expect((await packets.next()).value).toEqual(Buffer.from([50]));
    sound.destroy();
  });

  it('plays in two servers for the bots of an owner and in eight for a process, says why no more, and gives the place back to the next', async () => {
    const { listen, problems, open } = aRadio();
    const start = async (botId: string): Promise<Readable> => {
      const sound = await listen(botId);
      sound.on('error', () => undefined).resume();
      return sound;
    };
    const [first] = [await start('a-1'), await start('a-2')];
    await waitFor('the stations of the owner', () => open.threads === MAX_STATIONS_PER_OWNER);
    await start('a-3');
    await waitFor('the refusal', () => problems.length === 1);
    for (let index = MAX_STATIONS_PER_OWNER; index < MAX_STATIONS_PER_PROCESS; index += 1) await start(`${index}-1`);
    await waitFor('all stations', () => open.threads === MAX_STATIONS_PER_PROCESS);
    await start('b-1');
    await waitFor('the other refusal', () => problems.length === 2);
    expect(problems).toEqual([STATION_TEXTS.tooManyOfOwner, STATION_TEXTS.tooMany]);
    first?.destroy();
    await waitFor(
      'the end of the first',
      () => open.threads === MAX_STATIONS_PER_PROCESS - 1 && open.connections === MAX_STATIONS_PER_PROCESS - 1,
    );
    await start('b-1');
    await waitFor('the next', () => open.threads === MAX_STATIONS_PER_PROCESS);
    expect(problems).toHaveLength(2);
  });

  it('ends with the reason when a station cannot be played, and does not begin for one that was deleted', async () => {
    const { radio, listen, problems } = aRadio(() => new StationProblem(STATION_TEXTS.status(404)));
    const sound = await listen('bot');
    expect(await sound.toArray()).toEqual([]);
    expect(problems).toEqual([STATION_TEXTS.status(404)]);
    const nobody = { volume: () => 100, onProblem: () => undefined };
    expect(await radio.open({ botId: 'bot', stationId: 'gone' }, nobody)).toBeNull();
  });
});
