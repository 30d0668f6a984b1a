import type { ComponentProps } from 'react';
import ReactMarkdown from 'react-markdown';

// Replies are untrusted text: no raw HTML (react-markdown's default), and nothing is fetched from elsewhere because a reply names it.
const COMPONENTS = { a: SafeLink, img: ImageLink };

export const Markdown = ({ children }: { readonly children: string }) => (
  <ReactMarkdown components={COMPONENTS}>{children}</ReactMarkdown>
);

/** An address that react-markdown found harmful has become empty, and would lead back to this page. */
function SafeLink({ href, children }: ComponentProps<'a'>) {
  if (!href) return children;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

/** Images of other hosts become links (decision T5); our own storage comes with image generation. */
function ImageLink({ src, alt }: ComponentProps<'img'>) {
  const address = typeof src === 'string' ? src : '';
  return <SafeLink href={address}>{alt || address}</SafeLink>;
}
