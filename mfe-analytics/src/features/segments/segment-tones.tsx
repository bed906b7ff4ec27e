import type { Segment } from 'domain/segments';
import { AlarmClock, Heart, Repeat2, Sprout, UserRoundX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ShareTone } from '../../lib/share-bar.tsx';

/** How each segment looks. Its name says what it is; color and picture only repeat it. */
export const SEGMENT_TONES: Record<Segment, { tone: ShareTone; icon: ReactNode }> = {
  new: { tone: 'blue', icon: <Sprout /> },
  loyal: { tone: 'green', icon: <Heart /> },
  occasional: { tone: 'purple', icon: <Repeat2 /> },
  at_risk: { tone: 'orange', icon: <AlarmClock /> },
  lost: { tone: 'red', icon: <UserRoundX /> },
};
