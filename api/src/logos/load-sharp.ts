let library: Promise<typeof import('sharp').default> | undefined;

/**
 * Loads the library of pictures when the first one is drawn: most processes draw none for long, and loading
 * it delays a start. No decoder is reachable but those of the three formats in which logos are stored,
 * whatever type a file claims: SVG alone could name files and addresses.
 */
export function loadSharp(): Promise<typeof import('sharp').default> {
  library ??= load();
  return library;
}

async function load() {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
  });
  // Uploads are rare and never repeat, so a cache would only cost memory.
  sharp.cache(false);
  return sharp;
}
