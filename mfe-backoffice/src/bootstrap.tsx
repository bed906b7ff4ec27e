import 'ui/styles.css';
import { createTRPCClient } from '@trpc/client';
import type { AppRouter } from 'api/contract';
import { createApiLinks } from 'federation/create-api-links';
import { startAlone } from 'federation/start-alone';
import App from './app.tsx';

const api = createTRPCClient<AppRouter>({ links: createApiLinks() });
startAlone(App, () => api.auth.session.query());
