import type { OpenAI } from 'openai';

export interface OpenAiOptions {
  readonly apiKey: string;
  /** Another server that speaks the same protocol; the operator's choice, never a user's (decision A12). */
  readonly baseUrl?: string | undefined;
}

const clients = new WeakMap<OpenAiOptions, Promise<OpenAI>>();

/** The client for these options. Loaded with the first message: an installation without a key never needs it. */
export function openClient(options: OpenAiOptions): Promise<OpenAI> {
  const { apiKey, baseUrl } = options;
  const client =
    clients.get(options) ??
    import('openai').then(
      ({ OpenAI }) => new OpenAI({ apiKey, maxRetries: 1, logLevel: 'off', ...(baseUrl ? { baseURL: baseUrl } : {}) }),
    );
  clients.set(options, client);
  return client;
}

/** Whether it is OpenAI itself, which takes and refuses parameters that other servers do not. */
export const isOpenAi = ({ baseUrl }: OpenAiOptions): boolean => !baseUrl || /(^|\.)openai\.com$/.test(new URL(baseUrl).hostname);
