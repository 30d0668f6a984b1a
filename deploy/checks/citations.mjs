// What code and documents cite exists. Part of `npm run lint`.
//  - `docs/decisions.md B5` needs the decision B5, `docs/security.md S13` the promise S13; a bare "decision B5" is refused
//  - a relative link in a Markdown file needs its file, and its heading
//  - a cited `npm run …` is a script of package.json, or of the project behind -w; `npm run bench …` names a benchmark
//  - a promise of docs/security.md links to tests that exist by that name; a test named `… [S13]` is linked from S13
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readProjects } from './projects.mjs';

const TEXT = /\.(ts|tsx|mjs|css|graphql|sql|md|yml)$|^\.env\.example$|\/Dockerfile$/;
// The check and its test hold examples of wrong citations.
const EXAMPLES = /^deploy\/(?:checks|test)\/citations\./;
const TEST = /\.(spec|test|e2e)\.(ts|tsx|mjs)$/;
const CITATION = /docs\/(\w+)\.md(?:`)?(?:,? ([A-Z]\d+(?:(?:, | and )[A-Z]\d+)*))?/g;
const BARE_CITATION =
  /\((?:decisions? )?(?:[ABCDKMNTWX]\d{1,2}|S\d{1,2})(?:[,;)]| and)|\bdecisions? [A-Z]\d|\bspecification \d|\bsection \d|§/;
const LINK = /\[[^\]]*\]\(([^)\s]+)\)/g;
const COMMAND = /(`?)\bnpm run ([\w:]+)(?: -w ([@\w/-]+))?(?: ([a-z][\w-]*))?/g;
const PROMISE = /^### (S\d+) /;
const TEST_LINK = /^- \[(.+)\]\(\.\.\/([^)]+)\)$/;

/** Every citation below `root` that has no target, each as one sentence that begins with the file. */
export function findBrokenCitations(root) {
  const files = listFiles(root);
  const read = (file) => readFileSync(path.join(root, file), 'utf8');
  return [
    ...files.filter((file) => !EXAMPLES.test(file)).flatMap((file) => checkCitations(file, read(file), root)),
    ...files.filter((file) => file.endsWith('.md')).flatMap((file) => checkLinks(file, read(file), root)),
    ...files.filter((file) => !EXAMPLES.test(file)).flatMap((file) => checkCommands(file, read(file), root, files)),
    ...checkPromises(read('docs/security.md'), files, read),
  ];
}

function checkCitations(file, text, root) {
  const isComment = (line) => file.endsWith('.md') || /(?:^|\s)(?:\/\/|\/?\*|#|--) /.test(line);
  const broken = text.split('\n').flatMap((line, index) => {
    const isBare =
      BARE_CITATION.test(line.replace(CITATION, '')) && isComment(line) && !/RFC \d/.test(line) && !file.startsWith('docs/');
    return isBare ? [`${file}:${index + 1}: cite as docs/decisions.md B5 or docs/security.md S13: ${line.trim()}`] : [];
  });
  for (const [, name, numbers] of text.matchAll(CITATION)) {
    const document = `docs/${name}.md`;
    if (!existsSync(path.join(root, document))) broken.push(`${file}: ${document} does not exist`);
    else
      for (const number of numbers?.match(/[A-Z]\d+/g) ?? [])
        if (!hasNumber(root, document, number)) broken.push(`${file}: ${document} has no ${number}`);
  }
  return broken;
}

function hasNumber(root, document, number) {
  return new RegExp(`^(?:- \\*\\*${number}\\*\\*|### ${number}) `, 'm').test(readFileSync(path.join(root, document), 'utf8'));
}

function checkLinks(file, text, root) {
  return [...text.matchAll(LINK)].flatMap(([, target]) => {
    if (/^(?:https?:|mailto:)/.test(target)) return [];
    const [name, heading] = target.split('#');
    const linked = name === '' ? file : path.posix.join(path.posix.dirname(file), name);
    if (!existsSync(path.join(root, linked))) return [`${file}: links to ${target}, which does not exist`];
    if (!heading || !linked.endsWith('.md')) return [];
    const headings = readFileSync(path.join(root, linked), 'utf8').match(/^#+ .+$/gm) ?? [];
    return headings.map(anchorOf).includes(heading) ? [] : [`${file}: ${linked} has no heading #${heading}`];
  });
}

function checkCommands(file, text, root, files) {
  return [...text.matchAll(COMMAND)].flatMap(([, quote, script, project, name]) => {
    const folder = project && readProjects(root).find((found) => [found.name, found.folder].includes(project))?.folder;
    if (project && !folder) return [`${file}: there is no project ${project}`];
    const manifest = path.posix.join(folder ?? '', 'package.json');
    const { scripts } = JSON.parse(readFileSync(path.join(root, manifest), 'utf8'));
    if (!scripts?.[script]) return [`${file}: npm run ${script} is no script of ${manifest}`];
    if (script !== 'bench' || !quote || !name) return [];
    const isFound = files.some((bench) => bench.endsWith('.bench.ts') && bench.startsWith(folder ?? '') && bench.includes(name));
    return isFound ? [] : [`${file}: npm run bench ${name} finds no benchmark`];
  });
}

const anchorOf = (heading) =>
  heading
    .replace(/^#+ /, '')
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

function checkPromises(document, files, read) {
  const linked = new Map();
  let promise;
  for (const line of document.split('\n')) {
    promise = PROMISE.exec(line)?.[1] ?? promise;
    if (PROMISE.test(line)) linked.set(promise, []);
    const [, title, file] = TEST_LINK.exec(line) ?? [];
    if (title && promise) linked.get(promise).push({ title: title.replaceAll('\\', ''), file });
  }
  const broken = [...linked].flatMap(([number, tests]) => {
    if (tests.length === 0) return [`docs/security.md: ${number} links to no test`];
    return tests
      .filter(({ title, file }) => !files.includes(file) || !read(file).includes(title))
      .map(({ title, file }) => `docs/security.md: ${number} links to "${title}", which is not in ${file}`);
  });
  return [...broken, ...checkTags(files, read, linked)];
}

/** Tests that are named by a promise which does not link to their file. */
function checkTags(files, read, linked) {
  return files
    .filter((file) => TEST.test(file))
    .flatMap((file) => {
      const numbers = new Set([...read(file).matchAll(/\[(S\d+(?:, S\d+)*)\]['"`]/g)].flatMap(([, list]) => list.split(', ')));
      return [...numbers]
        .filter((number) => !linked.get(number)?.some((test) => test.file === file))
        .map((number) => `${file}: names ${number}, and docs/security.md does not link to it from there`);
    });
}

function listFiles(root) {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n');
  return files.filter((file) => TEXT.test(file) && !file.startsWith('web/src/gql/') && existsSync(path.join(root, file)));
}

if (path.resolve(process.argv[1]) === import.meta.filename) {
  const broken = findBrokenCitations(path.resolve(import.meta.dirname, '../..'));
  for (const line of broken) console.error(line);
  process.exitCode = broken.length > 0 ? 1 : 0;
}
