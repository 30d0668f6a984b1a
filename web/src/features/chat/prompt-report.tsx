import type { PromptReport } from '@kith/proto';
import { formatSmallPrice } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';

/** For developers: what the model was sent for a reply, and what that took. */
export function PromptDetails({ report }: { readonly report: PromptReport }) {
  const { model, messages, toolCalls, isCut } = report;
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
        {toolCalls.map(({ name, arguments: given, result, hasFailed, ms }, at) => (
          <li key={`tool ${at}`}>
            <span className="muted tiny">{t(hasFailed ? 'chat.prompt.toolFailed' : 'chat.prompt.tool', { name, ms })}</span>
            <pre tabIndex={0}>{`${given}\n→ ${result}`}</pre>
          </li>
        ))}
      </ol>
      {isCut && <p className="muted tiny">{t('chat.prompt.cut')}</p>}
    </details>
  );
}

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
