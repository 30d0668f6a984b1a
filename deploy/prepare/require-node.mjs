// Imported first by every command, so that an old Node prints this sentence instead of a syntax error.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Kith needs Node 20.19 or newer, this is ${process.versions.node}: see https://nodejs.org`);
  process.exit(1);
}
