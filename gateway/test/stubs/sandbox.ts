import { fixture } from '@kith/kit/testing';
import { sandbox } from '@kith/proto';

export const sandboxHandlers = [
  fixture(sandbox.checkSyntax, ({ code }) =>
    code.includes('(') ? { valid: true as const } : { valid: false as const, message: 'Unexpected token', line: 1, column: 2 },
  ),
];
