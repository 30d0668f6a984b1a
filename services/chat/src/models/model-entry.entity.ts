import type { CatalogueLabel, ImageModel, ModelEntryFields } from '@kith/proto';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What the operator changed in the model catalogue: one row for each of its rows that was ever changed. */
@Entity('model_entry')
export class ModelEntryEntity {
  @PrimaryColumn('text')
  label: CatalogueLabel;

  /** Null after a reset: the start value of the installation is in force. */
  @Column('jsonb', { nullable: true })
  entry: ModelEntryFields | ImageModel | null;

  /** Counts the changes; 0 stands for a label without a row. */
  @Column('int')
  version: number;

  @Column('timestamptz', { name: 'changed_at' })
  changedAt: Date;
}
