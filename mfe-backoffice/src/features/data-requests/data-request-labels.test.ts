import { expect, test } from 'vitest';
import { contactLabel, timeLeft, toldOnErasure } from './data-request-labels.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const DAY_MS = 86_400_000;

test.each([
  [15, 'Faltam 15 dias', 'neutral'],
  [3.5, 'Faltam 4 dias', 'neutral'],
  [3, 'Faltam 3 dias', 'warning'],
  [1.1, 'Faltam 2 dias', 'warning'],
  [0.2, 'Menos de 1 dia', 'warning'],
  [0, 'Atrasado', 'danger'],
  [-0.9, 'Atrasado', 'danger'],
  [-1, 'Atrasado há 1 dia', 'danger'],
  [-2.5, 'Atrasado há 2 dias', 'danger'],
])('%f days before the end: %s', (days, text, tone) => {
  expect(timeLeft(new Date(NOW + days * DAY_MS).toISOString(), NOW)).toEqual({ text, tone });
});

test('a contact is a phone, an e-mail or gone', () => {
  expect(['11987654321', 'a@b.example', null].map(contactLabel)).toEqual([
    '(11) 98765-4321',
    'a@b.example',
    '–',
  ]);
});

test('an erasure tells each e-mail once, and names the phone where there is none', () => {
  expect(toldOnErasure('a@b.example', 'a@b.example')).toMatch(/^a@b\.example: /);
  expect(toldOnErasure('a@b.example', 'c@d.example')).toMatch(/^a@b\.example e c@d\.example: /);
  expect(toldOnErasure('11987654321', 'c@d.example')).toMatch(/^c@d\.example: /);
  expect(toldOnErasure('11987654321', null)).toContain('Anote (11) 98765-4321 e avise a pessoa');
});
