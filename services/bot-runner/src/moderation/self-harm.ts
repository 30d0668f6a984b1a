import { crisisIn } from '@kith/kit';

const ADDRESS = /:\/\/|[\p{L}\p{N}]\.[\p{L}\p{N}]{2}|[\p{L}\p{N}]\//u;

/**
 * Whether a message speaks of harming oneself, so that no rule about texts punishes it (docs/decisions.md T12). One with an address is moderated
 * like any other: the words must be no way past the rules.
 */
export const speaksOfSelfHarm = (text: string): boolean => !ADDRESS.test(text) && crisisIn(text)?.kind === 'selfHarm';
