import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { generatedImagePath } from '@kith/proto';
import { fireEvent, render, screen, within } from '@testing-library/react';
import '../../testing/messages.js';
import { Markdown } from './markdown.js';

const ID = '11111111-1111-4111-8111-111111111111';
const show = (text: string): HTMLElement => render(<Markdown>{text}</Markdown>).container;

describe('the markdown of a reply', () => {
  it('shows lists, emphasis and headings', () => {
    const box = show('# Title\n\n- one\n- two\n\n1. **first**');
    expect(box.querySelectorAll('ul li')).toHaveLength(2);
    expect(box.querySelector('ol strong')?.textContent).toBe('first');
  });

  it('shows a table with the marks inside its cells', () => {
    show('Tides:\n\n| Day | High **water** |\n|:----|-----:|\n| Mon | `06:12` |\n| Tue | |\n');
    const table = screen.getByRole('table');
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((cell) => cell.textContent),
    ).toEqual(['Day', 'High water']);
    expect(
      within(table)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['Mon', '06:12', 'Tue', '']);
    expect(within(table).getByText('06:12').tagName).toBe('CODE');
    expect(screen.getByRole('group', { name: 'Table' }).tabIndex).toBe(0);
  });

  it.each(['a | b', 'a | b\n- | x', '| a | b |\n| --- |\n| 1 | 2 |', 'this or | that\n\nand so on'])(
    'does not render %j as a table',
    (text) => {
      show(text);
      expect(screen.queryByRole('table')).toBeNull();
    },
  );

  it('turns addresses into links and shows the host of a named link', () => {
    const box = show('See https://kith.example/a?b=c. Or [here](https://evil.example/x), not `https://code.example`.');
    const [bare, named] = screen.getAllByRole('link');
    expect([bare?.getAttribute('href'), bare?.textContent]).toEqual(['https://kith.example/a?b=c', 'https://kith.example/a?b=c']);
    expect(named?.getAttribute('href')).toBe('https://evil.example/x');
    expect(box.textContent).toContain('here (evil.example)');
    for (const link of [bare, named])
      expect([link?.getAttribute('target'), link?.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer nofollow']);
    expect(screen.getAllByRole('link')).toHaveLength(2);
  });

  it('shows the host when the text of a link looks like another address', () => {
    const box = show('[https://bank.example](https://evil.example) [evil.example.bank.example](https://evil.example)');
    expect(box.textContent).toContain('https://bank.example (evil.example)');
    expect(box.textContent).toContain('evil.example.bank.example (evil.example)');
  });
});

describe('a block of code', () => {
  const write = jest.fn<(text: string) => Promise<void>>();
  beforeEach(() => {
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: write }, configurable: true });
  });

  it('is copied unchanged', async () => {
    write.mockResolvedValue();
    show('```js\nconst a = "<b>";\nrun(a);\n```');
    expect(screen.getByText('js')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Copy code: const a = "<b>";' }));
    expect((await screen.findAllByText('Copied')).length).toBeGreaterThan(0);
    expect(write).toHaveBeenCalledWith('const a = "<b>";\nrun(a);');
  });

  it('shows that copying failed when the browser refuses it', async () => {
    write.mockRejectedValue(new Error('denied'));
    show('```\nplain\n```');
    fireEvent.click(screen.getByRole('button', { name: 'Copy code: plain' }));
    expect((await screen.findAllByText('Could not copy')).length).toBeGreaterThan(0);
  });
});

describe('a generated image', () => {
  it('is shown from our own storage with a text alternative and a link to save it', () => {
    const path = generatedImagePath(ID, ID);
    show(`![Generated Image](${path})`);
    expect(screen.getByRole('img', { name: 'Generated Image' }).getAttribute('src')).toBe(path);
    expect(screen.getByRole('link', { name: 'Save image' }).getAttribute('href')).toBe(path);
  });

  it('that is missing shows a notice', () => {
    show(`![Generated Image](${generatedImagePath(ID, ID)})`);
    fireEvent.error(screen.getByRole('img'));
    expect(screen.getByText('This image is no longer available.')).toBeTruthy();
  });

  it.each([
    'https://evil.example/api/bots/x.png',
    `https://evil.example${generatedImagePath(ID, ID)}`,
    `//evil.example${generatedImagePath(ID, ID)}`,
    `${generatedImagePath(ID, ID)}?leak=1`,
    `${generatedImagePath(ID, '..%2f..%2f')}`,
    '/api/auth/user',
    '/api/auth/logout',
    'data:image/svg+xml,<svg onload=alert(1)>',
    'blob:https://kith.example/1',
    'x',
  ])('is never loaded from %s [S44]', (address) => {
    const box = show(`![Generated Image](${address})`);
    expect(box.querySelectorAll('img')).toHaveLength(0);
    expect(box.textContent).toContain('Generated Image');
  });

  it('needs the text alternative of a generated image [S44]', () => {
    expect(show(`![pixel](${generatedImagePath(ID, ID)})`).querySelectorAll('img')).toHaveLength(0);
  });
});

