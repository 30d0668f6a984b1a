import type { OutputOf, tools } from '@kith/proto';
import { ToolFailure, type Tool, type ToolArguments } from './tool.js';

type Server = OutputOf<typeof tools.offered>['servers'][number];
/** Calls a tool of a server; `given`: a JSON object. */
export type CallServer = (serverId: string, tool: string, given: string) => Promise<OutputOf<typeof tools.callServer>>;

/** All servers of a bot together: more descriptions would crowd the conversation out of the prompt. */
const MAX_TOOLS = 20;

/** The tools of MCP servers that the owner allowed (docs/decisions.md T19). */
export const serverTools = (servers: readonly Server[], call: CallServer): Tool[] =>
  servers
    .flatMap((server, at) => server.tools.map((tool, toolAt) => serverTool(server, `server${at + 1}_${toolAt + 1}`, tool, call)))
    .slice(0, MAX_TOOLS);

function serverTool({ serverId, name: server }: Server, prefix: string, tool: Server['tools'][number], call: CallServer): Tool {
  return {
    // Providers accept few signs, and names of tools may differ in others alone.
    name: `${prefix}_${tool.name.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 50)}`,
    description: `${tool.description}\n(A tool of the server "${server}".)`,
    parameters: JSON.parse(tool.parameters) as Readonly<Record<string, unknown>>,
    isOutward: true,
    isForeign: true,
    run: async (given: ToolArguments) => {
      const { text, isError } = await call(serverId, tool.name, JSON.stringify(given));
      if (isError) return `This tool failed, and says:\n${text}`;
      if (text.trim() === '') throw new ToolFailure('The tool answered nothing.');
      return text;
    },
  };
}
