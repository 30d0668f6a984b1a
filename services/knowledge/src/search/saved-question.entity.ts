import type { SavedQuestion } from '@kith/proto';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A question with which the owner of a bot tests what it finds, with the results of the last two runs. */
@Entity('saved_question')
export class SavedQuestionEntity {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  @Column('uuid', { name: 'bot_id' })
  botId: string;

  @Column('uuid', { name: 'owner_id' })
  ownerId: string;

  @Column('text')
  question: string;

  /** The question that it follows; null when it stands alone. */
  @Column('text', { name: 'asked_before', nullable: true })
  askedBefore: string | null;

  /** The item that is to be found; null: nothing is. Stays when the item is deleted. */
  @Column('uuid', { name: 'expected_item_id', nullable: true })
  expectedItemId: string | null;

  /** Its title when the question was saved, for items that are deleted. */
  @Column('text', { name: 'expected_title', nullable: true })
  expectedTitle: string | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'clock_timestamp()' })
  createdAt: Date;

  /** The state of the knowledge in the last run; null before the first. */
  @Column('text', { name: 'run_with', nullable: true })
  runWith: string | null;

  @Column('text', { nullable: true })
  outcome: SavedQuestion['outcome'] | null;

  /** The place of the expected item among those that entered the prompt, from 1; null when it did not. */
  @Column('int', { nullable: true })
  rank: number | null;

  @Column('text', { name: 'previous_outcome', nullable: true })
  previousOutcome: SavedQuestion['outcome'] | null;

  @Column('int', { name: 'previous_rank', nullable: true })
  previousRank: number | null;

  /** Whether the owner saw the result of the last run. Until then the one before stays. */
  @Column('boolean', { name: 'is_seen', default: true })
  isSeen: boolean;
}
