import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// As long as the runner's own polls: only a test that hangs waits for it.
configure({ asyncUtilTimeout: 60_000 });

// Unmounts one test's components before the next.
afterEach(cleanup);
