import { KNOWLEDGE_STATUSES, KNOWLEDGE_TYPES } from '@kith/proto';
import { FileText, Globe, Image, Type, type LucideIcon } from 'lucide-react';
import type { Tone } from '../../ui/indicators.js';

export type KnowledgeType = (typeof KNOWLEDGE_TYPES)[number];
type Status = (typeof KNOWLEDGE_STATUSES)[number];

export const TYPE_ICONS: Readonly<Record<KnowledgeType, LucideIcon>> = { text: Type, file: FileText, image: Image, url: Globe };
export const STATUS_TONES: Readonly<Record<Status, Tone>> = {
  ready: 'success',
  queued: 'warning',
  processing: 'warning',
  failed: 'danger',
};

/** The type as a key; one that we do not know is shown as a text. */
export const typeKey = (type: string): KnowledgeType => KNOWLEDGE_TYPES.find((known) => known === type) ?? 'text';
export const statusKey = (status: string): Status => KNOWLEDGE_STATUSES.find((known) => known === status) ?? 'processing';
