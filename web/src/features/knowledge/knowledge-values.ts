import { CreateKnowledgeInput, type KNOWLEDGE_ACTIVATIONS, type KNOWLEDGE_STATUSES, type KNOWLEDGE_TYPES } from '@kith/proto';
import type { FormInstance, FormRule } from 'antd';
import { FileText, Globe, Image, Type, type LucideIcon } from 'lucide-react';
import { t } from '../../lib/i18n.js';
import { readError } from '../../lib/read-error.js';
import { schemaRule } from '../../lib/schema-rule.js';
import type { Tone } from '../../ui/indicators.js';
import type { KnowledgeItem } from './knowledge.graphql.js';

export type KnowledgeType = (typeof KNOWLEDGE_TYPES)[number];
type Status = (typeof KNOWLEDGE_STATUSES)[number];

export const TYPE_ICONS: Readonly<Record<KnowledgeType, LucideIcon>> = { text: Type, file: FileText, image: Image, url: Globe };
export const STATUS_TONES: Readonly<Record<Status, Tone>> = {
  ready: 'success',
  queued: 'warning',
  processing: 'warning',
  failed: 'danger',
};

/** The values of the form; type and file are not part of it. */
export interface KnowledgeValues {
  readonly title: string;
  readonly content: string;
  readonly address: string;
  /** Only of a new item. */
  readonly wholeSite?: boolean;
  /** Separated by commas. */
  readonly tags: string;
  readonly activation: (typeof KNOWLEDGE_ACTIVATIONS)[number];
  /** Separated by commas. */
  readonly keywords: string;
}

/** The initial values for an item or, with null, a new one. The content is loaded separately. */
export const valuesOf = (item: KnowledgeItem | null): Omit<KnowledgeValues, 'content'> => ({
  title: item?.title ?? '',
  address: (item?.type === 'url' && item.fileUrl) || '',
  tags: item?.tags.join(', ') ?? '',
  activation: item?.activation ?? 'search',
  keywords: item?.keywords.join(', ') ?? '',
});

export const splitTags = (tags: string): string[] =>
  tags
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');

/** A function, because the message catalogue is not loaded yet when this module is evaluated. */
export const tagsRule = (): FormRule =>
  schemaRule(
    { safeParse: (value) => CreateKnowledgeInput.shape.tags.unwrap().safeParse(splitTags(String(value ?? ''))) },
    t('knowledge.tagsRule'),
  );

/** At least one is needed, which `missingParts` says. */
export const keywordsRule = (): FormRule =>
  schemaRule(
    { safeParse: (value) => CreateKnowledgeInput.shape.keywords.unwrap().safeParse(splitTags(String(value ?? ''))) },
    t('knowledge.keywordsRule'),
  );

export type RequiredPart = 'title' | 'content' | 'address' | 'file' | 'keywords';

/** The required parts that are still empty (docs/decisions.md W1). */
export function missingParts(type: KnowledgeType, values: Partial<KnowledgeValues>, hasFile: boolean): readonly RequiredPart[] {
  const source = type === 'text' ? 'content' : type === 'url' ? 'address' : 'file';
  const required: readonly RequiredPart[] = [
    'title',
    source,
    ...(values.activation === 'keywords' ? (['keywords'] as const) : []),
  ];
  return required.filter((part) =>
    part === 'file' ? !hasFile : part === 'keywords' ? splitTags(values.keywords ?? '').length === 0 : !values[part]?.trim(),
  );
}

const FIELDS = { title: 'title', content: 'content', tags: 'tags', keywords: 'keywords', fileUrl: 'address' } as const;

/** Shows the field errors of the server at their fields. Returns its message, or null when the field errors say everything. */
export function showFieldErrors(form: FormInstance<KnowledgeValues>, error: unknown): string | null {
  const { message = t('load.failedText'), fields = {} } = readError(error);
  const errors = Object.entries(fields).flatMap(([path, problem]) => {
    const name = FIELDS[path.split('.').find((part) => part in FIELDS) as keyof typeof FIELDS];
    return name === undefined ? [] : [{ name, errors: [problem] }];
  });
  form.setFields(errors);
  return errors.length > 0 && errors.length === Object.keys(fields).length ? null : message;
}
