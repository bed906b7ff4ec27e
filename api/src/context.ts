import type { Logger } from 'pino';
import type { SessionStore } from './auth/lucia.ts';
import type { Passwords } from './auth/passwords.ts';
import type { CashbackTokens } from './cashback/confirm-cashback.ts';
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
import type { ProcessClock } from './lib/process-clock.ts';
import type { RateLimiter } from './lib/rate-limit.ts';
import type { KeyRing } from './lib/sealed.ts';
import type { SharedPoll } from './lib/shared-poll.ts';
import type { QrTokens } from './lib/tokens.ts';
import type { CreateMerchant } from './merchants/create-merchant.ts';
import type { RedemptionTokens } from './redemptions/confirm-redemption.ts';
import type { RollupApplier } from './rollups/rollup-applier.ts';
import type { StaffSession } from './staff-session.ts';
import type { Tenancy } from './tenant.ts';

/** What the process made once, at start, and every request shares. */
export interface App {
  env: Environment;
  log: Logger;
  processClock: ProcessClock;
  tenancy: Tenancy;
  rollups: RollupApplier;
  hosts: HostResolver;
  dns: Dns;
  /** Every call to somebody else's server goes through it. */
  outgoing: Outgoing;
  deliveryRules: DeliveryRules;
  /** Undefined where nobody asks for them. */
  metrics: Metrics | undefined;
  limiter: RateLimiter;
  customerViews: CustomerViews;
  live: Live;
  /** Undefined where no mail server is configured. */
  mail: Mail | undefined;
  tokens: QrTokens;
  /** Wrap what merchants' secrets are sealed with. */
  keyEncryptionKeys: KeyRing;
  passwords: Passwords;
  createMerchant: CreateMerchant;
  sessions: SessionStore;
  /** Tells the streams of a session that it has ended. */
  endedSessions: Pick<SharedPoll<{ id: string }>, 'wait'>;
  confirmationWatch: ConfirmationWatch;
  /** Waiting to be confirmed in the next shared statement. */
  cashbackTokens: CashbackTokens;
  redemptionTokens: RedemptionTokens;
  confirmationTraces: ConfirmationTraces;
}

/** One request, as a procedure sees it. */
export interface Context {
  app: App;
  host: RequestHost;
  /** The real address: the connection's, or what a trusted proxy says. */
  ip: string;
  userAgent: string | undefined;
  /** What a confirmation's trace is made of. */
  browser(): ConfirmingBrowser;
  /**
   * Reads the session cookie once and asks the database each request, so that a revoked session fails at
   * once.
   */
  session(): Promise<StaffSession | undefined>;
  sessionToken: string | undefined;
  /** Sets or, with undefined, clears the session cookie on the answer. */
  setSessionToken(token: string | undefined): void;
  /**
   * The id of this browser, if the employee with this e-mail has signed in with it; it proves nothing else.
   */
  deviceOf(email: string): string | undefined;
  rememberDevice(email: string): void;
}
