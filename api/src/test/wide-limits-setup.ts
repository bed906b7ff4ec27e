import { widenTimeLimits } from './time-limits.ts';

widenTimeLimits();
