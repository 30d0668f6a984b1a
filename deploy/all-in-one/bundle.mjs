// Bundles what `npm start` and the image run, `dist/main.js` and `dist/migrate.js`, with all that they import: a process then reads sixty files
// instead of three thousand, and keeps neither their comments nor a record of each module (docs/performance.md). Services that a process does not
// run are not loaded: each is imported on demand and has chunks of its own. Guest processes and worker threads are not part of it: they run from
// `dist` and `node_modules`, where modules also find the files beside them.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';

// They load native code or WebAssembly from their own folders.
export const NOT_BUNDLED = ['@discordjs/voice', '@napi-rs/canvas', '@node-rs/argon2', 'msgpackr-extract'];
// Optional packages that are not installed: their users load them on demand alone, or go without. What libraries evaluate is their own.
const EXPECTED = new Set(['UNRESOLVED_IMPORT', 'EVAL']);
const NOTHING = '\0nothing';
/** Modules that load code for stores that Kith does not use, and what of it is loaded: TypeORM's drivers, and the queues of BullMQ in Postgres. */
const OTHER_STORES = [
  { importer: path.join('typeorm', 'driver', 'DriverFactory.js'), loaded: /^\.\/(?!postgres\/)[\w-]+\/\w+Driver$/ },
  { importer: path.join('bullmq', 'dist', 'cjs', 'index.js'), loaded: /^\.\/postgres$/ },
];
const PLACES = '\0places';
const PATH_OF = `import { fileURLToPath } from 'node:url';
export const pathOf = (place) => fileURLToPath(new URL(place, import.meta.url));`;
const META = /\bimport\.meta\.(\w+)/;
const OWN_REQUIRE = /^const require = createRequire\(import\.meta\.url\);$/m;
const IS_ESM = /^(?:import|export)\b/m;
const NOT_ESCAPABLE = /(?<!\\)(?:\\\\)*\\[^\0-\x7f]|String\.raw`[^`]*[^\0-\x7f`]/;

/** Writes a chunk `<name>.js` for each entry, `{ name: path }`, and the chunks that they share, into the folder, which is emptied first. */
export async function bundle(entries, folder) {
  const input = await rolldown({
    input: entries,
    platform: 'node',
    plugins: [leaveOut(folder), leaveOutOtherStores(), keepPlaces(folder)],
    onLog: (level, log, report) => {
      if (!EXPECTED.has(log.code)) report(level === 'warn' ? 'error' : level, log);
    },
  });
  const { output } = await input.generate({
    dir: folder,
    format: 'esm',
    // Nest, TypeORM and the logs use the names of classes.
    keepNames: true,
    // The order in which Node would execute the modules.
    strictExecutionOrder: true,
    comments: false,
    // Names of functions and classes stay, which stack traces show. V8 keeps this text in memory: shorter local names are 3 MB of it.
    minify: { compress: false, mangle: { toplevel: true, keepNames: true }, codegen: { removeWhitespace: true } },
    chunkFileNames: '[name]-[hash].js',
  });
  await input.close();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const chunk of output) writeFileSync(path.join(folder, chunk.fileName), inAscii(chunk));
}

const seenFrom = (folder, file) => path.relative(folder, file).split(path.sep).join('/');

function leaveOut(folder) {
  const handler = async function (id, importer, options) {
    const found = await this.resolve(id, importer, { ...options, skipSelf: true });
    // By its path, because a service may have a version of its own that Node would not find from the bundle.
    return found && { id: `./${seenFrom(folder, found.id)}`, external: true };
  };
  return { name: 'leave-out', resolveId: { filter: { id: new RegExp(`^(?:${NOT_BUNDLED.join('|')})$`) }, handler } };
}

/** A megabyte and a half of text, which V8 would keep in memory. */
function leaveOutOtherStores() {
  const handler = (id, importer) =>
    OTHER_STORES.some((each) => importer?.endsWith(each.importer) && each.loaded.test(id)) ? NOTHING : undefined;
  return {
    name: 'leave-out-other-stores',
    resolveId: { filter: { id: /^\./ }, handler },
    load: { filter: { id: /^\0nothing$/ }, handler: () => 'module.exports = {};' },
  };
}

/** The URL and the folder of a module stay those of the file that it was bundled from. All chunks are in one folder. */
function keepPlaces(folder) {
  const handler = (code, file) => {
    const place = JSON.stringify(seenFrom(folder, file));
    const above = JSON.stringify(seenFrom(folder, path.dirname(file)) || '.');
    return META.test(code) ? withMeta(code, file, place, above) : withFolder(code, place, above);
  };
  return {
    name: 'keep-places',
    resolveId: { filter: { id: /^\0places$/ }, handler: (id) => id },
    load: { filter: { id: /^\0places$/ }, handler: () => PATH_OF },
    transform: { filter: { id: { exclude: /\0/ }, code: /\bimport\.meta\.|\b__(?:dirname|filename)\b/ }, handler },
  };
}

function withMeta(code, file, place, above) {
  const values = {
    url: `new URL(${place}, import.meta.url).href`,
    dirname: `__pathOf(${above})`,
    filename: `__pathOf(${place})`,
  };
  // A package that requires another one this way would load a second copy of what the bundle contains.
  const own = file.includes(`${path.sep}node_modules${path.sep}`) ? code.replace(OWN_REQUIRE, '') : code;
  const replaced = own.replaceAll(new RegExp(META, 'g'), (_all, name) => {
    if (values[name] === undefined) throw new Error(`${file} uses import.meta.${name}, which has no meaning in a bundle`);
    return `(${values[name]})`;
  });
  return replaced.includes('__pathOf(') ? `import { pathOf as __pathOf } from '${PLACES}';\n${replaced}` : replaced;
}

function withFolder(code, place, above) {
  if (IS_ESM.test(code)) return undefined;
  const pathOf = `require('${PLACES}').pathOf`;
  return `var __dirname = ${pathOf}(${above}), __filename = ${pathOf}(${place});\n${code}`;
}

/** V8 keeps the text of a program in memory, at two bytes a character when one is not Latin. Escaped they mean the same. */
function inAscii({ fileName, code }) {
  const wrong = NOT_ESCAPABLE.exec(code);
  if (wrong) throw new Error(`${fileName} has a character that cannot be escaped: ${code.slice(wrong.index, wrong.index + 60)}`);
  return code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

if (path.resolve(process.argv[1]) === import.meta.filename) {
  const dist = path.join(import.meta.dirname, 'dist');
  await bundle({ main: path.join(dist, 'main.js'), migrate: path.join(dist, 'migrate.js') }, path.join(dist, 'bundle'));
}
