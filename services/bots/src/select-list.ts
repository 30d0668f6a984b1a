import type { DataSource } from 'typeorm';
import { BotEntity } from './bot.entity.js';

/** The columns of these properties, or of all that are read by default, under the names of the properties. */
export function selectListOf(database: DataSource, properties?: readonly string[]): string {
  const { columns } = database.getMetadata(BotEntity);
  const selected = columns.filter(({ propertyName, isSelect }) => properties?.includes(propertyName) ?? isSelect);
  return selected.map(({ databaseName, propertyName }) => `${databaseName} as "${propertyName}"`).join(', ');
}
