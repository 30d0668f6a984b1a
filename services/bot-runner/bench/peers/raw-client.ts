// The least that a client of Discord's gateway can do: a WebSocket and JSON.parse. Compared with by the benchmarks.
import { Agent, request } from 'node:http';
import { WebSocket } from 'ws';

interface Start {
  readonly apiUrl: string;
  readonly tokens: readonly string[];
  readonly work: 'idle' | 'echo';
}

const INTENTS = 1 | (1 << 9) | (1 << 12) | (1 << 15);
const AT_ONCE = 64;
const agent = new Agent({ keepAlive: true });

process.on('message', (start: Start) => void connectAll(start).then(() => process.send?.('ready')));
process.send?.('started');

async function connectAll(start: Start): Promise<void> {
  const waiting = [...start.tokens];
  const lane = async () => {
    for (let token = waiting.shift(); token !== undefined; token = waiting.shift()) await connect(token, start);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

function connect(token: string, { apiUrl, work }: Start): Promise<void> {
  const socket = new WebSocket(`${apiUrl.replace('http', 'ws').replace('/api', '/gateway')}/?v=10&encoding=json`, {
    perMessageDeflate: false,
    skipUTF8Validation: true,
  });
  let seq: number | null = null;
  return new Promise((resolve) => {
    socket.on('message', (data) => {
      const { op, t, s, d } = JSON.parse(String(data));
      if (s !== null) seq = s;
      if (op === 10) {
        setInterval(() => socket.send(JSON.stringify({ op: 1, d: seq })), d.heartbeat_interval);
        const properties = { os: 'linux', browser: 'raw', device: 'raw' };
        socket.send(JSON.stringify({ op: 2, d: { token, intents: INTENTS, properties, shard: [0, 1] } }));
      }
      if (t === 'READY') resolve();
      if (t === 'MESSAGE_CREATE' && work === 'echo') answer(token, apiUrl, d);
    });
  });
}

function answer(token: string, apiUrl: string, { id, channel_id: channelId, content }: Record<string, string>): void {
  const body = JSON.stringify({ content: `re: ${content}`, message_reference: { message_id: id } });
  const headers = {
    authorization: `Bot ${token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  const sent = request(`${apiUrl}/v10/channels/${channelId}/messages`, { method: 'POST', agent, headers });
  sent.on('response', (response) => response.resume());
  sent.end(body);
}
