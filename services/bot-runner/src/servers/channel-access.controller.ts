import { Handle } from '@kith/kit';
import { runnerChannels, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { ChannelAccessService } from './channel-access.service.js';

@Controller()
export class ChannelAccessController {
  constructor(private readonly channels: ChannelAccessService) {}

  @Handle(runnerChannels.access)
  access(input: ParsedInputOf<typeof runnerChannels.access>) {
    return this.channels.access(input);
  }
}
