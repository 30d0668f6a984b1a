import { hasTrait, type Plan } from '@kith/proto';
import { Form } from 'antd';
import { t } from '../../lib/i18n.js';
import { Avatar } from '../../ui/avatar.js';
import { Badge } from '../../ui/badge.js';
import type { BotValues } from './bot-values.js';
import { sampleWords, type Levels } from './preview-words.js';

type Shown = Partial<Pick<BotValues, 'name' | 'avatarColor' | 'personality'>> | undefined;

/** A greeting and an answer as they might be. It says that rules wrote them: only the model writes real ones. */
export function LivePreview({ plan }: { readonly plan: Plan }) {
  const shown = Form.useWatch(({ name, avatarColor, personality }: BotValues) => ({ name, avatarColor, personality })) as Shown;
  const typed = shown?.name?.trim();
  const name = typed || t('preview.unnamed');
  const { greeting, answer } = sampleWords(name, levelsOf(shown?.personality ?? {}, plan));
  return (
    <aside className="bot-preview" aria-labelledby="preview">
      <header className="bot-preview-head">
        <h2 id="preview">{t('preview.title')}</h2>
      </header>
      <div className="bot-preview-who">
        <Avatar name={typed || '?'} {...(shown?.avatarColor && { color: shown.avatarColor })} size={44} />
        <strong>{name}</strong>
      </div>
      <p className="bot-preview-words">{greeting}</p>
      <p className="bot-preview-asked">
        <Badge>{t('preview.member')}</Badge> <span>{t('preview.question')}</span>
      </p>
      <p className="bot-preview-words">{answer}</p>
      <p className="bot-preview-note">{t('preview.note')}</p>
    </aside>
  );
}

/** Only what would act on the plan. */
const levelsOf = (personality: BotValues['personality'], plan: Plan): Levels =>
  Object.fromEntries(
    Object.entries(personality).filter(
      (trait): trait is [string, number] => typeof trait[1] === 'number' && hasTrait(plan, trait[0]),
    ),
  );
