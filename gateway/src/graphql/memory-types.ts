import { FACT_ORIGINS, Memory, MemoryFact, MemoryOverview } from '@kith/proto';

/** The types of what bots remember. */
export const MEMORY_ENUMS = { FactOrigin: FACT_ORIGINS };
export const MEMORY_OBJECTS = { Memory, MemoryFact, MemoryOverview };
