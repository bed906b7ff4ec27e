import { useEffect, useEffectEvent, useState } from 'react';
import { openDetector } from './open-detector.ts';

/** Rest between two pictures: quick enough for a hand, and a cheap tablet stays usable. */
const REST_MS = 150;

export type CameraState = 'opening' | 'reading' | 'refused' | 'absent' | 'failed';

function stateOf(error: unknown): CameraState {
  const { name } = error instanceof Error ? error : { name: '' };
  if (name === 'NotAllowedError') return 'refused';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'absent' : 'failed';
}

/**
 * Shows the camera at the back in `video` while mounted, and tells every text that a QR code in the picture
 * holds. `video` is null until its dialog has drawn it.
 */
export function useCameraCodes(video: HTMLVideoElement | null, onText: (text: string) => void): CameraState {
  const [state, setState] = useState<CameraState>('opening');
  const tell = useEffectEvent(onText);

  useEffect(() => {
    const closing = new AbortController();
    let stream: MediaStream | undefined;

    async function read(screen: HTMLVideoElement) {
      // Absent on plain http, which is how a merchant tries the product in its own network.
      if (!navigator.mediaDevices) return setState('failed');
      const [opened, detector] = await Promise.all([
        navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } }),
        openDetector(),
      ]);
      stream = opened;
      if (closing.signal.aborted) return stop();
      screen.srcObject = opened;
      await screen.play();
      setState('reading');
      while (!closing.signal.aborted) {
        const [code] = await detector.detect(screen);
        if (code && !closing.signal.aborted) tell(code.rawValue);
        await new Promise((resolve) => setTimeout(resolve, REST_MS));
      }
    }

    function stop() {
      for (const track of stream?.getTracks() ?? []) track.stop();
    }

    if (!video) return;
    read(video).catch((error: unknown) => {
      stop();
      if (!closing.signal.aborted) setState(stateOf(error));
    });
    return () => {
      closing.abort();
      stop();
    };
  }, [video]);

  return state;
}
