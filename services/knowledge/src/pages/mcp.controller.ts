import { Handle } from '@kith/kit';
import { mcp, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { McpClient } from './mcp-client.js';

@Controller()
export class McpController {
  constructor(private readonly client: McpClient) {}

  @Handle(mcp.listTools)
  listTools(input: ParsedInputOf<typeof mcp.listTools>) {
    return this.client.listTools(input);
  }

  @Handle(mcp.callTool)
  callTool(input: ParsedInputOf<typeof mcp.callTool>) {
    return this.client.callTool(input);
  }
}
