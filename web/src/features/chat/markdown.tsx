import { GENERATED_IMAGE_ALT, isGeneratedImagePath } from '@kith/proto';
import { Check, Copy, ImageOff, X } from 'lucide-react';
import { type ComponentProps, isValidElement, memo, type ReactNode, useEffect, useState } from 'react';
import ReactMarkdown from 'react-markdown';
import { t } from '../../lib/i18n.js';
import { Button } from '../../ui/button.js';
import { markAddresses } from './markdown-addresses.js';
import { markTables } from './markdown-tables.js';

// Replies are untrusted text: no raw HTML (react-markdown's default), and nothing is fetched from elsewhere because a reply names it.
const COMPONENTS = { a: SafeLink, img: Picture, pre: Code, table: Table };
const PLUGINS = [markTables, markAddresses];

export const Markdown = memo(function Markdown({ children }: { readonly children: string }) {
  return (
    <ReactMarkdown components={COMPONENTS} remarkPlugins={PLUGINS} urlTransform={asWritten}>
      {children}
    </ReactMarkdown>
  );
});

/** Judged where it is used: links and pictures allow different addresses. */
const asWritten = (address: string): string => address;

/** A link to the web (S44: nothing but http and https), with where it leads in view; anything else stays the words it was. */
function SafeLink({ href = '', children }: ComponentProps<'a'>) {
  const host = hostOf(href);
  if (host === null) return children;
  return (
    <>
      <a href={href} target="_blank" rel="noopener noreferrer nofollow" title={href}>
        {children}
      </a>
      {![href, host].includes(String(children)) && <span className="link-host"> ({host})</span>}
    </>
  );
}

/** Only what our own storage holds is shown (decision T5); pictures of other hosts become links. */
function Picture({ src, alt }: ComponentProps<'img'>) {
  const address = typeof src === 'string' ? src : '';
  if (alt === GENERATED_IMAGE_ALT && isGeneratedImagePath(address)) return <GeneratedImage path={address} />;
  return <SafeLink href={address}>{alt || address}</SafeLink>;
}

function Code({ children }: ComponentProps<'pre'>) {
  return <CodeBlock>{children}</CodeBlock>;
}

/** A wide one is scrolled by itself, by keyboard too. */
function Table({ children }: ComponentProps<'table'>) {
  return (
    <div className="table-scroll" role="group" aria-label={t('chat.table')} tabIndex={0}>
      <table>{children}</table>
    </div>
  );
}

function hostOf(address: string): string | null {
  // Without a base: what has no host of its own would lead back to this site.
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return null;
  return new URL(address).host;
}

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

/** A picture of our own storage, which the server gives to its owner alone. */
export function GeneratedImage({ path }: { readonly path: string }) {
  const [isGone, setGone] = useState(false);
  if (isGone) {
    return (
      <span className="image-gone">
        <ImageOff size={16} aria-hidden="true" />
        {t('chat.imageGone')}
      </span>
    );
  }
  return (
    <span className="generated-image">
      <img src={path} alt={t('chat.generatedImage')} decoding="async" onError={() => setGone(true)} />
      <a href={path} download>
        {t('chat.saveImage')}
      </a>
    </span>
  );
}
