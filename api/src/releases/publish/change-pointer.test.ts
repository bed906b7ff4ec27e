import { pointersSchema, type ReleasePointer } from 'domain/releases';
import { expect, test } from 'vitest';
import { changePointer } from './change-pointer.ts';
import type { PointersText } from './release-target.ts';

const MONDAY: ReleasePointer = { current: '111111111111', history: [] };
const TUESDAY: ReleasePointer = { current: '222222222222', history: ['111111111111'] };

/** A store in memory; `answers` decides whether a write reports success, independent of its effect. */
function store(pointer: ReleasePointer, answers: (text: string) => boolean = () => true) {
  const texts = [JSON.stringify({ remotes: { 'mfe-customer': pointer } })];
  return {
    texts,
    readPointers: async (): Promise<PointersText> => ({ text: texts.at(-1), tag: texts.at(-1) ?? null }),
    async replacePointers(text: string) {
      texts.push(text);
      return answers(text);
    },
  };
}

test('a write that succeeded with a lost answer, and fails when repeated, is not taken for a conflict', async () => {
  const target = store(MONDAY, () => false);
  await changePointer(target, 'mfe-customer', MONDAY, TUESDAY);
  const { remotes } = pointersSchema.parse(JSON.parse(target.texts.at(-1) ?? ''));
  expect(remotes['mfe-customer']).toEqual(TUESDAY);
  expect(target.texts).toHaveLength(2);
});

test('pointers that could not be read afterwards are not written', async () => {
  const target = store(MONDAY);
  const trial = { version: '222222222222', percent: 5, merchants: ['padaria'] };
  await expect(changePointer(target, 'mfe-customer', MONDAY, { ...MONDAY, trial })).rejects.toThrow();
  expect(target.texts).toHaveLength(1);
});
