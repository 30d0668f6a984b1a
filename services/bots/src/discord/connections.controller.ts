import { Handle } from '@kith/kit';
import { discord, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { ConnectionsService } from './connections.service.js';

@Controller()
export class ConnectionsController {
  constructor(private readonly connections: ConnectionsService) {}

  @Handle(discord.checkToken)
  checkToken(input: ParsedInputOf<typeof discord.checkToken>) {
    return this.connections.checkToken(input);
  }

  @Handle(discord.connection)
  connection(input: ParsedInputOf<typeof discord.connection>) {
    return this.connections.connection(input);
  }

  @Handle(discord.channels)
  channels(input: ParsedInputOf<typeof discord.channels>) {
    return this.connections.channels(input);
  }

  @Handle(discord.updateProfile)
  updateProfile(input: ParsedInputOf<typeof discord.updateProfile>) {
    return this.connections.updateProfile(input);
  }

  @Handle(discord.enableIntent)
  enableIntent(input: ParsedInputOf<typeof discord.enableIntent>) {
    return this.connections.enableIntent(input);
  }

  @Handle(discord.sayHello)
  sayHello(input: ParsedInputOf<typeof discord.sayHello>) {
    return this.connections.sayHello(input);
  }
}
