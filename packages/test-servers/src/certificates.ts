import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** As PEM. */
export interface ServerCertificate {
  cert: string;
  key: string;
}

export interface CertificateAuthority {
  cert: string;
  /** A certificate for a server of this name. */
  issue(host: string): ServerCertificate;
  remove(): void;
}

/** A certificate authority of this run, by openssl, as an operator makes one. */
export function createCertificateAuthority(): CertificateAuthority {
  const folder = mkdtempSync(join(tmpdir(), 'headhaul-authority-'));
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl('req', '-x509', ...newKey, '-days', '2', '-subj', '/CN=Test authority', '-keyout', 'authority.key', '-out', 'authority.pem');
  return {
    cert: read('authority.pem'),
    issue(host) {
      openssl('req', ...newKey, '-subj', '/CN=Test server', '-keyout', 'server.key', '-out', 'server.csr');
      writeFileSync(join(folder, 'server.ext'), `subjectAltName=DNS:${host}\nextendedKeyUsage=serverAuth\n`);
      const authority = ['-CA', 'authority.pem', '-CAkey', 'authority.key', '-CAcreateserial'];
      openssl('x509', '-req', '-in', 'server.csr', ...authority, '-days', '2', '-extfile', 'server.ext', '-out', 'server.pem');
      return { cert: read('server.pem'), key: read('server.key') };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
