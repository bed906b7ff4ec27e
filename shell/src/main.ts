import { start } from './bootstrap.tsx';

// React is in this very file (eager shares), so nothing has to be awaited before the first paint.
start();
