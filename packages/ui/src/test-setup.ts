import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// Ample, as the runner's own limits: on a busy machine a toast may take longer than a second.
configure({ asyncUtilTimeout: 5_000 });

// Unmounts one test's components before the next.
afterEach(cleanup);
