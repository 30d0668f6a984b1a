import type { LLMock } from '@copilotkit/aimock';

/** A stand-in for OpenAI-compatible servers; `mock` takes the fixtures and records the requests. */
export interface StandInModel {
  readonly baseUrl: string;
  /** Variables that make a process use it. */
  readonly env: NodeJS.ProcessEnv;
  readonly mock: LLMock;
  stop(): Promise<void>;
}

/** Starts a stand-in model on a free loopback port. Requests without a matching fixture are answered with 404. */
export async function startModel(): Promise<StandInModel> {
  // Imported here because most test files need no model.
  const { LLMock } = await import('@copilotkit/aimock');
  const mock = new LLMock({ port: 0, host: '127.0.0.1' });
  await mock.start();
  const baseUrl = `${mock.url}/v1`;
  return { baseUrl, env: { OPENAI_API_KEY: 'stand-in', OPENAI_BASE_URL: baseUrl }, mock, stop: () => mock.stop() };
}
