import { Entity, PrimaryColumn } from 'typeorm';

/** A website that the custom commands of a bot may read. */
@Entity('command_host')
export class CommandHostEntity {
  @PrimaryColumn('uuid', { name: 'bot_id' })
  botId: string;

  /** The name of the host in lower case, in the form of the name system. */
  @PrimaryColumn('text')
  host: string;
}
