import { knowledge, KNOWLEDGE_ACTIVATIONS, SavedQuestion, SEARCH_OUTCOMES } from '@kith/proto';

/** The types of how knowledge enters replies, and of what tests it. */
export const KNOWLEDGE_ENUMS = { KnowledgeActivation: KNOWLEDGE_ACTIVATIONS, SearchOutcome: SEARCH_OUTCOMES };
export const KNOWLEDGE_OBJECTS = {
  Findings: knowledge.find.output,
  Passage: knowledge.find.output.shape.passages.element,
  SavedQuestion,
};
