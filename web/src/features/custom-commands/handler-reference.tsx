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
    <div className="reference">
      <h3>{t('commandTools.functions')}</h3>
      <dl>
        {FUNCTIONS.map((name) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>{t(`commandTools.fn.${name}`)}</dd>
          </div>
        ))}
      </dl>
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
          <dd>{describe(name)}</dd>
        </div>
      ))}
    </dl>
  </div>
);

/** What code may call, besides the language itself. */
const FUNCTIONS = ['reply', 'kv', 'fetch', 'random', 'sleep', 'console'] as const;

/** Members of the context that a handler receives, with their types. */
export const CONTEXT = [
  ['message', 'string'],
  ['userId', 'string'],
  ['channelId', 'string'],
  ['guildId', 'string | null'],
  ['botId', 'string'],
  ['trigger', 'string'],
  ['args', 'string[]'],
  ['value', 'string | null'],
  ['values', 'string[]'],
  ['fields', 'object'],
  ['options', 'object'],
] as const;

/** Members of the result that it returns. */
export const RESULT = [
  ['success', 'boolean'],
  ['response', 'string'],
  ['shouldReply', 'boolean'],
  ['embeds', 'object[]?'],
  ['buttons', 'object[]?'],
  ['selects', 'object[]?'],
  ['form', 'object?'],
] as const;

const NEWER = ['value', 'values', 'fields', 'options', 'embeds', 'buttons', 'selects', 'form'] as const;
type Newer = (typeof NEWER)[number];
const isNewer = (name: Member[0]): name is Newer => NEWER.some((one) => one === name);

/** What a member of the context or the result means. */
export const describe = (name: Member[0]): string =>
  isNewer(name) ? t(`commandTools.${name}`) : t(`customCommands.reference.${name}`);
