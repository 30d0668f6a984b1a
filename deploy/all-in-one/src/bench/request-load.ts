import { request, type Agent } from 'node:http';

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface Load {
  readonly url: string;
  /** Its `maxSockets` is the number of requests that are under way at a time. */
  readonly agent: Agent;
  readonly next: () => Request;
  readonly requests: number;
}

/** Sends that many requests, as many at a time as the agent has sockets. Throws when one is not answered with 2xx, or with errors of GraphQL. */
export async function sendAll({ url, agent, next, requests }: Load): Promise<void> {
  let left = requests;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await send(url, agent, next());
    }
  };
  await Promise.all(Array.from({ length: agent.maxSockets }, worker));
}

function send(url: string, agent: Agent, { method, path, headers, body }: Request): Promise<void> {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const outgoing = request(new URL(path, url), { agent, method, headers: { ...headers, ...length } }, (response) => {
      let start = '';
      response.on('data', (chunk: Buffer) => (start ||= chunk.toString('utf8', 0, 300)));
      response.on('end', () => {
        const isGood = (response.statusCode ?? 500) < 300 && !start.startsWith('{"errors"');
        if (isGood) resolve();
        else reject(new Error(`${path} answered ${response.statusCode}: ${start}`));
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
