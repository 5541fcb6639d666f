/**
 * Encryption at rest: AES-256-GCM under a key of its own per purpose, derived from the master key.
 * What was sealed for one purpose or one owner cannot be opened as another's.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const VERSION = 1;
const NONCE = 12;
const TAG = 16;

export type Seal = {
  /** `owner` is bound to the text, not stored: the id of the row it belongs to. */
  seal(text: string, owner: string): Buffer;
  open(sealed: Buffer, owner: string): string;
};

export function createSeal(masterKey: Buffer, purpose: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', `bellhop seal ${purpose}`, 32));
  return {
    seal(text, owner) {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.from([VERSION]), nonce, encrypted, cipher.getAuthTag()]);
    },
    open(sealed, owner) {
      if (sealed[0] !== VERSION) throw new Error('Sealed by an unknown version.');
      const nonce = sealed.subarray(1, 1 + NONCE);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
      decipher.setAuthTag(sealed.subarray(-TAG));
      return Buffer.concat([decipher.update(sealed.subarray(1 + NONCE, -TAG)), decipher.final()]).toString('utf8');
    },
  };
}
