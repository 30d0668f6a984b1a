import { readFileSync } from 'node:fs';

const DOCS = new URL('../../../../docs/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, DOCS), 'utf8');
const specification = read('specification.md');

/** The texts that docs/specification.md quotes in straight double quotes, each once; `{name}` stands for a value. */
export function quotedTexts(): string[] {
  // The introduction explains the quotes; it quotes nothing.
  const [, body = ''] = specification.split('\n## Requests in general\n');
  return [...new Set([...body.matchAll(/"([^"]+)"/g)].map(([, text = '']) => text))];
}

/** The ids of the rows of the tables in "Messages", e.g. `bot.limit`. */
export function messageRules(): string[] {
  return [...specification.matchAll(/^\| `([a-z]+\.[a-z-]+)`\s*\|/gm)].map(([, rule = '']) => rule);
}

/** The numbers of the decisions, e.g. `A5`. */
export function decisionRules(): string[] {
  return [...read('decisions.md').matchAll(/^- \*\*([A-Z]\d+)\*\*/gm)].map(([, rule = '']) => rule);
}
