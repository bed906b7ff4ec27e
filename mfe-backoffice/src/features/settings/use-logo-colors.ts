import { useEffect, useState } from 'react';
import { colorsOf } from './logo-colors.ts';

/** Enough pixels to tell which colors fill a logo. */
const SIDE_PX = 64;

/** Colors suggested by the logo at this address; none until it is read, or where it cannot be. */
export function useLogoColors(url: string | null): readonly string[] {
  const [found, setFound] = useState<{ url: string; colors: string[] }>();

  useEffect(() => {
    if (!url) return;
    let isWanted = true;
    const keep = (colors: string[]) => isWanted && setFound({ url, colors });
    // Without the picture there is nothing to suggest; the section of the logo reports it.
    readColors(url).then(keep, () => keep([]));
    return () => {
      isWanted = false;
    };
  }, [url]);

  return found && found.url === url ? found.colors : [];
}

async function readColors(url: string): Promise<string[]> {
  const image = new Image(SIDE_PX, SIDE_PX);
  image.src = url;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = SIDE_PX;
  canvas.height = SIDE_PX;
  const context = canvas.getContext('2d');
  context?.drawImage(image, 0, 0, SIDE_PX, SIDE_PX);
  // Throws for a picture of another origin.
  return colorsOf(context?.getImageData(0, 0, SIDE_PX, SIDE_PX).data ?? []);
}
