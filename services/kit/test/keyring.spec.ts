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
