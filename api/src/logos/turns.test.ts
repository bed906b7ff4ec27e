import { expect, test } from 'vitest';
import { drawnPicture } from './drawn-pictures.ts';
import { redrawLogo } from './redraw-logo.ts';

const NO_PICTURE = Buffer.from('not a picture');

/** Who of 'a', who asked four times, and 'b', who asked last, was served when. */
async function servedInTurn(ask: (merchantId: string, number: number) => Promise<unknown>) {
  const served: string[] = [];
  const asked = ['a', 'a', 'a', 'a', 'b'].map((merchantId, number) =>
    ask(merchantId, number)
      .catch(() => undefined)
      .then(() => served.push(merchantId)),
  );
  await Promise.all(asked);
  return served;
}

test('pictures are drawn for one merchant after the other', async () => {
  const draw = async () => NO_PICTURE;
  const served = await servedInTurn((merchantId, number) =>
    drawnPicture(merchantId, `turns/${number}`, draw),
  );
  expect(served).toEqual(['a', 'a', 'b', 'a', 'a']);
});

test('uploaded logos are redrawn for one merchant after the other', async () => {
  expect(await servedInTurn((merchantId) => redrawLogo(merchantId, NO_PICTURE))).toEqual([
    'a',
    'a',
    'b',
    'a',
    'a',
  ]);
});
