import { Check, Copy, X } from 'lucide-react';
import { isValidElement, useEffect, useState, type ReactNode } from 'react';
import { t } from '../../lib/i18n.js';
import { Button } from '../../ui/button.js';

const SHOWN_MS = 2000;
const START_LENGTH = 40;

interface Marked {
  readonly className?: string;
  readonly children?: ReactNode;
}

/** Code of a reply with its language and a button that copies it. */
export function CodeBlock({ children }: { readonly children: ReactNode }) {
  const { className = '', children: content } = isValidElement<Marked>(children) ? children.props : { children };
  const code = String(content ?? '').replace(/\n$/, '');
  const language = /(?:^| )language-([\w+#.-]{1,20})/.exec(className)?.[1];
  return (
    <div className="code-block">
      <div className="code-head">
        <span>{language ?? t('chat.code')}</span>
        <CopyButton code={code} />
      </div>
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
    </div>
  );
}

function CopyButton({ code }: { readonly code: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(code);
      setOutcome('copied');
    } catch {
      setOutcome('failed');
    }
  };
  const Icon = outcome === 'copied' ? Check : outcome === 'failed' ? X : Copy;
  const words = outcome === 'copied' ? t('chat.copied') : outcome === 'failed' ? t('chat.copyFailed') : t('chat.copy');
  const start = code.split('\n', 1)[0]?.trim().slice(0, START_LENGTH) ?? '';
  return (
    <>
      {/* Several blocks in one reply: the name says which one. */}
      <Button variant="ghost" size="sm" aria-label={t('chat.copyCode', { start })} onClick={() => void copy()}>
        <Icon size={14} aria-hidden="true" />
        {words}
      </Button>
      <span className="sr-only" role="status">
        {outcome && words}
      </span>
    </>
  );
}
