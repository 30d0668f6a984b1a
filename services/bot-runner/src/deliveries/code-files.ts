/** A long code block as a file. */
export interface CodeFile {
  readonly name: string;
  readonly data: string;
}

/** Shorter ones are easier to read in the message. */
const MIN_CHARS = 1500;
/** Discord takes ten files with a message. */
const MAX_FILES = 10;
const CODE_BLOCK = /```([\w+#.-]{0,20})\n([\s\S]*?)\n?```/g;

const EXTENSIONS: Readonly<Record<string, string>> = {
  bash: 'sh',
  c: 'c',
  'c#': 'cs',
  'c++': 'cpp',
  cpp: 'cpp',
  cs: 'cs',
  csharp: 'cs',
  css: 'css',
  csv: 'csv',
  diff: 'diff',
  go: 'go',
  html: 'html',
  java: 'java',
  javascript: 'js',
  js: 'js',
  json: 'json',
  jsx: 'jsx',
  kotlin: 'kt',
  lua: 'lua',
  markdown: 'md',
  md: 'md',
  php: 'php',
  py: 'py',
  python: 'py',
  rb: 'rb',
  ruby: 'rb',
  rs: 'rs',
  rust: 'rs',
  sh: 'sh',
  sql: 'sql',
  swift: 'swift',
  toml: 'toml',
  ts: 'ts',
  tsx: 'tsx',
  typescript: 'ts',
  xml: 'xml',
  yaml: 'yaml',
  yml: 'yml',
};

/**
 * Takes the code blocks out of an answer that would fill most of a message or more, so that they can be attached as files; in the text stands the
 * name of the file. Nothing is taken out of an answer that fits into one message of `maxChars`.
 */
export function takeCodeFiles(text: string, maxChars: number): { readonly text: string; readonly files: readonly CodeFile[] } {
  if (text.length <= maxChars) return { text, files: [] };
  const files: CodeFile[] = [];
  const rest = text.replace(CODE_BLOCK, (block, language: string, code: string) => {
    if (code.length < MIN_CHARS || files.length === MAX_FILES) return block;
    const known = language.toLowerCase();
    const name = `code-${files.length + 1}.${Object.hasOwn(EXTENSIONS, known) ? EXTENSIONS[known] : 'txt'}`;
    files.push({ name, data: `${code}\n` });
    return `\`${name}\``;
  });
  return { text: rest, files };
}
