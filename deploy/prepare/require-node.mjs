// Imported first by every command, so that an old Node ends here, in a sentence, and not in a language feature it lacks.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Kith needs Node 20.19 or newer, this is ${process.versions.node}: see https://nodejs.org`);
  process.exit(1);
}
