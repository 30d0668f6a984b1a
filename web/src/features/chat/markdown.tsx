import { GENERATED_IMAGE_ALT, isGeneratedImagePath } from '@kith/proto';
import { memo, type ComponentProps } from 'react';
import ReactMarkdown from 'react-markdown';
import { t } from '../../lib/i18n.js';
import { CodeBlock } from './code-block.js';
import { GeneratedImage } from './generated-image.js';
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
