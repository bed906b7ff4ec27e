import { useEffect, useState } from 'react';

type Charts = typeof import('./charts/charts.tsx');

/**
 * The drawing of charts is the heaviest there is here, so it is a file of its own, asked for when one is
 * shown.
 */
let asked: Promise<Charts> | undefined;
let arrived: Charts | undefined;

async function loadCharts(): Promise<Charts> {
  asked ??= import('./charts/charts.tsx');
  try {
    arrived = await asked;
    return arrived;
  } catch (error) {
    asked = undefined;
    throw error;
  }
}

/** A retry waits this long for its prefetch. */
const FETCH_MS = 5_000;

/**
 * Past the browser's caches, which keep a damaged file as long as a sound one. The bundler's error names the
 * file.
 */
async function fetchAnew(error: unknown): Promise<void> {
  const { request } = (error ?? {}) as { request?: unknown };
  if (typeof request !== 'string') return;
  const waitLimit = new Promise((resolve) => setTimeout(resolve, FETCH_MS));
  const fetched = fetch(request, { cache: 'reload' }).then((answer) => answer.blob());
  await Promise.race([fetched.catch(() => undefined), waitLimit]);
}

export type ChartsState =
  | { status: 'here'; charts: Charts }
  | { status: 'loading' }
  | { status: 'failed'; retry: () => void; isRetrying: boolean };

/** The charts' file as it arrives. It is asked for by the first screen that uses this. */
export function useCharts(): ChartsState {
  const [charts, setCharts] = useState(arrived);
  const [failure, setFailure] = useState<{ error: unknown; isRetrying: boolean }>();

  useEffect(() => {
    let isShown = true;
    loadCharts().then(
      (loaded) => isShown && setCharts(loaded),
      (error: unknown) => isShown && setFailure({ error, isRetrying: false }),
    );
    return () => {
      isShown = false;
    };
  }, []);

  async function retry(failed: unknown) {
    setFailure({ error: failed, isRetrying: true });
    await fetchAnew(failed);
    try {
      setCharts(await loadCharts());
    } catch (error) {
      // With a network, a deployment has replaced the file since this page was opened: a reload loads the new
      // one. The address holds all that is chosen here.
      if (navigator.onLine) window.location.reload();
      else setFailure({ error, isRetrying: false });
    }
  }

  if (charts) return { status: 'here', charts };
  if (!failure) return { status: 'loading' };
  const { error, isRetrying } = failure;
  return { status: 'failed', retry: () => void retry(error), isRetrying };
}
