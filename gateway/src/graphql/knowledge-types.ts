import {
  ChangedQuestions,
  knowledge,
  KNOWLEDGE_ACTIVATIONS,
  KNOWLEDGE_ORDERS,
  KNOWLEDGE_SEARCHES,
  SavedQuestion,
  SEARCH_OUTCOMES,
} from '@kith/proto';

/** The types of how knowledge enters replies, and of what tests it. */
export const KNOWLEDGE_ENUMS = {
  KnowledgeActivation: KNOWLEDGE_ACTIVATIONS,
  KnowledgeOrder: KNOWLEDGE_ORDERS,
  KnowledgeSearch: KNOWLEDGE_SEARCHES,
  SearchOutcome: SEARCH_OUTCOMES,
};
export const KNOWLEDGE_OBJECTS = {
  Findings: knowledge.find.output,
  Passage: knowledge.find.output.shape.passages.element,
  SavedQuestion,
  ChangedQuestions,
};
