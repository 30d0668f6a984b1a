import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Keyring } from '@kith/kit';

const key = (name: string) => `${name}:${randomBytes(32).toString('base64')}`;

describe('Keyring', () => {
  it('decrypts what it encrypted, with a different ciphertext each time [S76]', () => {
    const ring = new Keyring(key('k1'));
    const [one, two] = [ring.encrypt('my token', 'bot|1'), ring.encrypt('my token', 'bot|1')];
    expect(one).not.toBe(two);
    expect(one).not.toContain('my token');
    expect([ring.decrypt(one, 'bot|1'), ring.decrypt(two, 'bot|1')]).toEqual(['my token', 'my token']);
  });

  it('rejects a ciphertext that was moved to another row [S76]', () => {
    const ring = new Keyring(key('k1'));
    expect(() => ring.decrypt(ring.encrypt('my token', 'bot|1'), 'bot|2')).toThrow();
  });

  it('rejects a ciphertext with one changed character [S76]', () => {
    const ring = new Keyring(key('k1'));
    const sealed = ring.encrypt('my token', 'bot|1');
    const flipped = sealed.slice(0, -3) + (sealed.at(-3) === 'A' ? 'B' : 'A') + sealed.slice(-2);
    expect(() => ring.decrypt(flipped, 'bot|1')).toThrow();
  });

  it('encrypts content that is no text byte by byte, for its place alone, also with a key that is not the first any more [S76]', () => {
    const [oldKey, newKey] = [key('k1'), key('k2')];
    const content = Buffer.concat([Buffer.from('...picture...'), randomBytes(5000), Buffer.from('..')]);
    const ring = new Keyring(oldKey);
    const sealed = ring.encryptBytes(content, 'message|1');
    expect(sealed.includes('picture')).toBe(false);
    expect(sealed.length).toBeLessThan(content.length + 200);
    for (const each of [ring, new Keyring(`${newKey},${oldKey}`)])
      expect(each.decryptBytes(sealed, 'message|1').equals(content)).toBe(true);
    expect(ring.decryptBytes(ring.encryptBytes(Buffer.alloc(0), 'message|1'), 'message|1')).toHaveLength(0);
    expect(() => ring.decryptBytes(sealed, 'message|2')).toThrow();
    expect(() => new Keyring(newKey).decryptBytes(sealed, 'message|1')).toThrow('k1');
    for (const at of [0, 5, 100, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => ring.decryptBytes(changed, 'message|1')).toThrow();
    }
    for (const length of [0, 3, 60, sealed.length - 1])
      expect(() => ring.decryptBytes(sealed.subarray(0, length), 'message|1')).toThrow();
  });

  it('decrypts old secrets and keeps fingerprints after a new key was added in front [S76]', () => {
    const [oldKey, newKey] = [key('k1'), key('k2')];
    const before = new Keyring(oldKey);
    const after = new Keyring(`${newKey},${oldKey}`);
    expect(after.decrypt(before.encrypt('my token', 'bot|1'), 'bot|1')).toBe('my token');
    expect(after.encrypt('my token', 'bot|1')).toMatch(/^v1\.k2\./);
    expect(after.fingerprint('my token')).toBe(before.fingerprint('my token'));
  });

  it.each(['', 'k1:short', 'k1', `K 1:${randomBytes(32).toString('base64')}`])('rejects the invalid ring %j', (ring) => {
    expect(() => new Keyring(ring)).toThrow('APP_KEYRING');
  });
});
