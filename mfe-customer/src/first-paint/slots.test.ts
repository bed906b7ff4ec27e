import { expect, it } from 'vitest';
import { SLOT_VALUES, toPieces } from './slots.ts';

const { name, brandColor, logoUrl } = SLOT_VALUES;

it('cuts markup at its slots, the initial apart from the name', () => {
  const markup = `<div style="--brand:${brandColor}"><span>${[...name][0]}</span><img src="${logoUrl}"/>${name}</div>`;
  expect(toPieces(markup)).toEqual([
    '<div',
    { slot: 'brand' },
    '><span>',
    { slot: 'initial' },
    '</span><img src="',
    { slot: 'logoUrl' },
    '"/>',
    { slot: 'name' },
    '</div>',
  ]);
});

it('refuses markup in which a value came out otherwise than it went in', () => {
  expect(() => toPieces(`<i style="color:${brandColor}"></i>`)).toThrow('a slot was lost');
  expect(() => toPieces(`<i>${name.slice(1)}</i>`)).toThrow('a slot was lost');
});
