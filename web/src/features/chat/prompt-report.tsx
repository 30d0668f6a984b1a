import type { PromptReport } from '@kith/proto';
import { formatSmallPrice } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';

/** For developers: what the model was sent last for a reply, and what that took. */
export function PromptDetails({ report }: { readonly report: PromptReport }) {
  const { model, messages, tools, toolCalls, isCut } = report;
  return (
    <details className="prompt-report">
      <summary className="muted tiny">{[t('chat.prompt.title'), model, ...figuresOf(report)].join(' · ')}</summary>
      <ol>
        {messages.map(({ role, content, pictures }, at) => (
          <li key={at}>
            <span className="muted tiny">
              {t(`chat.prompt.roles.${role}`)}
              {pictures > 0 && ` · ${t('chat.prompt.pictures', { count: pictures })}`}
            </span>
            <pre tabIndex={0}>{content}</pre>
          </li>
        ))}
        {tools.map(({ name, description, parameters }) => (
          <li key={`tool ${name}`}>
            <span className="muted tiny">{t('chat.prompt.offered', { name })}</span>
            <pre tabIndex={0}>{`${description}\n${parameters}`}</pre>
          </li>
        ))}
      </ol>
      {toolCalls.length > 0 && <p className="muted tiny">{toolCalls.map(callText).join(' · ')}</p>}
      {isCut && <p className="muted tiny">{t('chat.prompt.cut')}</p>}
    </details>
  );
}

const callText = ({ name, hasFailed, ms }: PromptReport['toolCalls'][number]): string =>
  t(hasFailed ? 'chat.prompt.toolFailed' : 'chat.prompt.tool', { name, ms });

function figuresOf({ promptTokens, cachedTokens, completionTokens, costDollars, toolCalls }: PromptReport): string[] {
  const figures = [
    promptTokens !== null && t('chat.prompt.read', { count: promptTokens }),
    cachedTokens !== null && cachedTokens > 0 && t('chat.prompt.reused', { count: cachedTokens }),
    completionTokens !== null && t('chat.prompt.written', { count: completionTokens }),
    toolCalls.length > 0 && t('chat.prompt.tools', { count: toolCalls.length }),
    costDollars !== null && t('chat.prompt.cost', { price: formatSmallPrice(costDollars) }),
  ];
  return figures.filter((figure) => figure !== false);
}
