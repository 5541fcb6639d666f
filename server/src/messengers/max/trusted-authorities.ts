import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { getCACertificates } from 'node:tls';

/** What Node.js trusts anyway, and the operator's file for MAX, which no other client trusts. */
export function trustedAuthorities(caFile: string): string[] {
  const pem = readFileSync(caFile, 'utf8');
  const certificates = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [];
  if (certificates.length === 0) throw new Error(`There is no certificate in ${caFile}.`);
  for (const certificate of certificates) new X509Certificate(certificate);
  return [...getCACertificates('default'), ...certificates];
}
