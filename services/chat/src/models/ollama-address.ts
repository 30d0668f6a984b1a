/** The address of a path of Ollama's own protocol, e.g. `/api/show`. `baseUrl`: of the protocol of OpenAI, which Ollama has under `/v1`. */
export const ollamaAddress = (baseUrl: string, path: string): string =>
  `${baseUrl.replace(/\/+$/, '').replace(/\/v1$/, '')}${path}`;
