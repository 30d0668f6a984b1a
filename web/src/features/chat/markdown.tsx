import { GENERATED_IMAGE_ALT, isGeneratedImagePath } from '@kith/proto';
import { Check, Copy, ImageOff, X } from 'lucide-react';
import { type ComponentProps, isValidElement, memo, type ReactNode, useEffect, useState } from 'react';
import ReactMarkdown from 'react-markdown';
import { t } from '../../lib/i18n.js';
import { Button } from '../../ui/button.js';
import { linkAddresses, markCitations, parseTables } from './markdown-plugins.js';

// Replies are untrusted: raw HTML is ignored (react-markdown's default) and nothing is loaded from other hosts.
const COMPONENTS = { a: SafeLink, img: Picture, pre: CodeBlock, table: Table };
const PLUGINS = [parseTables, linkAddresses];

interface MarkdownProps {
  readonly children: string;
  /** The titles of the sources that the text cites by number. */
  readonly sources?: readonly string[];
}

export const Markdown = memo(function Markdown({ children, sources = [] }: MarkdownProps) {
  const plugins: ComponentProps<typeof ReactMarkdown>['remarkPlugins'] =
    sources.length === 0 ? PLUGINS : [...PLUGINS, [markCitations, sources]];
  return (
    <ReactMarkdown components={COMPONENTS} remarkPlugins={plugins} urlTransform={keepUrl}>
      {children}
    </ReactMarkdown>
  );
});

/** Links and images check their own URLs, because they allow different ones. */
const keepUrl = (address: string): string => address;

/** A link with its host shown. Only http and https become links (docs/security.md S44); other links stay text. */
function SafeLink({ href = '', children }: ComponentProps<'a'>) {
  const host = hostOf(href);
  if (host === null) return children;
  return (
    <>
      <a href={href} target="_blank" rel="noopener noreferrer nofollow" title={href}>
        {children}
      </a>
      {![href, host].includes(String(children)) && <span className="muted tiny"> ({host})</span>}
    </>
  );
}

/** Shows generated images only (docs/decisions.md T5); images of other hosts become links. */
function Picture({ src, alt }: ComponentProps<'img'>) {
  const address = typeof src === 'string' ? src : '';
  if (alt === GENERATED_IMAGE_ALT && isGeneratedImagePath(address)) return <GeneratedImage path={address} />;
  return <SafeLink href={address}>{alt || address}</SafeLink>;
}

/** Wide tables scroll, by keyboard too. */
function Table({ children }: ComponentProps<'table'>) {
  return (
    <div className="table-scroll" role="group" aria-label={t('chat.table')} tabIndex={0}>
      <table className="table">{children}</table>
    </div>
  );
}

function hostOf(address: string): string | null {
  // Relative addresses would lead to this site.
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return null;
  return new URL(address).host;
}

const FEEDBACK_MS = 2000;
const LABEL_LENGTH = 40;

interface CodeProps {
  readonly className?: string;
  readonly children?: ReactNode;
}

/** A code block with its language and a copy button. */
function CodeBlock({ children }: ComponentProps<'pre'>) {
  const { className = '', children: content } = isValidElement<CodeProps>(children) ? children.props : { children };
  const code = String(content ?? '').replace(/\n$/, '');
  const language = /(?:^| )language-([\w+#.-]{1,20})/.exec(className)?.[1];
  return (
    <div className="code-block">
      <div className="row row-between code-head">
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
    const timer = setTimeout(() => setOutcome(null), FEEDBACK_MS);
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
  const start = code.split('\n', 1)[0]?.trim().slice(0, LABEL_LENGTH) ?? '';
  return (
    <>
      {/* The label names the block, because a reply can have several. */}
      <Button icon={Icon} variant="ghost" size="sm" aria-label={t('chat.copyCode', { start })} onClick={() => void copy()}>
        {words}
      </Button>
      <span className="sr-only" role="status">
        {outcome && words}
      </span>
    </>
  );
}

/** An image from our own storage, which the server returns to its owner only. */
function GeneratedImage({ path }: { readonly path: string }) {
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
