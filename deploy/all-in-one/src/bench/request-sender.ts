import { Agent, request } from 'node:http';
import { parentPort } from 'node:worker_threads';

// The client of the parser benchmark, in a thread of its own: the event loop that is measured is that of the product.

export interface HttpJob {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}
export interface SocketJob {
  readonly socketUrl: string;
  readonly token: string;
  readonly message: string;
}
export type Job = HttpJob | SocketJob;

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const sockets = new Map<string, Promise<WebSocket>>();

parentPort?.on('message', (job: Job) => {
  const answer = 'url' in job ? send(job) : sendOnSocket(job);
  answer.then(
    (text) => parentPort?.postMessage(text),
    (error: unknown) => parentPort?.postMessage(String(error)),
  );
});

function send({ url, method, headers, body }: HttpJob): Promise<string> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { agent, method, headers: { ...headers, 'content-length': body.length } }, (response) => {
      response.resume();
      response.on('end', () => resolve(String(response.statusCode)));
    });
    outgoing.on('error', reject);
    // Sockets do not take shared memory.
    outgoing.end(Buffer.from(body));
  });
}

async function sendOnSocket({ socketUrl, token, message }: SocketJob): Promise<string> {
  const opened = sockets.get(socketUrl) ?? open(socketUrl, token);
  sockets.set(socketUrl, opened);
  const socket = await opened;
  socket.send(message);
  return typeOf(await nextMessage(socket));
}

async function open(url: string, token: string): Promise<WebSocket> {
  const socket = new WebSocket(url, 'graphql-transport-ws');
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error('the connection failed')));
  });
  socket.send(JSON.stringify({ type: 'connection_init', payload: { token } }));
  await nextMessage(socket);
  return socket;
}

const nextMessage = (socket: WebSocket): Promise<string> =>
  new Promise((resolve, reject) => {
    socket.addEventListener('message', ({ data }) => resolve(String(data)), { once: true });
    socket.addEventListener('close', ({ code }) => reject(new Error(`closed with ${code}`)), { once: true });
  });

const typeOf = (text: string): string => String((JSON.parse(text) as { type: unknown }).type);
