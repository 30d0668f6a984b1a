import { COMMANDS, type commands, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { CustomCommandEntity } from '../custom-commands/custom-command.entity.js';
import { availableFrom } from './brain.js';

type Input = ParsedInputOf<typeof commands.available>;

/** What companions can learn. */
@Injectable()
export class AvailableCommandsService {
  constructor(@InjectRepository(CustomCommandEntity) private readonly customCommands: Repository<CustomCommandEntity>) {}

  async available({ actor, search = '', category, limit, offset }: Input): Promise<OutputOf<typeof commands.available>> {
    // A library is small (MAX_CUSTOM_COMMANDS): one list to search, for what is built in and what is not.
    const own = await this.customCommands.find({ where: { ownerId: actor.userId }, order: { createdAt: 'asc', id: 'asc' } });
    const sought = search.trim().toLowerCase();
    const found = [...COMMANDS, ...own.map(availableFrom)].filter(
      (command) =>
        (category === undefined || command.category === category) &&
        (command.name.toLowerCase().includes(sought) || command.description.toLowerCase().includes(sought)),
    );
    return { commands: found.slice(offset, offset + limit), total: found.length };
  }
}
