import { Handle } from '@kith/kit';
import { tools, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { OfferedTools } from './offered-tools.service.js';
import { ToolServers } from './tool-servers.service.js';

@Controller()
export class ToolsController {
  constructor(
    private readonly offeredTools: OfferedTools,
    private readonly servers: ToolServers,
  ) {}

  @Handle(tools.offered)
  offered({ botId }: ParsedInputOf<typeof tools.offered>) {
    return this.offeredTools.of(botId);
  }

  @Handle(tools.servers)
  list(input: ParsedInputOf<typeof tools.servers>) {
    return this.servers.list(input);
  }

  @Handle(tools.addServer)
  add(input: ParsedInputOf<typeof tools.addServer>) {
    return this.servers.add(input);
  }

  @Handle(tools.checkServer)
  check(input: ParsedInputOf<typeof tools.checkServer>) {
    return this.servers.check(input);
  }

  @Handle(tools.allowTools)
  allow(input: ParsedInputOf<typeof tools.allowTools>) {
    return this.servers.allow(input);
  }

  @Handle(tools.removeServer)
  remove(input: ParsedInputOf<typeof tools.removeServer>) {
    return this.servers.remove(input);
  }

  @Handle(tools.callServer)
  call(input: ParsedInputOf<typeof tools.callServer>) {
    return this.servers.call(input);
  }
}
