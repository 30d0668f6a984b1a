import { t } from '../../lib/i18n.js';
import { Section } from '../../ui/section.js';

/** Describes the context and the result of a handler (docs/specification.md). */
export const HandlerReference = () => (
  <Section title={t('customCommands.reference.heading')} className="card card-body">
    <p className="note">{t('customCommands.reference.lead')}</p>
    <div className="columns reference">
      <Members heading={t('customCommands.reference.context')} members={CONTEXT} />
      <Members heading={t('customCommands.reference.result')} members={RESULT} />
    </div>
    <p className="note">{t('customCommands.reference.limits')}</p>
  </Section>
);

type Member = (typeof CONTEXT)[number] | (typeof RESULT)[number];

const Members = ({ heading, members }: { readonly heading: string; readonly members: readonly Member[] }) => (
  <div>
    <h3>{heading}</h3>
    <dl>
      {members.map(([name, type]) => (
        <div key={name}>
          <dt>
            <code>{name}</code> <code className="muted">{type}</code>
          </dt>
          <dd>{t(`customCommands.reference.${name}`)}</dd>
        </div>
      ))}
    </dl>
  </div>
);

/** Members of the context that a handler receives, with their types. */
export const CONTEXT = [
  ['message', 'string'],
  ['userId', 'string'],
  ['channelId', 'string'],
  ['guildId', 'string | null'],
  ['botId', 'string'],
  ['trigger', 'string'],
  ['args', 'string[]'],
] as const;

/** Members of the result that it returns. */
export const RESULT = [
  ['success', 'boolean'],
  ['response', 'string'],
  ['shouldReply', 'boolean'],
] as const;
