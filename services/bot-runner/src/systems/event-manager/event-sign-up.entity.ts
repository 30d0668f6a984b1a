import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A member who wants to come: by the button of the announcement, or by Discord's own "Interested". */
@Entity('event_sign_up')
export class EventSignUpEntity {
  @PrimaryColumn('uuid', { name: 'server_event_id' })
  serverEventId: string;

  @PrimaryColumn('text', { name: 'member_id' })
  memberId: string;

  @PrimaryColumn('text')
  source: 'button' | 'discord';

  @Column('uuid', { name: 'bot_id' })
  botId: string;

  @Column('uuid', { name: 'owner_id' })
  ownerId: string;
}
