import { useEffect, useState } from 'react';

type Charts = typeof import('./charts/charts.tsx');

/** The drawing of charts is the heaviest there is here, so it is a file of its own, asked for when one is shown. */
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

export type ChartsState =
  | { status: 'here'; charts: Charts }
  | { status: 'loading' }
  | { status: 'failed'; retry: () => void; isRetrying: boolean };

/** The charts' file as it arrives. It is asked for by the first screen that uses this. */
export function useCharts(): ChartsState {
  const [charts, setCharts] = useState(arrived);
  const [failure, setFailure] = useState<'failed' | 'retrying'>();

  useEffect(() => {
    let isShown = true;
    loadCharts().then(
      (loaded) => isShown && setCharts(loaded),
      () => isShown && setFailure('failed'),
    );
    return () => {
      isShown = false;
    };
  }, []);

  async function retry() {
    setFailure('retrying');
    try {
      setCharts(await loadCharts());
    } catch {
      // With a network it is a deployment that has replaced the file since this page was opened: a page opened anew knows
      // the new one. Its address holds all that is chosen here.
      if (navigator.onLine) window.location.reload();
      else setFailure('failed');
    }
  }

  if (charts) return { status: 'here', charts };
  if (failure) return { status: 'failed', retry: () => void retry(), isRetrying: failure === 'retrying' };
  return { status: 'loading' };
}
