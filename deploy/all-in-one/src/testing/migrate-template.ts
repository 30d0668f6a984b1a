// Migrates the database that DATABASE_URL names, for roles with passwords that nobody knows: a template for the databases of tests.
import { randomUUID } from 'node:crypto';
import { migrateDatabase } from '@kith/kit';
import { databasesOfServices } from '../databases.js';

const databases = await databasesOfServices();
const passwords = new Map(databases.map(({ schema }) => [schema, randomUUID()]));
await migrateDatabase({ url: process.env['DATABASE_URL'] ?? '', passwords }, databases);
