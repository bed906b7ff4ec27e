import type { Logger } from 'pino';
import type { KnownDevice } from './auth/known-device.ts';
import type { SessionStore } from './auth/lucia.ts';
import type { Passwords } from './auth/passwords.ts';
import type { CashbackTokens } from './cashback/confirm-cashback.ts';
import type { NewPurchases } from './cashback/new-purchases.ts';
import type { CustomerViews } from './clientele/customer-views.ts';
import type { DeliveryRules } from './deliveries/delivery-rules.ts';
import type { HostResolver, RequestHost } from './domains/resolve-host.ts';
import type { Environment } from './env.ts';
import type { ConfirmationTraces, ConfirmingBrowser } from './ledger/confirmation-traces.ts';
import type { ConfirmationWatch } from './ledger/confirmation-watch.ts';
import type { Dns } from './lib/dns.ts';
import type { Live } from './lib/live.ts';
import type { Mail } from './lib/mail.ts';
import type { Metrics } from './lib/metrics.ts';
import type { Outgoing } from './lib/outgoing.ts';
import type { Places } from './lib/places.ts';
import type { ProcessClock } from './lib/process-clock.ts';
import type { RateLimiter } from './lib/rate-limit.ts';
import type { KeyRing } from './lib/sealed.ts';
import type { SharedPoll } from './lib/shared-poll.ts';
import type { StreamLimits } from './lib/stream-limits.ts';
import type { QrTokens } from './lib/tokens.ts';
import type { CreateMerchant } from './merchants/create-merchant.ts';
import type { CustomerDevice } from './proof/customer-device.ts';
import type { RedemptionTokens } from './redemptions/confirm-redemption.ts';
import type { NewRedemptions } from './redemptions/new-redemptions.ts';
import type { RollupApplier } from './rollups/rollup-applier.ts';
import type { StaffSession } from './staff-session.ts';
import type { Tenancy } from './tenant.ts';

/** Dependencies that the process creates once, at start, and every request shares. */
export interface App {
  env: Environment;
  log: Logger;
  processClock: ProcessClock;
  tenancy: Tenancy;
  /** One connection: the imports of all merchants store their batches one after the other. */
  imports: Tenancy;
  rollups: RollupApplier;
  hosts: HostResolver;
  dns: Dns;
  /** Outbound HTTP: every call to a server outside the platform goes through it. */
  outgoing: Outgoing;
  deliveryRules: DeliveryRules;
  /** Undefined unless METRICS_PORT is set. */
  metrics: Metrics | undefined;
  limiter: RateLimiter;
  customerViews: CustomerViews;
  live: Live;
  /** Undefined where no mail server is configured. */
  mail: Mail | undefined;
  /** Places of addresses; none without PLACES_DATABASE. */
  places: Places;
  tokens: QrTokens;
  /** Wrap the data keys that seal merchants' secrets. */
  keyEncryptionKeys: KeyRing;
  passwords: Passwords;
  createMerchant: CreateMerchant;
  sessions: SessionStore;
  /** Tells the streams of a session that it has ended. */
  endedSessions: Pick<SharedPoll<{ id: string }>, 'wait'>;
  streamLimits: StreamLimits;
  confirmationWatch: ConfirmationWatch;
  /** Purchases and redemptions waiting to be recorded in the next shared statement. */
  newPurchases: NewPurchases;
  newRedemptions: NewRedemptions;
  /** Tokens waiting to be confirmed in the next shared statement. */
  cashbackTokens: CashbackTokens;
  redemptionTokens: RedemptionTokens;
  confirmationTraces: ConfirmationTraces;
}

/** One request as a procedure sees it. */
export interface Context {
  app: App;
  host: RequestHost;
  /** The client's address: the connection's, or the one a trusted proxy names. */
  ip: string;
  userAgent: string | undefined;
  /** Gives back the request's place among those in progress, before its answer ends. */
  freePlace(): void;
  /** Network and device traits for the trace of a confirmation. */
  browser(): ConfirmingBrowser;
  /** Reads the session cookie once. Every request asks the database, so a revoked session fails at once. */
  session(): Promise<StaffSession | undefined>;
  sessionToken: string | undefined;
  /** Sets or, with undefined, clears the session cookie on the answer. */
  setSessionToken(token: string | undefined): void;
  /** Of the counter's tablet that this browser was registered as. */
  tabletToken: string | undefined;
  setTabletToken(token: string): void;
  /**
   * The id of this browser, if the employee with this e-mail has signed in with it, and the generation of
   * that time: with another one the password was replaced since. It proves nothing else.
   */
  deviceOf(email: string): KnownDevice | undefined;
  rememberDevice(email: string, generation: number): void;
  /** What this browser is to merchants that know it as a customer's. */
  customerDevices(): CustomerDevice[];
  /** Sets or, with undefined, clears what this browser is to the merchant. */
  setCustomerDevice(merchantId: string, id: string | undefined): void;
}
