import { expect, test } from 'vitest';
import { inputOf, valuesOf } from './endpoint-values.ts';
import type { Endpoint } from './webhook.ts';

const STORED: Endpoint = {
  id: '0199e2a4-6f1c-7a53-9d2e-3b8f5c1d7e60',
  url: 'https://erp.loja.example/webhooks',
  description: null,
  events: ['cashback.confirmed'],
  isActive: false,
  createdAt: '2026-03-01T12:00:00.000Z',
  lastDelivery: null,
};

test('a new endpoint gets no events until some are chosen, and is active from the start', () => {
  expect(valuesOf(undefined)).toEqual({ url: '', description: '', events: [] });
  const values = { url: STORED.url, description: ' ', events: STORED.events };
  expect(inputOf(undefined, values)).toEqual({
    url: STORED.url,
    description: null,
    events: STORED.events,
    isActive: true,
  });
});

test('an address that is off stays off while it is edited', () => {
  expect(inputOf(STORED, { ...valuesOf(STORED), description: 'ERP' })).toEqual({
    id: STORED.id,
    url: STORED.url,
    description: 'ERP',
    events: STORED.events,
    isActive: false,
  });
});
