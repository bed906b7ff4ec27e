import { expect, test } from 'vitest';
import { areOneSite } from './one-site.ts';

test.each([
  ['https://painel.example.com', 'https://painel.example.com'],
  ['https://painel.example.com', 'https://clube.example.com'],
  ['https://example.com', 'https://a.b.example.com:8443'],
  ['https://painel.volta.com.br', 'https://clube.volta.com.br'],
  ['https://localhost', 'https://localhost:3001'],
  ['https://10.0.0.5', 'https://10.0.0.5:8443'],
])('%s and %s are one site', (app, pages) => {
  expect(areOneSite(app, pages)).toBe(true);
});

test.each([
  ['https://painel.example.com', 'https://clube.example.net'],
  ['https://volta.com.br', 'https://volta-clube.com.br'],
  ['https://volta.github.io', 'https://clube.github.io'],
  ['https://10.0.0.5', 'https://10.0.0.6'],
  ['https://painel.example.com', 'http://painel.example.com'],
])('%s and %s are two sites', (app, pages) => {
  expect(areOneSite(app, pages)).toBe(false);
});
