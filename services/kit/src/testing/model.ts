import type { LLMock } from '@copilotkit/aimock';

/** A stand-in for OpenAI and everything that speaks its protocol; `mock` takes the fixtures and keeps the journal. */
export interface StandInModel {
  readonly baseUrl: string;
  /** What makes a process use it. */
  readonly env: NodeJS.ProcessEnv;
  readonly mock: LLMock;
  stop(): Promise<void>;
}

/** Starts a stand-in model on a free port of the loopback. Without a fixture that fits it answers 404. */
export async function startModel(): Promise<StandInModel> {
  // Loaded here: most test files need no model.
  const { LLMock } = await import('@copilotkit/aimock');
  const mock = new LLMock({ port: 0, host: '127.0.0.1' });
  await mock.start();
  const baseUrl = `${mock.url}/v1`;
  return { baseUrl, env: { OPENAI_API_KEY: 'stand-in', OPENAI_BASE_URL: baseUrl }, mock, stop: () => mock.stop() };
}
