import { REMOTE_METHODS, type RemoteMethod } from './admin.js';
import type { StandInDiscord } from './discord.js';
import type { Stats } from './stats.js';

type Remotely<F> = F extends (...values: infer A) => infer R ? (...values: A) => Promise<Awaited<R>> : never;

/** The stand-in Discord of another process: the same methods, all answering with a promise. */
export type RemoteDiscord = { readonly [M in RemoteMethod]: Remotely<StandInDiscord[M]> } & {
  readonly apiUrl: string;
  readonly stats: () => Promise<Stats>;
};

/** Drives a stand-in that runs as a process of its own; takes the line that `main.ts` prints. */
export function remoteDiscord({ apiUrl, adminUrl }: { apiUrl: string; adminUrl: string }): RemoteDiscord {
  const ask = async (method: string, values?: unknown[]): Promise<unknown> => {
    const response = await fetch(`${adminUrl}/${method}`, values ? { method: 'POST', body: JSON.stringify(values) } : {});
    const answer = (await response.json()) as { result?: unknown; error?: string };
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.result;
  };
  const methods = REMOTE_METHODS.map((method) => [method, (...values: unknown[]) => ask(method, values)]);
  return {
    ...(Object.fromEntries(methods) as Pick<RemoteDiscord, RemoteMethod>),
    apiUrl,
    stats: () => ask('stats') as Promise<Stats>,
  };
}
