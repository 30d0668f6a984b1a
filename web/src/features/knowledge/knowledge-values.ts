import { CreateKnowledgeInput, KNOWLEDGE_STATUSES, KNOWLEDGE_TYPES } from '@kith/proto';
import type { FormInstance, FormRule } from 'antd';
import { FileText, Globe, Image, type LucideIcon, Type } from 'lucide-react';
import { t } from '../../lib/i18n.js';
import { readError } from '../../lib/read-error.js';
import { schemaRule } from '../../lib/schema-rule.js';
import type { Tone } from '../../ui/indicators.js';
import type { KnowledgeItem } from './knowledge.graphql.js';

/** What the form holds, besides type and file. */
export interface KnowledgeValues {
  readonly title: string;
  readonly content: string;
  readonly address: string;
  /** With commas between them. */
  readonly tags: string;
}

/** As the form begins, but for the text: with what is stored, or empty. */
export const valuesOf = (item: KnowledgeItem | null): Omit<KnowledgeValues, 'content'> => ({
  title: item?.title ?? '',
  address: (item?.type === 'url' && item.fileUrl) || '',
  tags: item?.tags.join(', ') ?? '',
});

/** Split on commas, trimmed, empties dropped (part 2, section 5). */
export const splitTags = (tags: string): string[] =>
  tags
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');

/** A function: the catalogue is not there yet when this file is loaded. */
export const tagsRule = (): FormRule =>
  schemaRule(
    { safeParse: (value) => CreateKnowledgeInput.shape.tags.unwrap().safeParse(splitTags(String(value ?? ''))) },
    t('knowledge.tagsRule'),
  );

type Part = 'title' | 'content' | 'address' | 'file';

/** What is not there yet of what an item needs (part 2, section 5; decision W1): a title, and what its type lives on. */
export function missingOf(type: KnowledgeType, values: Partial<KnowledgeValues>, hasFile: boolean): readonly Part[] {
  const needed: readonly Part[] = ['title', type === 'text' ? 'content' : type === 'url' ? 'address' : 'file'];
  return needed.filter((part) => (part === 'file' ? !hasFile : !values[part]?.trim()));
}

const FIELDS = { title: 'title', content: 'content', tags: 'tags', fileUrl: 'address' } as const;

/** Puts the server's words at the fields that it named; what it said about the rest, or null when all of it has found its place. */
export function showRefusal(form: FormInstance<KnowledgeValues>, error: unknown): string | null {
  const { message = t('load.failedText'), fields = {} } = readError(error);
  const named = Object.entries(fields).flatMap(([path, problem]) => {
    const name = FIELDS[path.split('.').find((part) => part in FIELDS) as keyof typeof FIELDS];
    return name === undefined ? [] : [{ name, errors: [problem] }];
  });
  form.setFields(named);
  return named.length > 0 && named.length === Object.keys(fields).length ? null : message;
}

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
