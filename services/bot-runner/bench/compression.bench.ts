// What transport compression of the gateway costs and saves on the receiving side, beside plain JSON: bytes, CPU and memory.
// `npm run bench -w services/bot-runner compression`
import { once } from 'node:events';
import zlib from 'node:zlib';
import { median, pause } from './bench-world.js';

const CONNECTIONS = 300;
const MESSAGES = 200;
const ROUNDS = 5;

interface Codec {
  /** The compressor of one connection; each frame is flushed. */
  readonly compress: () => zlib.ZlibReset & NodeJS.ReadWriteStream;
  readonly decompress: () => NodeJS.ReadWriteStream;
  readonly flush: number;
}

const { Z_SYNC_FLUSH, ZSTD_e_flush } = zlib.constants;
const CODECS: Readonly<Record<string, Codec>> = {
  'zlib-stream': {
    compress: () => zlib.createDeflate({ flush: Z_SYNC_FLUSH }),
    decompress: () => zlib.createInflate({ flush: Z_SYNC_FLUSH }),
    flush: Z_SYNC_FLUSH,
  },
  ...('createZstdCompress' in zlib
    ? {
        'zstd-stream': {
          compress: () => zlib.createZstdCompress({ flush: ZSTD_e_flush }) as unknown as ReturnType<Codec['compress']>,
          decompress: () => zlib.createZstdDecompress(),
          flush: ZSTD_e_flush,
        },
      }
    : {}),
};

const frames = framesOf();
const plainBytes = frames.reduce((sum, frame) => sum + Buffer.byteLength(frame), 0);
const plain = await measure(
  () => (chunk) => chunk,
  frames.map((frame) => Buffer.from(frame)),
);
console.log(`plain JSON: ${plainBytes} bytes per connection, ${plain.cpuUs.toFixed(1)} µs and ${plain.kib.toFixed(1)} KiB`);
for (const [name, codec] of Object.entries(CODECS)) {
  const chunks = await compressed(codec);
  const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const found = await measure(() => decoder(codec), chunks);
  console.log(
    `${name}: ${((bytes / plainBytes) * 100).toFixed(0)} % of the bytes, ${(found.cpuUs / plain.cpuUs).toFixed(2)}x the CPU (${found.cpuUs.toFixed(1)} µs per event), ${(found.kib - plain.kib).toFixed(1)} KiB more per connection`,
  );
}

/** CPU per event, and memory per connection that has received everything. */
async function measure(
  open: () => (chunk: Buffer) => Buffer | Promise<Buffer>,
  chunks: readonly Buffer[],
): Promise<{ cpuUs: number; kib: number }> {
  const times: number[] = [];
  let kib = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    globalThis.gc?.();
    await pause(200);
    const before = process.memoryUsage().rss;
    const connections = Array.from({ length: CONNECTIONS }, open);
    const cpu = process.cpuUsage();
    for (const chunk of chunks)
      for (const connection of connections) {
        const decoded = connection(chunk);
        JSON.parse(String(decoded instanceof Promise ? await decoded : decoded));
      }
    const { user, system } = process.cpuUsage(cpu);
    times.push((user + system) / (chunks.length * CONNECTIONS));
    globalThis.gc?.();
    // Of the first round: later ones find memory that the process has already.
    if (round === 0) kib = (process.memoryUsage().rss - before) / 1024 / connections.length;
  }
  return { cpuUs: median(times), kib };
}

function decoder({ decompress }: Codec): (chunk: Buffer) => Promise<Buffer> {
  const stream = decompress();
  return (chunk) => decodeChunk(stream, chunk);
}

/** All that the stream emits for one chunk, which ends with a flush. */
async function decodeChunk(stream: NodeJS.ReadWriteStream, chunk: Buffer): Promise<Buffer> {
  const parts: Buffer[] = [];
  const collect = (part: Buffer) => parts.push(part);
  stream.on('data', collect);
  await new Promise((resolve) => stream.write(chunk, resolve));
  stream.off('data', collect);
  return Buffer.concat(parts);
}

/** The frames as one connection receives them. */
async function compressed({ compress }: Codec): Promise<Buffer[]> {
  const stream = compress();
  const chunks: Buffer[] = [];
  for (const frame of frames) {
    const parts: Buffer[] = [];
    const collect = (part: Buffer) => parts.push(part);
    stream.on('data', collect);
    await new Promise((resolve) => stream.write(Buffer.from(frame), resolve));
    if (parts.length === 0) await once(stream, 'data');
    stream.off('data', collect);
    chunks.push(Buffer.concat(parts));
  }
  return chunks;
}

/** What a bot in three servers of 30 channels and roles gets: the servers, then messages of their members. */
function framesOf(): string[] {
  const id = (n: number): string => String(900_000_000_000_000_000n + BigInt(n) * 7919n);
  const channel = (n: number) => ({
    id: id(n),
    type: 0,
    name: `channel-${n}`,
    position: n,
    permission_overwrites: [],
    parent_id: id(n % 5),
  });
  const role = (n: number) => ({
    id: id(n),
    name: `Role ${n}`,
    permissions: '2251799813685247',
    position: n,
    color: n * 997,
    hoist: false,
  });
  const servers = [1, 2, 3].map((n) => ({
    id: id(n),
    name: `Server ${n}`,
    channels: Array.from({ length: 30 }, (_, index) => channel(n * 100 + index)),
    roles: Array.from({ length: 30 }, (_, index) => role(n * 200 + index)),
  }));
  const messages = Array.from({ length: MESSAGES }, (_, n) => ({
    id: id(5000 + n),
    channel_id: id(100 + (n % 30)),
    guild_id: id(1),
    author: {
      id: id(9000 + (n % 40)),
      username: `member-${n % 40}`,
      global_name: `Member ${n % 40}`,
      avatar: null,
      discriminator: '0',
    },
    member: { roles: [id(200)], joined_at: '2023-04-05T06:07:08.901000+00:00', nick: null, deaf: false, mute: false, flags: 0 },
    content: `Did anybody see number ${n}? ${'I think it was near the old bridge. '.repeat(n % 4)}`,
    timestamp: '2026-08-06T10:11:12.131000+00:00',
    edited_timestamp: null,
    tts: false,
    mention_everyone: false,
    mentions: [],
    mention_roles: [],
    attachments: [],
    embeds: [],
    type: 0,
  }));
  const events = [...servers.map((d) => ({ t: 'GUILD_CREATE', d })), ...messages.map((d) => ({ t: 'MESSAGE_CREATE', d }))];
  return events.map((event, s) => JSON.stringify({ op: 0, s, ...event }));
}
