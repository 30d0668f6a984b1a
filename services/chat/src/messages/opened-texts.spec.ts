import { describe, expect, it } from '@jest/globals';
import { Keyring } from '@kith/kit';
import { OpenedTexts } from './opened-texts.js';

const keyring = new Keyring(`k1:${Buffer.alloc(32, 7).toString('base64')}`);

describe('texts that were decrypted before', () => {
  it('are given without decrypting them again, at the place that they were encrypted for alone', () => {
    let decrypted = 0;
    const texts = new OpenedTexts({
      decrypt: (stored, place) => {
        decrypted += 1;
        return keyring.decrypt(stored, place);
      },
    });
    const stored = keyring.encrypt('The ferry leaves at nine.', 'one place');
    expect([texts.decrypt(stored, 'one place'), texts.decrypt(stored, 'one place')]).toEqual(
      Array(2).fill('The ferry leaves at nine.'),
    );
    expect(decrypted).toBe(1);
    expect(() => texts.decrypt(stored, 'another place')).toThrow();
    expect(() => texts.decrypt(`${stored}x`, 'one place')).toThrow();
    expect(texts.decrypt(keyring.encrypt('At ten.', 'one place'), 'one place')).toBe('At ten.');
  });
});
