import type { HtmlTagDescriptor, Plugin } from 'vite';

/** Where a visit begins. */
const FIRST_PAGES = ['features/landing/landing-page.tsx', 'features/auth/auth-page.tsx'];

/** Has the browser fetch the pages where visits begin beside what shows them, instead of after it: a round trip, for 5 KB. */
export function firstPages(): Plugin {
  return {
    name: 'kith-first-pages',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        FIRST_PAGES.flatMap((page) => {
          const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(page));
          if (chunk?.type !== 'chunk') throw new Error(`no chunk begins with ${page}`);
          const sheets = [...(chunk.viteMetadata?.importedCss ?? [])];
          return [link('modulepreload', chunk.fileName), ...sheets.map((sheet) => link('stylesheet', sheet))];
        }),
    },
  };
}

const link = (rel: string, file: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { rel, crossorigin: true, href: `/${file}` },
  injectTo: 'head',
});
