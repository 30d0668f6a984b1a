import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A certificate that is valid for 127.0.0.1 for a day, and its key, both as PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** Voice clients accept TLS only. A client trusts the stand-in when `NODE_EXTRA_CA_CERTS` of its process names a file with `cert`. */
export function selfSignedCertificate(): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'voice-certificate-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const name = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key];
  try {
    execFileSync('openssl', ['req', '-x509', ...newKey, '-out', cert, '-days', '1', ...name], { stdio: 'ignore' });
    return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
