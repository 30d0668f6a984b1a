/** Where Ollama listens unless it is told otherwise. */
const OLLAMA = 'http://127.0.0.1:11434';
const TIMEOUT_MS = 1000;

/**
 * The variables for an Ollama that listens on this machine, and a sentence that says so; undefined without one, without a model in it, or when a
 * local model is configured. Other addresses are never tried.
 * @returns {Promise<{env: {LOCAL_LLM_BASE_URL: string, LOCAL_LLM_MODEL: string}, text: string} | undefined>}
 */
export async function findLocalModel(env = process.env, address = OLLAMA) {
  if (env.LOCAL_LLM_BASE_URL) return undefined;
  const models = await modelsAt(address);
  const model = env.LOCAL_LLM_MODEL || models[0];
  // Ollama lists a model that is named without a tag as the latest one.
  if (model === undefined || !(models.includes(model) || models.includes(`${model}:latest`))) return undefined;
  const whose =
    env.OPENAI_API_KEY || env.ANTHROPIC_API_KEY ? 'of users who choose "Local Model" in their settings' : 'of all users';
  return {
    env: { LOCAL_LLM_BASE_URL: `${address}/v1`, LOCAL_LLM_MODEL: model },
    text: `Found Ollama on this machine: its model ${model} answers for the companions ${whose}. Another one: LOCAL_LLM_MODEL.`,
  };
}

async function modelsAt(address) {
  try {
    const answer = await fetch(`${address}/v1/models`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { data } = await answer.json();
    return data.map(({ id }) => id).filter((id) => typeof id === 'string' && !/embed/i.test(id));
  } catch {
    return [];
  }
}