const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<a href="javascript:alert(1)">x</a>',
  '<style>*{background:url(https://evil.example/x)}</style>',
  '<link rel=stylesheet href=https://evil.example/x.css>',
  '<meta http-equiv=refresh content="0;url=https://evil.example">',
  '<base href=https://evil.example>',
  '<form action=https://evil.example><button>go</button></form>',
  '<object data=https://evil.example/x></object>',
  '<video><source onerror=alert(1)></video>',
  '<details open ontoggle=alert(1)>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<!--><img src=x onerror=alert(1)>-->',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java\tscript:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](javascript&colon;alert(1))',
  '[x](\u0001javascript:alert(1))',
  '[x](vbscript:msgbox(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](file:///etc/passwd)',
  '[x](//evil.example)',
  '[x](/settings)',
  '[x](?upgrade=success)',
  '[x](#main)',
  '[x](mailto:a@evil.example)',
  '[x](https://)',
  '[x](https://evil.example "onmouseover=alert(1)")',
  '[x](https://evil.example" onmouseover="alert(1))',
  '<javascript:alert(1)>',
  '![x](https://evil.example/pixel.png)',
  '![x](https://evil.example/pixel.png "t")',
  '![x][y]\n\n[y]: https://evil.example/pixel.png',
  '[x][y]\n\n[y]: javascript:alert(1)',
  '![x](javascript:alert(1))',
  '![](https://evil.example/pixel.png)',
  '![Generated Image](https://evil.example/pixel.png)',
  '[![x](https://evil.example/p.png)](javascript:alert(1))',
  '| <script>alert(1)</script> | b |\n|---|---|\n| ![x](https://evil.example/p.png) | [y](javascript:alert(1)) |',
  '```html" onload="alert(1)\n<script>alert(1)</script>\n```',
  '``` <img/src=x/onerror=alert(1)>\nx\n```',
  '`<img src=x onerror=alert(1)>`',
  '*<img src=x onerror=alert(1)>*',
  'http://evil.example/<script>alert(1)</script>',
  'https://evil.example/"onmouseover="alert(1)',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '{{constructor.constructor("alert(1)")()}}',
  '<kith-x is=script>alert(1)</kith-x>',
];
const HARMLESS = new Set(
  'P,A,STRONG,EM,CODE,PRE,DIV,SPAN,BUTTON,SVG,PATH,RECT,UL,OL,LI,H1,H2,H3,BLOCKQUOTE,HR,BR,TABLE,THEAD,TBODY,TR,TH,TD'.split(','),
);

describe('hostile markdown [S43] [S44]', () => {
  it.each(HOSTILE)('stays text: %j', (text) => {
    const box = show(text);
    for (const element of box.querySelectorAll('*')) {
      expect(HARMLESS).toContain(element.tagName.toUpperCase());
      expect(element.getAttributeNames().filter((name) => /^on|^src|^style$|^action$|^is$/.test(name))).toEqual([]);
    }
    for (const link of box.querySelectorAll('a')) {
      expect(link.getAttribute('href')).toMatch(/^https?:\/\/[^/]/);
      expect(link.getAttribute('rel')).toContain('noopener');
    }
  });

  it.each([
    ['brackets', '['.repeat(20_000)],
    ['pictures', '!['.repeat(10_000)],
    ['stars', '*a **a '.repeat(4000)],
    ['quotes', '>'.repeat(2000)],
    ['cells', `${'|'.repeat(9000)}\n${'|-'.repeat(4000)}`],
    ['addresses', 'https://a.'.repeat(2000)],
  ])('with a long row of %s is rendered in time [S44]', (_what, text) => {
    const start = performance.now();
    show(text);
    expect(performance.now() - start).toBeLessThan(8000);
  });
});
