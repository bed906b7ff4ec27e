import { expect, test } from 'vitest';
import { usableScopes } from './api-key.ts';

test('a key offers what both it was asked for and the employee’s role allow', () => {
  expect(usableScopes('owner', ['customers.read', 'operations.reverse'])).toEqual([
    'customers.read',
    'operations.reverse',
  ]);
  expect(usableScopes('employee', ['customers.read', 'operations.reverse'])).toEqual(['customers.read']);
  expect(usableScopes('unknown role', ['customers.read'])).toEqual([]);
});
