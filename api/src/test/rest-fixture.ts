import { API_SCOPES, type ApiScope } from 'domain/api-keys';
import { type DatabaseFixture, useDatabaseFixture } from 'testing/database-fixture';
import { createRestCaller, type RestCaller } from 'testing/rest-caller';
import { afterAll, beforeAll } from 'vitest';
import { createApiKey } from '../api-keys/create-api-key.ts';
import type { StaffSession } from '../staff-session.ts';
import { type InProcessServer, startInProcessServer } from './in-process-server.ts';
import { createMovableClock, insertMerchant, type MovableClock } from './money-app.ts';
import { START } from './money-fixture.ts';

/** A running server, its API for programs, and merchants with keys. */
export interface RestFixture extends DatabaseFixture {
  readonly server: InProcessServer;
  readonly rest: RestCaller;
  readonly clock: MovableClock;
  /** A fresh merchant; its owner makes keys. */
  createMerchant(): Promise<StaffSession>;
  /** Creates a key, which acts for the owner by default. */
  createKey(staff: StaffSession, options?: { scopes?: ApiScope[]; employeeId?: string }): Promise<string>;
}

/** Sets up the REST API for a test file; call it at the top. Its fields exist once a test runs. */
export function useRestFixture(): RestFixture {
  const fixture = useDatabaseFixture() as { -readonly [Key in keyof RestFixture]: RestFixture[Key] };
  fixture.clock = createMovableClock(START);
  beforeAll(async () => {
    fixture.server = await startInProcessServer(fixture.database.appUrl, { clock: fixture.clock });
    fixture.rest = await createRestCaller(fixture.server);
  });
  afterAll(() => fixture.server?.close());
  fixture.createMerchant = () => insertMerchant(fixture.owner);
  fixture.createKey = async (staff, { scopes = [...API_SCOPES], ...person } = {}) => {
    const request = { ip: '127.0.0.1', userAgent: 'test' };
    return (await createApiKey(fixture.server.app, staff, request, { name: 'Caixa 1', scopes, ...person }))
      .key;
  };
  return fixture;
}
