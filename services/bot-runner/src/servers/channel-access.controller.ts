import { Handle } from '@kith/kit';
import { runnerChannels, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { ChannelAccessService } from './channel-access.service.js';
import { UsedPlaces } from './used-places.service.js';

@Controller()
export class ChannelAccessController {
  constructor(
    private readonly channels: ChannelAccessService,
    private readonly places: UsedPlaces,
  ) {}

  @Handle(runnerChannels.access)
  access(input: ParsedInputOf<typeof runnerChannels.access>) {
    return this.channels.access(input);
  }

  @Handle(runnerChannels.givenRoles)
  givenRoles(input: ParsedInputOf<typeof runnerChannels.givenRoles>) {
    return this.places.givenRoles(input);
  }

  @Handle(runnerChannels.used)
  used(input: ParsedInputOf<typeof runnerChannels.used>) {
    return this.places.used(input);
  }
}
