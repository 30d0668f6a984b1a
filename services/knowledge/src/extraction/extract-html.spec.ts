import { describe, expect, it } from '@jest/globals';
import { HTMLElement, parseHTML } from 'linkedom';
import { extract, markdownOfHtml } from './extract-html.js';
import { unfold, type PageDocument } from './folded-parts.js';

const markdownOf = async (html: string): Promise<string> => {
  const { text } = await extract({ bytes: new Uint8Array(), decoded: () => html, maxChars: 100_000 });
  return text
    .replaceAll(/ +$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
};

describe('extracting HTML pages', () => {
  it('reads a page of which everything stands in one form, and leaves out forms to be filled in', async () => {
    expect(await markdownOf('<form id="aspnetForm"><h1>Hours</h1><p>Open at ten.</p></form>')).toBe('# Hours\n\nOpen at ten.');
    expect(await markdownOf('<form><label>Search</label><input></form><p>Open at ten.</p>')).toBe('Open at ten.');
  });

  it('keeps words apart that stand in different lines of a cell or heading', async () => {
    expect(await markdownOf('<table><tr><td>Adult<br>(16+)</td><td><p>12 €</p><p>or less</p></td></tr></table>')).toBe(
      '| Adult (16+) | 12 € or less |',
    );
    expect(await markdownOf('<h2>Part one<br>The sea</h2>')).toBe('## Part one The sea');
  });

  it('reads a table that only places other texts as these texts', async () => {
    expect(
      await markdownOf('<table><tr><td><h1>Hours</h1><p>Ten.</p></td><td><ul><li>a</li><li>b</li></ul></td></tr></table>'),
    ).toBe('# Hours\n\nTen.\n\n- a\n- b');
  });

  it('repeats a cell in each row that it spans, and keeps columns where one spans several', async () => {
    const table = `<table><tr><th>Ticket</th><th>When</th><th>Price</th></tr>
      <tr><td rowspan="2">Adult</td><td>Day</td><td>12</td></tr><tr><td>Evening</td><td>10</td></tr>
      <tr><td colspan="2">Child</td><td>5</td></tr></table>`;
    expect(await markdownOf(table)).toBe(
      '| Ticket | When | Price |\n| Adult | Day | 12 |\n| Adult | Evening | 10 |\n| Child |  | 5 |',
    );
  });

  it('has bounds for cells that span more than there is', async () => {
    const row = '<tr><td rowspan="65000" colspan="65000">wide</td></tr>';
    const text = await markdownOf(`<table>${row.repeat(20)}${'<tr><td>x</td></tr>'.repeat(500)}</table>`);
    expect(text.length).toBeLessThan(200_000);
  });

  it('repeats no long cell, so that a page does not become much longer than it is', () => {
    const text = 'A long description. '.repeat(20).trim();
    const table = `<table><tr><td rowspan="3">${text}</td><td>1</td></tr><tr><td>2</td></tr><tr><td>3</td></tr></table>`;
    expect(markdownOfHtml(table)).toBe(`| ${text} | 1 |\n|  | 2 |\n|  | 3 |`);
  });

  it('reads a page whose body is hidden until its scripts run', async () => {
    expect(await markdownOf('<html><body style="visibility: hidden"><p>Open at ten.</p></body></html>')).toBe('Open at ten.');
  });

  it('leaves out how characters are read, so that words are found, and what the page does not show', async () => {
    expect(await markdownOf('<p><ruby>火曜日<rp>(</rp><rt>かようび</rt><rp>)</rp></ruby>は休み</p>')).toBe('火曜日は休み');
    expect(await markdownOf('<h1><ruby>東京<rt>とうきょう</rt></ruby></h1>')).toBe('# 東京');
    expect(
      await markdownOf(
        '<p>Shown.</p><div hidden>no</div><div style="color:red; display : none">no</div><p style="display:block">Too.</p>',
      ),
    ).toBe('Shown.\n\nToo.');
  });
});

describe('the pictures of a page', () => {
  const counted = async (html: string) =>
    (await extract({ bytes: new Uint8Array(), decoded: () => html, maxChars: 100_000 })).unreadPictures;
  const ARTICLE = `<article><h1>Hotel</h1>${'<p>The hotel stands at the harbour, and its rooms look at the sea.</p>'.repeat(6)}`;

  it.each([
    ['in its text', '<p>Rooms <img src="a.png"></p><img src="b.jpg" width="600" height="400">', 2],
    ['in headings and tables', '<h2><img src="a.png">Rooms</h2><table><tr><td><img src="b.png"></td></tr></table>', 2],
    ['in several sizes, of which one is shown', '<picture><source srcset="a.webp"><img src="a.png"></picture>', 1],
    ['that are shown when a reader comes to them', '<img data-src="a.png"><noscript><img src="a.png"></noscript>', 1],
    ['that it holds itself', `<img src="data:image/png;base64,${'A'.repeat(2000)}">`, 1],
    [
      'of which none is to be read: icons, and what counts visitors',
      '<img src="a.png" width="1"><img src="b.png" height="24">',
      undefined,
    ],
    [
      'that are not shown',
      '<div hidden><img src="a.png"></div><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><img>',
      undefined,
    ],
  ])('are counted: %s', async (_where, html, count) => {
    expect(await counted(`<body><p>Open at ten.</p>${html}</body>`)).toBe(count);
    expect(await counted(`<body><nav><img src="logo.png"></nav>${ARTICLE}${html}</article></body>`)).toBe(count);
  });
});

describe('what a page hides until somebody unfolds it', () => {
  const ARTICLE = `<article><h1>Hotel</h1>${'<p>The hotel stands at the harbour, and its rooms look at the sea.</p>'.repeat(6)}`;

  it.each([
    [
      'in a section with a button that names it',
      '<h3><button aria-expanded="false" aria-controls="a">May I bring a dog?</button></h3><div id="a" hidden><p>Dogs stay for free.</p></div>',
      '### May I bring a dog?\n\nDogs stay for free.',
    ],
    [
      'behind a button alone',
      '<button aria-controls="a">Dogs</button><div id="a" style="display:none" aria-hidden="true">Dogs stay for free.</div>',
      'Dogs\n\nDogs stay for free.',
    ],
    [
      'behind a button of Bootstrap',
      '<h2><button data-bs-toggle="collapse" data-bs-target="#c">Dogs</button></h2><div id="c" class="collapse">Dogs stay for free.</div>',
      '## Dogs\n\nDogs stay for free.',
    ],
    [
      'below a question',
      '<div class="x"><div>May I bring a dog? <i>+</i></div><div style="display: none;"><p>Yes.</p></div></div>',
      'May I bring a dog? +\n\nYes.',
    ],
    [
      'below a question in Japanese',
      '<p>犬は泊まれますか？</p><p hidden>はい、無料です。</p>',
      '犬は泊まれますか？\n\nはい、無料です。',
    ],
    ['as the definition of a term', '<dl><dt>Dogs</dt><dd style="display:none">For free.</dd></dl>', 'Dogs\n\nFor free.'],
    [
      'in what its class calls an answer',
      '<div class="faqItem"><h4>Dogs</h4><div class="faqAnswer" style="display:none">For free.</div></div>',
      '#### Dogs\n\nFor free.',
    ],
    ['in what browsers find', '<p>More</p><div hidden="until-found">Dogs stay for free.</div>', 'More\n\nDogs stay for free.'],
    ['in details', '<details><summary>Dogs</summary><p>For free.</p></details>', 'Dogs\n\nFor free.'],
  ])('is read: %s', async (_where, html, expected) => {
    expect(await markdownOf(html)).toBe(expected);
    const [line = ''] = expected.split('\n').slice(-1);
    expect(await markdownOf(`${ARTICLE}${html}</article>`)).toContain(line);
  });

  it.each([
    ['a menu', '<button aria-controls="m">Menu</button><div id="m" hidden><a href="/a">Rooms</a> <a href="/b">Prices</a></div>'],
    ['a dialog', '<a href="#d">Book</a><div id="d" role="dialog" style="display:none">Choose a room first.</div>'],
    ['a dialog by its class', '<a href="#d">Book</a><div id="d" class="my-modal" style="display:none">Choose a room.</div>'],
    ['what did not happen', '<h3>Single room</h3><p style="display:none">Sold out</p>'],
    ['a banner', '<p>Hello</p><div id="cookies" hidden>We use cookies, is that all right?</div>'],
    ['what stands in a hidden question', '<p hidden>Are you sure?</p><p hidden>This cannot be undone.</p>'],
  ])('is not read: %s', async (_what, html) => {
    expect(await markdownOf(html)).not.toMatch(/Rooms|Choose|Sold out|cookies|undone/);
  });

  it('reads no buttons that go back and forth', async () => {
    const buttons = '<button data-bs-target="#c">Previous</button><button data-bs-target="#c">Next</button>';
    expect(await markdownOf(`<div id="c"><p>Our rooms look at the sea.</p></div>${buttons}`)).toBe('Our rooms look at the sea.');
  });

  it('is found where hidden elements stand in each other, each text read once', () => {
    const [depth, inner] = [300, 'Dogs stay for free. '.repeat(500)];
    const html = `<html><body>${'<div><p>More</p><div hidden="until-found">'.repeat(depth)}${inner}</body></html>`;
    const page = parseHTML(html).document as unknown as PageDocument;
    const element = Object.getPrototypeOf(HTMLElement.prototype) as object;
    const textContent = Object.getOwnPropertyDescriptor(element, 'textContent') ?? {};
    let read = 0;
    Object.defineProperty(element, 'textContent', {
      ...textContent,
      get() {
        const text = textContent.get?.call(this) as string;
        read += text.length;
        return text;
      },
    });
    try {
      unfold(page);
    } finally {
      Object.defineProperty(element, 'textContent', textContent);
    }
    expect([...page.querySelectorAll('[hidden]')]).toEqual([]);
    expect(read).toBeLessThan(2 * html.length);
  });

  it('is looked for below a text of nothing but question marks, too', () => {
    const html = `<html><body><p>${'?'.repeat(4_000_000)}a</p><p hidden>Sold out</p></body></html>`;
    const page = parseHTML(html).document as unknown as PageDocument;
    unfold(page);
    expect([...page.querySelectorAll('[hidden]')]).toHaveLength(1);
  });
});
