import { API_SCOPES, type ApiScope } from 'domain/api-keys';
import { afterAll, beforeAll } from 'vitest';
import { createApiKey } from '../api-keys/create-api-key.ts';
import type { StaffSession } from '../auth/lucia.ts';
import { type DatabaseScene, useDatabaseScene } from './database-scene.ts';
import { createMovableClock, insertShop, type MovableClock } from './money-app.ts';
import { START } from './money-scene.ts';
import { createRestCaller, type RestCaller } from './rest-caller.ts';
import { type SecurityServer, startSecurityServer } from './security-server.ts';

/** A running server, its API for programs, and shops with keys. */
export interface RestScene extends DatabaseScene {
  readonly server: SecurityServer;
  readonly rest: RestCaller;
  readonly clock: MovableClock;
  /** A fresh shop; its owner makes keys. */
  createShop(): Promise<StaffSession>;
  /** A key that acts for the owner unless told otherwise. */
  createKey(staff: StaffSession, options?: { scopes?: ApiScope[]; employeeId?: string }): Promise<string>;
}

/** To be called at the top of a test file. The fields are there once a test runs. */
export function useRestScene(): RestScene {
  const scene = useDatabaseScene() as { -readonly [Key in keyof RestScene]: RestScene[Key] };
  scene.clock = createMovableClock(START);
  beforeAll(async () => {
    scene.server = await startSecurityServer(scene.database.appUrl, { clock: scene.clock });
    scene.rest = await createRestCaller(scene.server);
  });
  afterAll(() => scene.server?.close());
  scene.createShop = () => insertShop(scene.owner);
  scene.createKey = async (staff, { scopes = [...API_SCOPES], ...person } = {}) => {
    const request = { ip: '127.0.0.1', userAgent: 'test' };
    return (await createApiKey(scene.server.app, staff, request, { name: 'Caixa 1', scopes, ...person })).key;
  };
  return scene;
}
