// `npm run sbom [-- folder]`: writes the bill of materials of this version, kith-<version>.cdx.json (CycloneDX), from the lock file alone,
// and prints its path. It is a file of each release (docs/operations.md).
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { npm } from './infrastructure/npm.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');
const ARGUMENTS = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'];

const folder = path.resolve(process.argv[2] ?? path.join(ROOT, 'release'));
const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
const { command, args } = npm(ARGUMENTS);
const { status, stdout, stderr } = spawnSync(command, args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
if (status !== 0) throw new Error(`npm sbom: ${stderr}`);
mkdirSync(folder, { recursive: true });
const file = path.join(folder, `kith-${version}.cdx.json`);
writeFileSync(file, stdout);
console.log(file);
