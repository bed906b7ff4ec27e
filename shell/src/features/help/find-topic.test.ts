import { screenOwner } from 'domain/screens';
import { expect, test } from 'vitest';
import { findTopic, TOPICS, topicsFor } from './find-topic.ts';

test.each([
  ['/dashboard', '', 'dashboard'],
  ['/customers', '#ajuda', 'clientes'],
  ['/customers/', '#ajuda', 'clientes'],
  ['/customers/0f8fad5b', '#ajuda', 'cliente'],
  ['/reports', '#ajuda', 'relatorios'],
  ['/reports/team', '#ajuda', 'equipe'],
  ['/redemption', '#ajuda', 'redemption'],
  ['/redemption', '#ajuda-prova', 'prova'],
  ['/cashback', '#ajuda-funcionarios', 'funcionarios'],
  ['/cashback', '#ajuda-nothing', 'cashback'],
])('%s%s is helped by %s', (pathname, hash, id) => {
  expect(findTopic(TOPICS, { pathname, hash })?.id).toBe(id);
});

test('each screen of the back office has a topic of three to six questions, and each topic a screen', () => {
  expect(new Set(TOPICS.map(({ id }) => id)).size).toBe(TOPICS.length);
  for (const { id, path, questions } of TOPICS) {
    expect(screenOwner(path.replace(/\/$/, '/x')), id).toMatch(/^mfe_(?:analytics|backoffice)$/);
    expect(questions.length, id).toBeGreaterThanOrEqual(3);
    expect(questions.length, id).toBeLessThanOrEqual(6);
  }
});

const shownTo = (role: string, hideReports = false) =>
  topicsFor({ employee: { role }, merchant: { hideReports } }).map(({ id }) => id);

test('nobody is helped with a screen that is closed to them', () => {
  const shown = shownTo('employee');
  expect(shown).toEqual(expect.arrayContaining(['cashback', 'clientes', 'configuracoes']));
  for (const closed of ['funcionarios', 'integracoes', 'auditoria', 'alertas'])
    expect(shown).not.toContain(closed);
  expect(shownTo('nobody')).toEqual([]);
  expect(shown).toContain('equipe');
  expect(shownTo('employee', true)).not.toContain('equipe');
  expect(shownTo('manager', true)).toContain('equipe');
});
